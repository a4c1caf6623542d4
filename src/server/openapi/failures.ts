import { type Problem, type ProblemCode, problems } from "../kernel/problem.ts";
import { failureHeaders } from "./answer-headers.ts";
import { exampleOf } from "./example.ts";
import { headerRefs } from "./parts.ts";
import type { Json } from "./schemas.ts";

/** What HTTP itself refuses before an operation is reached: operations describe these together, as `4XX`. */
const refusals: readonly ProblemCode[] = [
  ...(["PAYLOAD_TOO_LARGE", "REQUEST_TIMEOUT", "URI_TOO_LONG"] as const),
  ...(["UNSUPPORTED_MEDIA_TYPE", "HEADERS_TOO_LARGE"] as const),
];

/** The key under which an operation describes a code: its status, or `4XX`. */
export const describedAs = (code: ProblemCode): string =>
  refusals.includes(code) ? "4XX" : String(problems[code].status);

/** What the shared answer says if several codes share it: those that follow from a rule, the most frequent first. */
const usual: Record<string, { codes: readonly ProblemCode[]; says: string }> = {
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
    says: "`INSUFFICIENT_SCOPE`, `INSUFFICIENT_ROLE` where your role must be another, or `NO_ENTITLEMENT` where the plan must include the feature.",
  },
  404: {
    codes: ["PROJECT_NOT_FOUND", "REPORT_NOT_READY", "ORGANIZATION_NOT_FOUND"],
    says: "`PROJECT_NOT_FOUND`, or `REPORT_NOT_READY` where a completed report is required, unless the operation names other codes; `ORGANIZATION_NOT_FOUND` for an `Overheard-Organization` that you are not in.",
  },
  409: {
    codes: ["IDEMPOTENCY_IN_PROGRESS"],
    says: "`IDEMPOTENCY_IN_PROGRESS`, unless the operation names other codes.",
  },
  "4XX": {
    codes: refusals,
    says: `Refused before the operation was reached: ${refusals
      .map((code) => `${problems[code].status} \`${code}\``)
      .join(", ")}.`,
  },
};

const codesAt = (key: string): readonly ProblemCode[] =>
  usual[key]?.codes ??
  (Object.keys(problems) as ProblemCode[]).filter((code) => String(problems[code].status) === key);

/** Whether the shared answer covers all of these codes, so that an operation need not. */
export const areUsual = (key: string, codes: readonly ProblemCode[]): boolean =>
  codes.every((code) => codesAt(key).includes(code));

/** Details shown in the example of a status. */
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
  ENGINE_UPSTREAM_ERROR: { retryable: true, reason: "unavailable" },
  CMS_UPSTREAM_ERROR: { retryable: true, reason: "unreachable" },
  RATE_LIMITED: { bucket: "list_projects", limit: 120, reset_seconds: 5 },
};

/** The answer under one key, a status or `4XX`, shared by every operation that may give it. */
export function failureResponse(key: string): Json {
  const code = codesAt(key)[0]!;
  const { says } = problems[code];
  const detail = details[code];
  return {
    description: usual[key]?.says ?? says,
    headers: headerRefs(failureHeaders(problems[code].status)),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: {
          error: {
            ...{ code, message: says },
            ...(detail ? { details: detail } : {}),
            request_id: exampleOf({ type: "string", format: "uuid" }),
          },
        },
      },
    },
  };
}
