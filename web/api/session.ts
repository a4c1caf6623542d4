import { signal } from "@preact/signals";
import { holdPerson, letGo } from "./pin.ts";
import { ApiProblem } from "./problem.ts";

/**
 * `in` and `out` once the server has said so; `away`: people sign in elsewhere, and this server has no sessions. `other`: the
 * browser is signed in as somebody whom this tab does not belong to. `left`: the person is not in its organization any more.
 */
export const session = signal<"unknown" | "in" | "out" | "away" | "other" | "left">("unknown");

/** The address of the somebody else who is signed in. */
export const otherPerson = signal("");

let token: string | null = null;
let expiresAt = 0;
let renewing: Promise<string | null> | null = null;

/** A JWT of this tab's person that is valid for half a minute at least, by the browser's cookie; null without one. */
export function bearer(): Promise<string | null> {
  if (token && expiresAt - Date.now() > 30_000) return Promise.resolve(token);
  renewing ??= renewed().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** The one that is held is not believed any more. */
export function forgetBearer(): void {
  token = null;
}

async function renewed(): Promise<string | null> {
  // Asked so, nobody is an answer and no error, which the browser would write on its console.
  const response = await fetch("/api/auth/get-session", { credentials: "same-origin" }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) {
    const wait = Number(response?.headers.get("retry-after")) || null;
    throw new ApiProblem(response?.status ?? 0, "AWAY", "", wait);
  }
  token = response.headers.get("set-auth-jwt");
  // An answer that is not read keeps its connection.
  await response.arrayBuffer().catch(() => null);
  if (token === null) {
    session.value = response.status === 404 ? "away" : "out";
    return null;
  }
  const { exp, sub, email } = claimsOf(token);
  if (!holdPerson(sub, email ?? null)) {
    token = null;
    otherPerson.value = email ?? "";
    session.value = "other";
    return null;
  }
  expiresAt = exp * 1000;
  session.value = "in";
  return token;
}

function claimsOf(jwt: string): { exp: number; sub: string; email?: string } {
  const payload = (jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as { exp: number; sub: string; email?: string };
}

/** Signs in with a password, in place; what is missing is said by a word. */
export async function signIn(
  email: string,
  password: string,
): Promise<"in" | "code" | "wrong" | "limited" | "away"> {
  const response = await fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  }).catch(() => null);
  if (!response || response.status >= 500) return "away";
  if (response.status === 429) return "limited";
  if (!response.ok) return "wrong";
  const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
  if (twoFactorRedirect) return "code";
  forgetBearer();
  return (await bearer().catch(() => null)) ? "in" : "away";
}

export async function signOut(): Promise<void> {
  await fetch("/api/auth/sign-out", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  }).catch(() => null);
  letGo();
  location.assign("/");
}
