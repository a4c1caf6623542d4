import { type Problem, type ProblemCode, problems } from "../../kernel/problem.ts";
import { type AnswerHeaders, failureHeaders } from "./answer-headers.ts";
import { exampleOf } from "./example.ts";
import { organizationId } from "./examples/northwind.ts";
import type { Json } from "./schemas.ts";

const requestId = exampleOf({ type: "string", format: "uuid" });
const integer = (description: string, example: number): Json => ({
  description,
  schema: { type: "integer", format: "int64" },
  example,
});
const string = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

/** Headers of answers, by name. */
export const headers: Record<string, Json> = {
  "X-Request-Id": {
    description: "Id of this request, as in the body.",
    schema: { type: "string", format: "uuid" },
    example: requestId,
  },
  "RateLimit-Limit": integer("Requests per window of this route's counter.", 120),
  "RateLimit-Remaining": integer("Requests left in the window.", 119),
  "RateLimit-Reset": integer("Seconds until the window closes.", 60),
  "X-RateLimit-Limit": integer("Requests per window.", 120),
  "X-RateLimit-Remaining": integer("Always 0.", 0),
  "X-RateLimit-Reset": integer("When the window closes, in Unix seconds.", 1768467660),
  "Retry-After": integer("Seconds after which a retry can succeed.", 5),
  "WWW-Authenticate": string("What a credential must be.", 'Bearer realm="api"'),
  ETag: string("Weak validator of `data`, for If-None-Match.", 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
  Location: string("Path of what was made or accepted.", `/v1/reports/${requestId}`),
  "Idempotent-Replayed": string(
    "`true` where this is the stored answer of an earlier request with the same key.",
    "true",
  ),
  "Content-Disposition": string(
    "A name for the file.",
    'attachment; filename="report-019bbf20-0e11-7a64-9c0d-1b7e42f3d865.jsonl"',
  ),
  Deprecation: string("When the route was deprecated (RFC 9745).", "@1768435200"),
  Sunset: string("When it stops working (RFC 8594).", "Wed, 15 Jul 2026 00:00:00 GMT"),
  Link: string(
    "Where to read about it, and what to use instead (RFC 8288).",
    '<https://overheard.example/docs>; rel="deprecation"',
  ),
};

/** Its name among the components, shorter where nearly every answer has it. */
export const headerName = (name: string): string => name.replace(/^(RateLimit|X(?!-RateLimit))-/, "");

export const headerRefs = ({ always, sometimes }: AnswerHeaders): Json =>
  Object.fromEntries(
    [...always, ...sometimes].map((name) => [name, { $ref: `#/components/headers/${headerName(name)}` }]),
  );

/** Headers that requests may carry, by the name of their component. */
export const parameters: Record<string, Json> = {
  Organization: {
    ...{ name: "Overheard-Organization", in: "header", required: false },
    description:
      "Id of the organization that the request is about, for a session JWT; without it, the one used last. Keys and connectors have one alone.",
    schema: { type: "string", format: "uuid" },
    example: organizationId,
  },
  IdempotencyKey: {
    ...{ name: "Idempotency-Key", in: "header", required: false },
    description:
      "A repeated request with the same key gets the first one's answer and does nothing again; kept 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
    example: "order-2026-01-15",
  },
  IfNoneMatch: {
    ...{ name: "If-None-Match", in: "header", required: false },
    description: "ETag of an earlier answer; where nothing changed the answer is 304 without a body.",
    schema: { type: "string", maxLength: 1024 },
    example: 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  },
  Prefer: {
    ...{ name: "Prefer", in: "header", required: false },
    description: "`wait=N`: wait up to N seconds, at most 25, for the result (RFC 7240).",
    schema: { type: "string", maxLength: 255 },
    example: "wait=10",
  },
};

/** Answers of failures are called by their status: hundreds of references to them make up much of the document. */
export const responseName = (status: number): string => String(status);

/** Details that the example of a status shows. */
const details: Partial<Record<ProblemCode, Problem["details"]>> = {
  VALIDATION_ERROR: {
    issues: [{ in: "body", path: "/projectId", code: "required", message: "This is required." }],
  },
  UNAUTHORIZED: { reason: "missing" },
  BILLING_REQUIRED: {
    quota: "visibility",
    remaining: 5,
    required: 20,
    limit: 300,
    resets_at: "2026-02-15T09:00:00.000Z",
    upgrade_url: null,
  },
  NO_ENTITLEMENT: { feature: "share_links", plan: "free", required_plan: "starter" },
  CMS_UPSTREAM_ERROR: { retryable: true, reason: "unreachable" },
  RATE_LIMITED: { bucket: "list_projects", limit: 120, reset_seconds: 5 },
};

/** The answer to who has the newest already. */
export const notModified: Json = {
  description: "Nothing changed since the given ETag.",
  headers: headerRefs({
    always: ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "ETag"],
    sometimes: [],
  }),
};

/** What the shared answer of a status says, where several codes have it: those that follow from a rule, first the most frequent. */
const usual: Record<number, { codes: ProblemCode[]; says: string }> = {
  400: {
    codes: ["VALIDATION_ERROR", "INVALID_JSON", "IDEMPOTENCY_KEY_REUSED"],
    says: "`VALIDATION_ERROR`; `INVALID_JSON` if the body is not JSON; `IDEMPOTENCY_KEY_REUSED` if the key came with other input.",
  },
  401: {
    codes: ["UNAUTHORIZED", "JWT_REQUIRED"],
    says: "`UNAUTHORIZED`, or `JWT_REQUIRED` where only a session JWT is accepted.",
  },
  403: {
    codes: ["INSUFFICIENT_SCOPE", "INSUFFICIENT_ROLE", "NO_ENTITLEMENT"],
    says: "`INSUFFICIENT_ROLE` where your role in the organization does not allow it, `INSUFFICIENT_SCOPE` where the token does not, or `NO_ENTITLEMENT` where a plan has to include the feature.",
  },
  404: {
    codes: ["PROJECT_NOT_FOUND", "ORGANIZATION_NOT_FOUND"],
    says: "`PROJECT_NOT_FOUND`, unless the operation names other codes; `ORGANIZATION_NOT_FOUND` for an `Overheard-Organization` that you are not in.",
  },
  409: {
    codes: ["IDEMPOTENCY_IN_PROGRESS"],
    says: "`IDEMPOTENCY_IN_PROGRESS`, unless the operation names other codes.",
  },
};

/** Whether the shared answer of a status says all of these codes, so that an operation need not. */
export const areUsual = (status: number, codes: readonly ProblemCode[]): boolean =>
  codes.every((code) => (usual[status]?.codes ?? codesWith(status)).includes(code));

/** All codes of a status. */
const codesWith = (status: number): ProblemCode[] =>
  (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].status === status);

/** One answer per failing status, shared by every operation that may give it. */
export function errorResponse(status: number): Json {
  const code = usual[status]?.codes[0] ?? codesWith(status)[0]!;
  const { says } = problems[code];
  const shown = details[code];
  return {
    description: usual[status]?.says ?? says,
    headers: headerRefs(failureHeaders(status)),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: {
          error: { code, message: says, ...(shown ? { details: shown } : {}), request_id: requestId },
        },
      },
    },
  };
}

const uuid = { type: "string", format: "uuid" };

/** What every answer is wrapped in. Source: docs/contract/envelope.md. */
export const envelopeSchemas: Record<string, Json> = {
  Error: {
    type: "object",
    description: "The body of every failure.",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message", "request_id"],
        properties: {
          code: {
            $ref: "#/components/schemas/ErrorCode",
            description: "What went wrong, for programs. New codes may be added.",
          },
          message: { type: "string", description: "What went wrong, for people." },
          details: {
            description: "More about it, by code; for BILLING_REQUIRED an object with `remaining`.",
          },
          request_id: { ...uuid, description: "Quote it when you write to us." },
        },
      },
    },
  },
  ErrorCode: {
    type: "string",
    description: `What can go wrong, for programs; new codes may be added.\n\n${Object.entries(problems)
      .map(([code, { says }]) => `- ${code}: ${says}`)
      .join("\n")}`,
    enum: Object.keys(problems),
  },
  Envelope: {
    type: "object",
    description: "What every success is wrapped in; each operation says what its `data` is.",
    required: ["meta"],
    properties: { meta: { $ref: "#/components/schemas/Meta" } },
  },
  Meta: {
    type: "object",
    description: "What goes around `data`.",
    required: ["request_id", "billing"],
    properties: {
      request_id: { ...uuid, description: "The same as X-Request-Id." },
      billing: { $ref: "#/components/schemas/Billing" },
      pagination: { $ref: "#/components/schemas/Pagination" },
      warnings: {
        type: "array",
        items: { $ref: "#/components/schemas/Warning" },
        description: "What was ignored or dropped.",
      },
      idempotent_replay: { type: "boolean", const: true, description: "This is a stored answer." },
    },
  },
  Billing: {
    type: "object",
    description: "Plan and quota snapshot. Its shape may change; only `plan` is sure to be there.",
    required: ["plan"],
    additionalProperties: true,
    properties: { plan: { type: "string", description: "Code of the plan.", examples: ["free"] } },
  },
  Pagination: {
    type: "object",
    description: "Of paged lists only.",
    required: ["limit", "next_cursor", "has_more"],
    properties: {
      limit: { type: "integer", format: "int32", description: "Items per page." },
      next_cursor: { type: ["string", "null"], description: "Send it as `cursor` for the next page." },
      has_more: { type: "boolean", description: "Whether there is a next page." },
    },
  },
  Warning: {
    type: "object",
    description: "Something that was ignored or dropped.",
    required: ["code", "path", "message"],
    properties: {
      code: {
        type: "string",
        description: "What it is about, for programs.",
        examples: ["UNKNOWN_PARAMETER"],
      },
      path: { type: ["string", "null"], description: "JSON Pointer of the parameter." },
      message: { type: "string", description: "What it is about, for people." },
      did_you_mean: { type: "string", description: "The parameter that was probably meant." },
    },
  },
};
