/** `bad_key`: the credentials are refused. `refused`: this request is, and would be again. */
export type RedditErrorKind =
  | "rate_limited"
  | "unavailable"
  | "bad_key"
  | "refused"
  | "bad_answer"
  | "cancelled";

/** Why Reddit did not answer; its own words appear at most in `cause`. */
export class RedditError extends Error {
  override name = "RedditError";
  readonly kind: RedditErrorKind;

  constructor(kind: RedditErrorKind, options: { cause?: unknown } = {}) {
    super(`Reddit: ${kind}`, options);
    this.kind = kind;
  }
}
