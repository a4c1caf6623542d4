import { type AnyAction, needsSession } from "../../api/action.ts";
import type { Caller } from "../../api/caller.ts";
import type { Warning } from "../../api/context.ts";
import type { Call } from "../../api/perform.ts";
import type { Limiter } from "../../kernel/limit.ts";
import { Problem } from "../../kernel/problem.ts";
import { bodyFields } from "../body/body.ts";
import { type Exchange, reads, singleHeader } from "../exchange.ts";
import { sourceOf } from "./address.ts";
import { isUnchanged, names } from "./conditional.ts";
import { idempotencyKeyIn, traceparentIn, waitSecondsIn } from "./preferences.ts";
import { fieldsOf } from "./target.ts";

export interface CallOptions {
  /** Throws UNAUTHORIZED. Gets every Authorization header as it came, and the id of the organization that is named. */
  authenticate(authorization: string[], organization: string | null): Promise<Caller>;
  limiter: Limiter;
  trustedProxies: number;
}

/** An HTTP request as `perform` takes it: nothing of it is read before its turn. */
export function callOf(
  exchange: Exchange,
  action: AnyAction,
  parameters: Record<string, string>,
  options: CallOptions,
): Call {
  const { request, response, requestId, target, method } = exchange;
  const { headers } = request;
  const usual = action.http.slice(0, action.http.indexOf(" "));
  const { key, problem } = idempotencyKeyIn(
    usual === "POST" ? singleHeader(headers["idempotency-key"]) : undefined,
  );
  return {
    door: "rest",
    source: sourceOf(exchange, options.trustedProxies),
    requestId,
    traceparent: traceparentIn(singleHeader(headers.traceparent)),
    async authenticate() {
      const caller = await authenticated(exchange, options);
      // A call that `perform` refuses with 401 is a failed attempt too.
      if (needsSession(action, caller)) await takeFailed(exchange, options);
      return caller;
    },
    async raw(warn) {
      if (problem) throw problem;
      const fields = fieldsOf(action, parameters, target.query, warn);
      if (usual === "GET" || usual === "DELETE") return fields;
      return withBody(fields, parameters, await bodyFields(action, request, response), warn);
    },
    idempotencyKey: key,
    waitSeconds: waitSecondsIn(singleHeader(headers.prefer)),
    signal: exchange.controller.signal,
    ...(reads(method) ? { holds: (etag) => names(headers["if-none-match"], etag) } : {}),
    statusOf: (success) =>
      reads(method) && isUnchanged(headers["if-none-match"], success.content.etag) ? 304 : success.status,
  };
}

/** Failed attempts are counted by source address, so that nobody can try tokens all day. */
export async function authenticated(exchange: Exchange, options: CallOptions): Promise<Caller> {
  try {
    const organization = singleHeader(exchange.request.headers["overheard-organization"])?.trim() || null;
    return await options.authenticate(exchange.authorization, organization);
  } catch (error) {
    if (!(error instanceof Problem) || !isStranger(error)) throw error;
    await takeFailed(exchange, options);
    const place = error.details?.reason === "missing" ? keyElsewhere(exchange) : null;
    throw place === null ? error : elsewhere(error, place);
  }
}

/** Where other APIs take a key; it is not read there, and is in no log. */
const otherHeaders = ["X-API-Key", "API-Key", "X-Auth-Token", "X-Access-Token", "apikey"];
const otherParameters = ["api_key", "apikey", "key", "token", "access_token"];

/** Where it stands; null: nowhere. */
function keyElsewhere({ request: { headers }, target }: Exchange): string | null {
  const query = new URLSearchParams(target.query);
  const header = otherHeaders.find((name) => name.toLowerCase() in headers);
  if (header) return `the header ${header}`;
  return otherParameters.some((name) => query.has(name)) ? "the address" : null;
}

const elsewhere = ({ details }: Problem, place: string): Problem =>
  new Problem("UNAUTHORIZED", {
    message: `Send the token as \`Authorization: Bearer TOKEN\`: it is not read from ${place}.`,
    ...(details ? { details } : {}),
  });

/** An unknown caller, or one who is not in the organization they name. */
const isStranger = ({ code }: Problem): boolean =>
  code === "UNAUTHORIZED" || code === "ORGANIZATION_NOT_FOUND";

/** Throws RATE_LIMITED after too many failed attempts from this address. */
async function takeFailed(exchange: Exchange, { limiter, trustedProxies }: CallOptions): Promise<void> {
  const state = await limiter.take(sourceOf(exchange, trustedProxies), "auth_fail", "auth_fail");
  if (!state || state.allowed) return;
  throw new Problem("RATE_LIMITED", {
    details: { bucket: "auth_fail", limit: state.limit, reset_seconds: state.resetSeconds },
    retryAfterSeconds: state.resetSeconds,
  });
}

/** Adds the body to path and query; it never overrides what the path says. */
function withBody(
  fields: Record<string, unknown>,
  parameters: Record<string, string>,
  body: Record<string, unknown>,
  warn: (warning: Warning) => void,
): Record<string, unknown> {
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(parameters, name)) fields[name] = value;
    else
      warn({
        code: "UNKNOWN_PARAMETER",
        path: `/${name}`,
        message: `The path says \`${name}\` already; it was ignored in the body.`,
      });
  }
  return fields;
}
