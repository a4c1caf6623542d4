/** Every way an action can fail: one table, read by each door, by openapi.json and by the docs. Source: docs/contract/errors.md. */
export const problems = {
  VALIDATION_ERROR: { status: 400, says: "The input is not valid." },
  INVALID_JSON: { status: 400, says: "The body is not a JSON object that can be read." },
  URL_NOT_ALLOWED: { status: 400, says: "This address may not be fetched." },
  IDEMPOTENCY_KEY_REUSED: { status: 400, says: "This idempotency key was used with another payload." },
  UNAUTHORIZED: { status: 401, says: "A valid bearer token is needed." },
  JWT_REQUIRED: { status: 401, says: "This route needs a session JWT; an API key is not accepted." },
  BILLING_REQUIRED: { status: 402, says: "The quota does not cover this request." },
  NO_ENTITLEMENT: { status: 403, says: "This account or project cannot use the feature." },
  INSUFFICIENT_SCOPE: { status: 403, says: "The token lacks a scope that this action needs." },
  NOT_FOUND: { status: 404, says: "There is no such route." },
  PROJECT_NOT_FOUND: { status: 404, says: "There is no such project among yours." },
  REPORT_NOT_FOUND: { status: 404, says: "There is no such report among yours." },
  CRAWL_RECORD_NOT_FOUND: { status: 404, says: "There is no such crawl record among yours." },
  TEST_NOT_FOUND: { status: 404, says: "There is no such saved test among yours." },
  ANSWER_NOT_FOUND: { status: 404, says: "This report holds no such answer." },
  COMPETITOR_NOT_FOUND: { status: 404, says: "This project tracks no such competitor." },
  CONNECTOR_NOT_FOUND: { status: 404, says: "There is no such connector among yours." },
  KEY_NOT_FOUND: { status: 404, says: "There is no such key among yours." },
  OPPORTUNITY_NOT_FOUND: { status: 404, says: "There is no such opportunity in this project." },
  WORKSPACE_NOT_FOUND: { status: 404, says: "There is no such client workspace among yours." },
  SHARE_LINK_NOT_FOUND: { status: 404, says: "There is no such share link among yours." },
  CMS_CONNECTION_NOT_FOUND: { status: 404, says: "No blog is connected to this project." },
  REPORT_NOT_READY: { status: 404, says: "No completed report is available yet." },
  METHOD_NOT_ALLOWED: { status: 405, says: "This route does not take that method." },
  REQUEST_TIMEOUT: { status: 408, says: "The request did not arrive in time." },
  KEY_LIMIT_REACHED: { status: 409, says: "You have as many keys as one user may have. Delete one first." },
  REPORT_STATE_CONFLICT: { status: 409, says: "The state of this report does not allow that." },
  CMS_NOT_CONNECTED: {
    status: 409,
    says: "No blog that lets us in is connected to this project; connect one.",
  },
  UPDATE_BRIEF_NOT_PUBLISHABLE: {
    status: 409,
    says: "An update brief says what to change on a page; it is no post of its own.",
  },
  CONTENT_NOT_READY: { status: 409, says: "This draft has no text that could be published." },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, says: "A request with this idempotency key is still running." },
  SECRET_ALREADY_SHOWN: {
    status: 409,
    says: "An earlier request made this already; its secret is shown only once.",
  },
  PAYLOAD_TOO_LARGE: { status: 413, says: "The body is larger than this route takes." },
  URI_TOO_LONG: { status: 414, says: "The address of the request is too long." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, says: "The body must be JSON in UTF-8 without a content encoding." },
  RATE_LIMITED: { status: 429, says: "Too many requests; retry after the given delay." },
  HEADERS_TOO_LARGE: { status: 431, says: "The headers of the request are too large." },
  INTERNAL_ERROR: { status: 500, says: "Our fault. Quote the request id when you write to us." },
  CMS_UPSTREAM_ERROR: { status: 502, says: "The blog did not do what was asked of it." },
  SERVICE_UNAVAILABLE: {
    status: 503,
    says: "The service cannot answer just now; retry after the given delay.",
  },
} as const;

export type ProblemCode = keyof typeof problems;

/** One thing wrong with the input. `path` is a JSON Pointer; the offending value is never repeated. */
export interface Issue {
  in: "body" | "query" | "path" | "header";
  path: string;
  code: string;
  message: string;
  expected?: string;
  /** The known name for which this one was probably given. */
  did_you_mean?: string;
}

export interface ProblemOptions {
  details?: Record<string, unknown> | null;
  /** Our own words in place of the table's; never foreign text. */
  message?: string;
  /** Seconds until a retry can help; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A failure on purpose. Anything else that is thrown becomes INTERNAL_ERROR, its text goes to the log only. */
export class Problem extends Error {
  override name = "Problem";
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | null;
  readonly retryAfterSeconds: number | null;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.message ?? problems[code].says, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** A 400 that names what is wrong, where. */
export function invalid(issues: Issue[]): Problem {
  return new Problem("VALIDATION_ERROR", { details: { issues } });
}
