import { bearer, forgetBearer, isOurs } from "./session.ts";

/** Signs in with a password, in place; what is missing is said by a word. */
export async function signIn(
  email: string,
  password: string,
): Promise<"in" | "code" | "wrong" | "limited" | "away" | "stopped"> {
  const response = await fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  }).catch(() => null);
  if (!response || response.status >= 500) return "away";
  if (!isOurs(response)) return "stopped";
  if (response.status === 429) return "limited";
  if (!response.ok) return "wrong";
  const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
  if (twoFactorRedirect) return "code";
  forgetBearer();
  return (await bearer().catch(() => null)) ? "in" : "away";
}
