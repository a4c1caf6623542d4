import { Problem } from "../../kernel/problem.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { isEmailVerified } from "../email-claims.ts";
import { type Claims, isText, judge, leewaySeconds, tokenObject } from "./claims.ts";
import type { KeySet } from "./key-set.ts";

/** Signatures that are accepted, all with public keys. Source: docs/contract/authentication.md. */
export const algorithms = ["RS256", "ES256", "EdDSA"];

const types = ["jwt", "at+jwt", "application/jwt", "application/at+jwt"];

/** Whom a session JWT speaks for. */
export interface Session {
  subject: string;
  /** Null if the token has none, or one that its provider has not verified. */
  email: string | null;
  /** The session that it was issued for (`sid`); null if it names none. */
  sessionId: string | null;
  /** Its expiry and the leeway. */
  validUntil: Date;
}

export interface JwtVerifier {
  /** Throws UNAUTHORIZED with the reason `expired` or `invalid`, SERVICE_UNAVAILABLE without any keys. */
  verify(token: string): Promise<Session>;
}

export function createJwtVerifier(options: {
  issuer: string;
  audience: string;
  keys: KeySet;
  now(): Date;
}): JwtVerifier {
  const { issuer, audience, keys, now } = options;
  return {
    async verify(token) {
      const [header, payload, signature] = token.split(".", 3).map(String);
      const kid = acceptableKid(tokenObject(header ?? ""));
      const claims = tokenObject(payload ?? "");
      if (kid === null || !claims || !isCanonical(signature ?? "")) throw unauthorized("invalid");
      const findKey = await keys.finderFor(kid);
      const { compactVerify } = await import("jose");
      try {
        await compactVerify(token, findKey, { algorithms });
      } catch {
        throw unauthorized("invalid");
      }
      const verdict = judge(claims, { issuer, audience, now: now() });
      if (verdict !== "valid") throw unauthorized(verdict);
      return {
        subject: claims.sub as string,
        email: verifiedEmail(claims),
        sessionId: isText(claims.sid) ? claims.sid : null,
        validUntil: new Date((Number(claims.exp) + leewaySeconds) * 1000),
      };
    },
  };
}

export const unauthorized = (
  reason: "missing" | "malformed" | "invalid" | "expired",
  message?: string,
): Problem => new Problem("UNAUTHORIZED", { message: message ?? says[reason], details: { reason } });

const says = {
  missing: "Send an API key or a session's token as `Authorization: Bearer TOKEN`.",
  malformed:
    "What the header `Authorization: Bearer TOKEN` has in the token's place is no token: a variable may not be filled in, or brackets stand around it. Keys of other services do not open this one.",
  invalid: "This token is not known here: it may be cut off, revoked, or another server's.",
  expired: "This token has expired. Get a new one: sign in again, or create another key.",
};

/** The key that a header names, or null if the header is not one that we accept. */
function acceptableKid(header: Claims | null): string | null {
  if (!header || !algorithms.includes(header.alg as string) || "crit" in header || !isText(header.kid))
    return null;
  const { typ, kid } = header;
  const typed = typ === undefined || (typeof typ === "string" && types.includes(typ.toLowerCase()));
  return typed ? kid : null;
}

const isCanonical = (part: string) =>
  part !== "" && Buffer.from(part, "base64url").toString("base64url") === part;

function verifiedEmail(claims: Claims): string | null {
  const { email } = claims;
  return isText(email) && emailAddress(email) !== null && isEmailVerified(claims) !== false ? email : null;
}
