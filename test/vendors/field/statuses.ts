import { type Vendor, vendors } from "../vendor.ts";
import { type FieldRow, fails } from "./row.ts";

const row = (
  what: string,
  by: readonly Vendor[],
  [status, body, headers]: [number, unknown, Record<string, string>?],
  right: FieldRow["right"],
): FieldRow => ({ what, by, status, body, right, ...(headers && { headers }) });

const no = (kind: Parameters<typeof fails>[0], reason?: Parameters<typeof fails>[2]) =>
  fails(kind, "nothing", reason);

const html = { "content-type": "text/html; charset=UTF-8" };
const page = "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head></html>";
const google = (code: number, status: string, reason?: string) => ({
  error: {
    ...{ code, status, message: "…" },
    details: reason ? [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }] : [],
  },
});

/** Statuses of 400 and more: what the vendor's code says, before what the status does. */
export const statusRows: readonly FieldRow[] = [
  row("a bare 403", vendors, [403, {}], no("refused", "no_permission")),
  row("a firewall's 403", vendors, [403, page, html], no("refused", "page")),
  row(
    "a challenge of Cloudflare",
    vendors,
    [403, page, { ...html, "cf-mitigated": "challenge" }],
    no("unavailable", "page"),
  ),
  row(
    "a page with 502",
    vendors,
    [502, "<html><h1>502 Bad Gateway</h1></html>", html],
    no("unavailable", "page"),
  ),
  row("a bare 401", vendors, [401, {}], no("bad_key")),
  row(
    "402",
    vendors,
    [
      402,
      { error: { message: "Insufficient Balance", type: "unknown_error", code: "invalid_request_error" } },
    ],
    no("refused", "no_credit"),
  ),
  row(
    "unsupported_country_region_territory",
    ["openai", "local"],
    [403, { error: { code: "unsupported_country_region_territory", type: "request_forbidden" } }],
    no("refused", "country"),
  ),
  row(
    "no access to the model",
    ["openai", "local"],
    [403, { error: { code: "model_not_found", type: "invalid_request_error" } }],
    no("refused", "no_model"),
  ),
  row(
    "a wrong key as 401",
    ["openai", "deepseek"],
    [401, { error: { code: "invalid_api_key", type: "invalid_request_error" } }],
    no("bad_key"),
  ),
  row(
    "a key that may not do this",
    ["openai"],
    [401, { error: { code: "insufficient_permissions" } }],
    no("refused", "key_bound"),
  ),
  row(
    "an empty account as 429",
    ["openai", "perplexity"],
    [429, { error: { code: "insufficient_quota" } }],
    no("refused", "no_credit"),
  ),
  row(
    "billing_not_active",
    ["openai"],
    [429, { error: { type: "billing_not_active" } }],
    no("refused", "no_credit"),
  ),
  row(
    "an empty account as 401 (Perplexity)",
    ["perplexity", "sonar"],
    [401, { error: { type: "insufficient_quota" } }],
    no("refused", "no_credit"),
  ),
  row(
    "a wrong key as a page (Perplexity)",
    ["perplexity", "sonar"],
    [401, "<html><h1>401 Authorization Required</h1></html>", html],
    no("bad_key"),
  ),
  row(
    "no credits (xAI)",
    ["xai"],
    [
      403,
      {
        code: "The caller does not have permission to execute the specified operation",
        error: "Your newly created team doesn't have any credits or licenses yet.",
      },
    ],
    no("refused", "no_permission"),
  ),
  row(
    "a spending limit (xAI)",
    ["xai"],
    [403, { code: "personal-team-blocked:spending-limit", error: "You have run out of credits" }],
    no("refused", "no_credit"),
  ),
  row(
    "permission-denied (xAI)",
    ["xai"],
    [403, { code: "permission-denied", error: "Access to the chat endpoint is denied." }],
    no("refused", "no_permission"),
  ),
  row(
    "permission_error",
    ["anthropic"],
    [403, { type: "error", error: { type: "permission_error" } }],
    no("refused", "no_permission"),
  ),
  row(
    "forbidden",
    ["anthropic"],
    [403, { error: { type: "forbidden", message: "Request not allowed" } }],
    no("refused", "no_permission"),
  ),
  row(
    "authentication_error",
    ["anthropic"],
    [401, { type: "error", error: { type: "authentication_error" } }],
    no("bad_key"),
  ),
  row(
    "billing_error",
    ["anthropic"],
    [402, { type: "error", error: { type: "billing_error" } }],
    no("refused", "no_credit"),
  ),
  row(
    "overloaded_error",
    ["anthropic"],
    [529, { type: "error", error: { type: "overloaded_error" } }],
    no("rate_limited"),
  ),
  row(
    "API_KEY_INVALID",
    ["gemini"],
    [400, google(400, "INVALID_ARGUMENT", "API_KEY_INVALID")],
    no("bad_key"),
  ),
  row(
    "SERVICE_DISABLED",
    ["gemini"],
    [403, google(403, "PERMISSION_DENIED", "SERVICE_DISABLED")],
    no("refused", "service_off"),
  ),
  row(
    "API_KEY_IP_ADDRESS_BLOCKED",
    ["gemini"],
    [403, google(403, "PERMISSION_DENIED", "API_KEY_IP_ADDRESS_BLOCKED")],
    no("refused", "key_bound"),
  ),
  row(
    "BILLING_DISABLED",
    ["gemini"],
    [403, google(403, "PERMISSION_DENIED", "BILLING_DISABLED")],
    no("refused", "no_credit"),
  ),
  row(
    "PERMISSION_DENIED without more",
    ["gemini"],
    [403, google(403, "PERMISSION_DENIED")],
    no("refused", "no_permission"),
  ),
  row("a country that is not served", ["gemini"], [400, google(400, "FAILED_PRECONDITION")], no("refused")),
  row(
    "RATE_LIMIT_EXCEEDED",
    ["gemini"],
    [429, google(429, "RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED")],
    no("rate_limited"),
  ),
  row(
    "an error in a list",
    ["gemini", "local"],
    [403, [google(403, "PERMISSION_DENIED", "SERVICE_DISABLED")]],
    no("refused", "service_off"),
  ),
  row(
    "moderation (OpenRouter)",
    ["local"],
    [403, { error: { code: 403, message: "…", metadata: { reasons: ["violence"] } } }],
    no("refused", "no_permission"),
  ),
  row(
    "a content filter (Azure)",
    ["local"],
    [400, { error: { code: "content_filter", innererror: { code: "ResponsibleAIPolicyViolation" } } }],
    no("refused", "policy"),
  ),
  row(
    "a quota that is used up (Moonshot)",
    ["local"],
    [429, { error: { type: "exceeded_current_quota_error" } }],
    no("refused", "no_credit"),
  ),
  row(
    "arrears (Alibaba)",
    ["local"],
    [400, { error: { code: "Arrearage", type: "Arrearage" } }],
    no("refused", "no_credit"),
  ),
  row(
    "a rate that is called a quota (Alibaba)",
    ["local"],
    [429, { error: { code: "Throttling.AllocationQuota" } }],
    no("rate_limited"),
  ),
  row(
    "a model that the organization blocks (Groq)",
    ["local"],
    [403, { error: { code: "model_permission_blocked_org" } }],
    no("refused", "no_model"),
  ),
  row(
    "a service tier that is full (Mistral)",
    ["mistral"],
    [429, { object: "error", type: "service_tier_capacity_exceeded", code: "3505" }],
    no("rate_limited"),
  ),
  row("Unauthorized (Mistral)", ["mistral"], [401, { detail: "Unauthorized" }], no("bad_key")),
];
