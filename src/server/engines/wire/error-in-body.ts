import type { EngineErrorKind, EngineErrorReason } from "../engine.ts";
import { isObject, type JsonObject, objectIn, objectsIn, stringIn } from "./json.ts";

/** What a vendor says went wrong. */
export interface ErrorInBody {
  kind: EngineErrorKind;
  reason: EngineErrorReason | null;
}

/** Whether there is something where an answer would be. */
const hasAnswer = (body: JsonObject): boolean =>
  [body.choices, body.output, body.content, body.candidates, body.message].some(
    (value) => isObject(value) || Array.isArray(value),
  );

/** The failure that a body tells under a status of success; null if it tells none. */
export function errorIn(body: unknown): ErrorInBody | null {
  const outer = outerOf(body);
  const { error, type, object } = outer;
  const isError =
    (isObject(error) && Object.keys(error).length > 0) ||
    (typeof error === "string" && error !== "") ||
    type === "error" ||
    object === "error" ||
    (outer.success === false && !hasAnswer(outer));
  const status = statusIn(outer);
  return isError || (status !== null && !hasAnswer(outer)) ? errorOf(status, body) : null;
}

/**
 * What a status of 300 or more means; null: none is told. Vendors' documented codes refine it: Google calls a bad key 400,
 * OpenAI calls an empty account 429, and Anthropic may put an overload in any status. A 403 says that the request may not
 * be made, which is no word about the key.
 */
export function errorOf(status: number | null, body: unknown): ErrorInBody {
  const codes = codesIn(body);
  const refined = findFailure(refining, codes);
  if (refined) return refined;
  // A rate may be called a quota too.
  if ([...codes].some((code) => money.test(code) && !rate.test(code)))
    return { kind: "refused", reason: "no_credit" };
  return (status === null ? findFailure(general, codes) : null) ?? byStatus(status);
}

function findFailure(table: readonly Row[], codes: ReadonlySet<string>): ErrorInBody | null {
  const row = table.find(([, , words]) => words.some((word) => codes.has(word)));
  return row ? { kind: row[0], reason: row[1] } : null;
}

function byStatus(status: number | null): ErrorInBody {
  const asFailure = (kind: EngineErrorKind, reason: EngineErrorReason | null = null): ErrorInBody => ({
    kind,
    reason,
  });
  if (status === null) return asFailure("unavailable");
  if (status === 401) return asFailure("bad_key");
  if (status === 402) return asFailure("refused", "no_credit");
  if (status === 403) return asFailure("refused", "no_permission");
  if (status === 404) return asFailure("refused", "no_model");
  if (status === 451) return asFailure("refused", "country");
  if (status === 429 || status === 529) return asFailure("rate_limited");
  if ([408, 409, 425].includes(status) || status >= 500) return asFailure("unavailable");
  return asFailure(status >= 400 ? "refused" : "bad_answer");
}

type Row = [EngineErrorKind, EngineErrorReason | null, string[]];

const row = (kind: EngineErrorKind, reason: EngineErrorReason | null, codes: string): Row => [
  kind,
  reason,
  codes.split(" "),
];

/** Vendors' documented codes that say more than a status, the first that fits. */
const refining: readonly Row[] = [
  row("rate_limited", null, "overloaded_error overloaded engine_overloaded engine_overloaded_error"),
  row(
    "refused",
    "country",
    "unsupported_country_region_territory unsupported_country unsupported_region region_not_supported location_not_supported",
  ),
  row("refused", "service_off", "service_disabled accessnotconfigured"),
  row(
    "refused",
    "key_bound",
    "api_key_service_blocked api_key_http_referrer_blocked api_key_ip_address_blocked api_key_android_app_blocked api_key_ios_app_blocked ip_not_authorized ip_not_allowed insufficient_permissions missing_scope access_token_scope_insufficient",
  ),
  row("refused", "no_credit", "insufficient_quota consumer_suspended consumer_invalid account_suspended"),
  row(
    "bad_key",
    null,
    "api_key_invalid invalid_api_key incorrect_api_key api_key_expired invalid_authentication invalid_authentication_error authentication_error account_deactivated",
  ),
  row(
    "refused",
    "policy",
    "content_filter content_policy_violation responsibleaipolicyviolation data_inspection_failed",
  ),
  row(
    "refused",
    "no_model",
    "model_not_found model_not_available model_permission_blocked_org model_permission_blocked_project must_be_verified",
  ),
  row("rate_limited", null, "ratelimitexceeded userratelimitexceeded"),
];

/** Codes that only say what a status would, where there is none. */
const general: readonly Row[] = [
  row("bad_key", null, "unauthenticated unauthorized"),
  row("refused", "no_model", "not_found_error not_found"),
  row(
    "refused",
    "no_permission",
    "permission_error permission_denied forbidden request_forbidden access_denied",
  ),
  row(
    "rate_limited",
    null,
    "rate_limit_exceeded rate_limit_error rate_limited too_many_requests resource_exhausted capacity_exceeded",
  ),
  row(
    "refused",
    null,
    "invalid_request_error invalid_request invalid_argument invalid_prompt failed_precondition context_length_exceeded bad_request badrequesterror",
  ),
];

const money =
  /quota|credit|billing|balance(?!r)|payment|spending|spend_limit|prepaid|insufficient_funds|arrear/;
const rate = /rate|thrott|tokens|requests|per_|tpm|rpm|concurren/;

/** The machine-readable codes of an error body; messages are prose and never decide anything. */
function codesIn(body: unknown): Set<string> {
  const outer = outerOf(body);
  const error = objectIn(outer.error);
  const metadata = objectIn(error.metadata);
  const inner = objectIn(error.innererror);
  const more = [...objectsIn(error.details), ...objectsIn(error.errors), ...objectsIn(outer.errors)];
  const codes = [
    ...[outer.code, outer.type, outer.reason, outer.error, objectIn(outer.detail).code],
    ...[error.code, error.type, error.status, error.reason, metadata.error_type, inner.code],
    ...more.flatMap(({ reason, code }) => [reason, code]),
  ];
  return new Set(codes.flatMap((code) => codeOf(code) ?? []));
}

/** xAI and Google write theirs in capitals, with hyphens or dots; what is a sentence is no code. */
function codeOf(value: unknown): string | null {
  const text = stringIn(value)?.trim();
  if (!text || !/^[\w:.-]{1,80}$/.test(text)) return null;
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}

/** A status given in the body, as a number or as digits. */
function statusIn(outer: JsonObject): number | null {
  const error = objectIn(outer.error);
  const values = [error.code, error.status, error.http_code, outer.code, outer.status, outer.status_code];
  const status = values.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code <= 599);
  return status ?? null;
}

/** Google's compatible routes wrap an error in a list. */
const outerOf = (body: unknown): JsonObject => objectIn(Array.isArray(body) ? body[0] : body);
