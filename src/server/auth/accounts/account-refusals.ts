// What the accounts answer instead of the library.

/** A refusal in the shape of the library's own. */
export function refusal(status: number, code: string, message: string, retryAfter?: number): Response {
  const again = retryAfter ? { "retry-after": String(retryAfter) } : {};
  return Response.json({ code, message }, { status, headers: { "cache-control": "no-store", ...again } });
}

export const tooFast = "Too many attempts. Wait, then try again.";
export const guessedAt =
  "Too many attempts on this account. Wait, sign in where you have before, or set a new password by a link.";
const guessedFrom =
  "Too many wrong passwords from your network address. Wait, use a passkey, or sign in where you have before.";
export const tooMany = (seconds: number, says: string) => refusal(429, "TOO_MANY_ATTEMPTS", says, seconds);

export const tooManyFrom = (seconds: number) => refusal(429, "TOO_MANY_FROM_ADDRESS", guessedFrom, seconds);

export const endedSession = (path: string) =>
  path === "/token"
    ? refusal(401, "UNAUTHORIZED", "The session has ended. Sign in again.")
    : Response.json(null, { headers: { "cache-control": "no-store" } });

export const busy = () =>
  refusal(503, "BUSY", "Too many people are signing in at the moment. Try again in a few seconds.", 3);
