import { organizationId } from "../api/examples/northwind.ts";
import { problems } from "../kernel/problem.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { exampleOf } from "./example.ts";
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

/** Response headers, by name. */
export const headers: Record<string, Json> = {
  "RateLimit-Limit": integer("Requests allowed per window.", 120),
  "RateLimit-Remaining": integer("Requests left in the window.", 119),
  "RateLimit-Reset": integer("Seconds until the window ends.", 60),
  "X-RateLimit-Limit": integer("Requests per window.", 120),
  "X-RateLimit-Remaining": integer("Always 0.", 0),
  "X-RateLimit-Reset": integer("When the window ends, in Unix seconds.", 1768467660),
  "Retry-After": integer("Seconds to wait before a retry.", 5),
  "WWW-Authenticate": string("Which credential is required.", 'Bearer realm="api"'),
  ETag: string("Weak validator of `data`, for If-None-Match.", 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
  Location: string("Path of the result.", `/v1/reports/${requestId}`),
  "Idempotent-Replayed": string("`true`: the stored answer to an earlier request with this key.", "true"),
  "Content-Disposition": string(
    "File name.",
    'attachment; filename="report-019bbf20-0e11-7a64-9c0d-1b7e42f3d865.jsonl"',
  ),
  Deprecation: string("When the route was deprecated (RFC 9745).", "@1768435200"),
  Sunset: string("When it stops working (RFC 8594).", "Wed, 15 Jul 2026 00:00:00 GMT"),
  Link: string(
    "Where to read about it, and what to use instead (RFC 8288).",
    '<https://overheard.example/docs>; rel="deprecation"',
  ),
};

/** Its name among the components, shorter if nearly every answer has it. */
export const headerName = (name: string): string => name.replace(/^RateLimit-/, "");

/** Without the request id: every body contains it and says that this header does too. */
export const headerRefs = ({ always, sometimes }: AnswerHeaders): Json =>
  Object.fromEntries(
    [...always, ...sometimes]
      .filter((name) => name !== "X-Request-Id")
      .map((name) => [name, { $ref: `#/components/headers/${headerName(name)}` }]),
  );

/** Headers that requests may carry, by component name. */
export const parameters: Record<string, Json> = {
  Organization: {
    ...{ name: "Overheard-Organization", in: "header", required: false },
    description:
      "Id of the organization that the request is about, for a session JWT; without it, the one chosen last. Keys and connectors have one alone.",
    schema: { type: "string", format: "uuid" },
    example: organizationId,
  },
  IdempotencyKey: {
    ...{ name: "Idempotency-Key", in: "header" },
    description: "Makes a repeat of this request safe: it gets the first answer. Kept for 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
    example: "order-2026-01-15",
  },
  IfNoneMatch: {
    ...{ name: "If-None-Match", in: "header" },
    description: "ETag of an earlier answer; 304 without a body if nothing changed.",
    schema: { type: "string", maxLength: 1024 },
    example: 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  },
  Prefer: {
    ...{ name: "Prefer", in: "header" },
    description: "`wait=N`: wait up to N seconds (at most 25) for the result (RFC 7240).",
    schema: { type: "string", maxLength: 255 },
    example: "wait=10",
  },
};

/** The answer to a client that already has the newest version. */
export const notModified: Json = {
  description: "Nothing changed since the given ETag.",
  headers: headerRefs({
    always: ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "ETag"],
    sometimes: [],
  }),
};

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
          },
          message: { type: "string", description: "What went wrong, for people." },
          details: {
            description: "Details, by code.",
          },
          request_id: { ...uuid, description: "Id of this request, as in X-Request-Id and the log." },
        },
      },
    },
  },
  ErrorCode: {
    type: "string",
    description: "What went wrong, for programs; new codes may be added. The message says it in words.",
    enum: Object.keys(problems),
  },
  Envelope: {
    type: "object",
    description: "The envelope of every success.",
    required: ["meta"],
    properties: { meta: { $ref: "#/components/schemas/Meta" } },
  },
  Meta: {
    type: "object",
    description: "About the answer.",
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
    description: "Plan and quota. Its shape may change; only `plan` is guaranteed.",
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
    description: "Something ignored or dropped.",
    required: ["code", "path", "message"],
    properties: {
      code: {
        type: "string",
        description: "What it is about, for programs.",
        examples: ["UNKNOWN_PARAMETER"],
      },
      path: { type: ["string", "null"], description: "JSON Pointer of the parameter." },
      row: { type: "integer", format: "int32", description: "Row of an import that it is about, from 1." },
      message: { type: "string", description: "What it is about, for people." },
      did_you_mean: { type: "string", description: "The name or value that was probably meant." },
    },
  },
};
