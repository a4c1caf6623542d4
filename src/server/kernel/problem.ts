import type { Role } from "./role.ts";
import type { Scope } from "./scope.ts";

/** Every way an action can fail: one table for every door, openapi.json and the docs. Source: docs/contract/errors.md. */
export const problems = {
  VALIDATION_ERROR: { status: 400, says: "The input is not valid." },
  INVALID_JSON: { status: 400, says: "The body is not a valid JSON object." },
  URL_NOT_ALLOWED: { status: 400, says: "This server may not fetch this address." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 400,
    says: "This idempotency key was already used with different input: a new request needs a new key.",
  },
  UNAUTHORIZED: { status: 401, says: "A valid bearer token is required." },
  JWT_REQUIRED: {
    status: 401,
    says: "Keys and connectors do not open this route: do it in the web app, or send a session's JWT, which `overheard token --email EMAIL` prints on the server.",
  },
  BILLING_REQUIRED: { status: 402, says: "Your quota does not cover this request." },
  NO_ENTITLEMENT: { status: 403, says: "This account or project cannot use this feature." },
  INSUFFICIENT_SCOPE: { status: 403, says: "The token lacks a scope that this action requires." },
  INSUFFICIENT_ROLE: { status: 403, says: "Your role in this organization does not allow this." },
  LIMITED_MEMBER: {
    status: 403,
    says: "Your membership is limited to some client workspaces, which does not allow this.",
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    says: "Your email address is not confirmed, so you cannot invite others.",
  },
  SIGN_IN_AGAIN: {
    status: 403,
    says: "You signed in more than 10 minutes ago. Sign out, sign in again, then repeat the request.",
  },
  NOT_FOUND: { status: 404, says: "This route does not exist. /openapi.json lists all routes." },
  ORGANIZATION_NOT_FOUND: { status: 404, says: "You are in no such organization." },
  MEMBER_NOT_FOUND: { status: 404, says: "This organization has no such member." },
  INVITATION_NOT_FOUND: { status: 404, says: "There is no such invitation." },
  PROJECT_NOT_FOUND: { status: 404, says: "You have no such project." },
  REPORT_NOT_FOUND: { status: 404, says: "You have no such report." },
  CRAWL_RECORD_NOT_FOUND: { status: 404, says: "You have no such crawl record." },
  TEST_NOT_FOUND: { status: 404, says: "You have no such saved test." },
  ANSWER_NOT_FOUND: { status: 404, says: "This report has no such answer." },
  COMPETITOR_NOT_FOUND: { status: 404, says: "This project tracks no such competitor." },
  CONNECTOR_NOT_FOUND: { status: 404, says: "You have no such connector." },
  KEY_NOT_FOUND: { status: 404, says: "You have no such key." },
  OPPORTUNITY_NOT_FOUND: { status: 404, says: "This project has no such opportunity." },
  WORKSPACE_NOT_FOUND: { status: 404, says: "You have no such client workspace." },
  INTERVENTION_NOT_FOUND: { status: 404, says: "This project has no such intervention." },
  CORRECTION_NOT_FOUND: { status: 404, says: "This project has no such correction." },
  SHARE_LINK_NOT_FOUND: { status: 404, says: "You have no such share link." },
  CLIENT_ISSUE_NOT_FOUND: { status: 404, says: "This project has no such report for its client." },
  CMS_CONNECTION_NOT_FOUND: { status: 404, says: "No blog is connected to this project." },
  ENGINE_CREDENTIALS_NOT_FOUND: {
    status: 404,
    says: "Your organization has no key of its own for this assistant.",
  },
  WEBHOOK_NOT_FOUND: { status: 404, says: "Destination not found." },
  DELIVERY_NOT_FOUND: { status: 404, says: "This destination has no such delivery." },
  BUCKET_NOT_FOUND: { status: 404, says: "The organization has no bucket for nightly exports." },
  REPORT_NOT_READY: { status: 404, says: "There is no completed report yet." },
  METHOD_NOT_ALLOWED: { status: 405, says: "This route does not support this method." },
  REQUEST_TIMEOUT: { status: 408, says: "The request did not arrive in time." },
  KEY_LIMIT_REACHED: { status: 409, says: "You have reached the maximum number of keys. Delete one first." },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    says: "The organization has reached its maximum number of destinations. Delete one first.",
  },
  INVITATION_CLOSED: { status: 409, says: "This invitation can no longer be accepted." },
  INVITATION_NOT_YOURS: {
    status: 403,
    says: "This invitation is for another email address. Sign in with that one.",
  },
  ALREADY_MEMBER: { status: 409, says: "This address belongs to a member of the organization." },
  MEMBER_LIMIT_REACHED: { status: 409, says: "The organization has reached its maximum number of members." },
  PASSWORD_LINK_REFUSED: {
    status: 409,
    says: "No link for a new password can be created for this member.",
  },
  LAST_OWNER: {
    status: 409,
    says: "An organization needs an owner who can sign in. Make another member an owner, or delete the organization.",
  },
  REPORT_STATE_CONFLICT: { status: 409, says: "The report's current state does not allow this." },
  CMS_NOT_CONNECTED: {
    status: 409,
    says: "This project has no working connection to a blog.",
  },
  UPDATE_BRIEF_NOT_PUBLISHABLE: {
    status: 409,
    says: "An update brief describes changes to an existing page; it cannot be published as a post.",
  },
  CONTENT_NOT_READY: { status: 409, says: "This draft has no text to publish yet." },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, says: "A request with this idempotency key is still running." },
  EXPORT_RUNNING: {
    status: 409,
    says: "Another archive of yours is being downloaded. Retry once that has ended.",
  },
  KEY_TRIAL_RUNNING: {
    status: 409,
    says: "Another key of this organization is being tried out. Retry after the given delay.",
  },
  SECRET_ALREADY_SHOWN: {
    status: 409,
    says: "An earlier request already created this; its secret is shown only once.",
  },
  PAYLOAD_TOO_LARGE: { status: 413, says: "The body is larger than this route accepts." },
  URI_TOO_LONG: { status: 414, says: "The request's address is too long." },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    says: "Send the body as JSON in UTF-8, with the header `Content-Type: application/json` and without a content encoding.",
  },
  RATE_LIMITED: { status: 429, says: "Too many requests. Retry after the given delay." },
  HEADERS_TOO_LARGE: {
    status: 431,
    says: "The request's headers are too large. From a browser, cookies usually are: delete those of this host, whose servers all share them, whatever their ports.",
  },
  INTERNAL_ERROR: {
    status: 500,
    says: "Something went wrong on the server. Its log has details under this request id.",
  },
  ENGINE_UPSTREAM_ERROR: {
    status: 502,
    says: "The assistant did not answer, so the key was not saved. Try again.",
  },
  CMS_UPSTREAM_ERROR: { status: 502, says: "The blog did not carry out the request." },
  SERVICE_UNAVAILABLE: {
    status: 503,
    says: "The service is temporarily unavailable. Retry after the given delay.",
  },
} as const;

export type ProblemCode = keyof typeof problems;

/** One thing wrong with the input. `path` is a JSON Pointer; the offending value is never repeated. */
export interface Issue {
  in: "body" | "query" | "path" | "header";
  path: string;
  /** The row of an import that the path leads to, from 1. */
  row?: number;
  code: string;
  message: string;
  expected?: string;
  /** The known name that was probably meant. */
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

/** A deliberate failure. Anything else that is thrown becomes INTERNAL_ERROR, and its text goes only to the log. */
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

/** A 400 that names what is wrong and where: its message says the first of the issues. */
export function invalid(issues: Issue[]): Problem {
  const [first, ...more] = issues;
  if (!first) return new Problem("VALIDATION_ERROR");
  const rest = more.length > 0 ? ` details.issues has ${more.length} more.` : "";
  return new Problem("VALIDATION_ERROR", {
    message: `${inSentence(first)}${rest}`,
    details: { issues },
  });
}

function inSentence(issue: Issue): string {
  const { in: part, path, message } = issue;
  const ofBody = part === "body" && path === "";
  if (ofBody && message.startsWith("Must ")) return `The body m${message.slice(1)}`;
  return `${ofBody ? "The body: " : placeIn(issue)}${message}`;
}

/** "row 3, provider: ", "competitors, item 2: "; nothing for a place that has no name of ours. */
function placeIn({ path, row }: Issue): string {
  const steps = path
    .split("/")
    .slice(row === undefined ? 1 : 2)
    .map((step) => (/^\d+$/.test(step) ? `item ${Number(step) + 1}` : step));
  // A name that is none of ours is left to the pointer.
  const fieldNames = steps.filter((step) => /^[a-z][\w ]{0,63}$/i.test(step));
  const words = [...(row === undefined ? [] : [`row ${row}`]), ...fieldNames].join(", ");
  return words === "" ? "" : `${words}: `;
}

/** The credential may do less than its member: a key or connector with more scopes may. */
export const lacksScope = (scope: Scope): Problem =>
  new Problem("INSUFFICIENT_SCOPE", {
    message: `This action requires the scope ${scope}, which the token lacks.`,
    details: { required: [scope] },
  });

/** A 403 that names the roles that would do, least first. */
export function insufficientRole(required: readonly Role[]): Problem {
  return new Problem("INSUFFICIENT_ROLE", {
    message: `This requires the role ${required.join(" or ")} in the organization, which you do not have.`,
    details: { required },
  });
}
