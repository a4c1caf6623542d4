import { parse } from "lossless-json";

export type Claims = Record<string, unknown>;

const latestDate = 253_402_300_799;
/** How far clocks may differ. */
export const leewaySeconds = 30;
const textLimit = 255;

/**
 * The JSON object in one base64url part of a token, or null: for any other spelling of the same bytes
 * (padding, spare bits), bytes that are no UTF-8, and objects that name a member twice
 * with different values, which two readers could read in two ways.
 */
export function tokenObject(part: string): Claims | null {
  const bytes = Buffer.from(part, "base64url");
  if (bytes.toString("base64url") !== part) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = parse(text, null, { parseNumber: Number });
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Claims) : null;
  } catch {
    return null;
  }
}

/** The verdict on a token's claims. */
export type Verdict = "valid" | "expired" | "invalid";

export interface Expected {
  issuer: string;
  audience: string;
  now: Date;
}

/** Judges the claims of a token with a valid signature. Source: docs/contract/authentication.md (leeway 30 s). */
export function judge(claims: Claims, expected: Expected): Verdict {
  const { iss, aud, sub, exp, nbf, iat } = claims;
  const seconds = expected.now.getTime() / 1000;
  if (iss !== expected.issuer) return "invalid";
  if (!(Array.isArray(aud) ? aud : [aud]).includes(expected.audience)) return "invalid";
  if (!isText(sub) || isIdOrRefreshToken(claims)) return "invalid";
  if (!isDate(exp) || exp > latestDate) return "invalid";
  if (!isPastOrAbsent(nbf, seconds) || !isPastOrAbsent(iat, seconds)) return "invalid";
  return exp <= seconds - leewaySeconds ? "expired" : "valid";
}

const isDate = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const isPastOrAbsent = (value: unknown, seconds: number) =>
  value === undefined || (isDate(value) && value <= seconds + leewaySeconds);

export const isText = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length > 0 &&
  value.length <= textLimit &&
  !value.includes("\u0000") &&
  value.isWellFormed();

/** Claims that mark other tokens than access tokens in OpenID Connect, Keycloak and Cognito. */
function isIdOrRefreshToken({ nonce, at_hash, c_hash, events, typ, token_use }: Claims): boolean {
  const marks = [nonce, at_hash, c_hash, events];
  if (marks.some((mark) => mark !== undefined)) return true;
  const kinds = [typ, token_use].map((kind) => (typeof kind === "string" ? kind.toLowerCase() : ""));
  return kinds.some((kind) => ["id", "refresh", "offline", "logout"].includes(kind));
}
