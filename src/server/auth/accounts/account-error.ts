/** Why an account could not be created or used: one line, in our words, for the person who asked. */
export class AccountError extends Error {
  override name = "AccountError";
}
