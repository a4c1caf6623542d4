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
/** By this browser's clock, which may be hours off. */
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
  const response = await fetch("/api/auth/get-session", {
    credentials: "same-origin",
    redirect: "manual",
  }).catch(() => null);
  // An answer that is not read keeps its connection.
  await response?.arrayBuffer().catch(() => null);
  if (!response || !isOurs(response) || response.status >= 500 || response.status === 429) {
    const wait = Number(response?.headers.get("retry-after")) || null;
    throw new ApiProblem(
      response ? response.status || 302 : 0,
      isOurs(response) ? "AWAY" : "UNKNOWN",
      "",
      wait,
    );
  }
  token = response.headers.get("set-auth-jwt");
  if (token === null) {
    session.value = response.status === 404 ? "away" : "out";
    return null;
  }
  const { exp, iat, sub, email } = claimsOf(token);
  if (!holdPerson(sub, email ?? null)) {
    token = null;
    otherPerson.value = email ?? "";
    session.value = "other";
    return null;
  }
  expiresAt = Date.now() + (exp - iat) * 1000;
  session.value = "in";
  return token;
}

/** What a proxy says in the server's place is no JSON; where nothing answers, nobody has said anything. */
export const isOurs = (response: Response | null): boolean =>
  response?.headers.get("content-type")?.includes("json") ?? !response;

function claimsOf(jwt: string): { exp: number; iat: number; sub: string; email?: string } {
  const payload = (jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as {
    exp: number;
    iat: number;
    sub: string;
    email?: string;
  };
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
