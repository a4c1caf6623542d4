/**
 * A request to the accounts, parsed once: limits, rules and the account library all look at these fields, so that none
 * of them can take the request for another.
 */
export interface AccountRequest {
  method: string;
  /** Below /api/auth, such as `/sign-in/email`. */
  path: string;
  query?: string;
  /** The fields of the body. */
  fields: Readonly<Record<string, unknown>>;
  headers: Headers;
  /** The source address, from the door. */
  from: string;
}

/** Answers a request to the accounts. */
export type FetchAccounts = (request: AccountRequest) => Promise<Response>;
