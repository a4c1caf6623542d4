import assert from "node:assert/strict";
import { Compile } from "typebox/compile";
import { actions } from "../src/server/actions.ts";
import type { Billing } from "../src/server/api/access/quota.ts";
import { type AnyAction, placeOf, route } from "../src/server/api/action.ts";
import type { Warning } from "../src/server/api/context.ts";
import { createRoutes } from "../src/server/http/routes.ts";
import { type AnswerHeaders, failureHeaders, successHeaders } from "../src/server/openapi/answer-headers.ts";
import { statusesOf } from "../src/server/openapi/operation.ts";
import type { HttpServer } from "../src/server/rest.ts";
import { type RpcAnswer, rpc } from "./mcp.ts";
import { type Exchange, recordExchange } from "./traffic.ts";

export interface Meta {
  request_id: string;
  billing: Billing;
  pagination?: { limit: number; next_cursor: string | null; has_more: boolean };
  warnings?: Warning[];
  idempotent_replay?: true;
}

export interface ErrorBody {
  code: string;
  message: string;
  details?: Record<string, unknown> | null;
  request_id: string;
}

/** An answer over HTTP; `data` and `meta` of a success, `error` of a failure. */
export interface Answer<D = unknown> {
  status: number;
  headers: Record<string, string | undefined>;
  /** The body as it came. */
  text: string;
  data: D;
  meta: Meta;
  error: ErrorBody;
}

export interface Request {
  method: string;
  /** With its query. */
  path: string;
  /** Sent as JSON; text and bytes as they are. */
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  /** The address that the request comes from. */
  from?: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let strangers = 0;

/** Every request without an account comes from somewhere else, or they would soon be one flood. */
const stranger = (): string => {
  strangers += 1;
  return `10.0.${strangers >> 8}.${strangers & 255}`;
};

/** Sends a request to the REST door and holds its answer against what every answer must be. */
export async function send<D = unknown>(
  door: Pick<HttpServer, "inject">,
  request: Request,
): Promise<Answer<D>> {
  const { method, path, body, token, headers = {}, from = token ? "127.0.0.1" : stranger() } = request;
  const plain = typeof body === "string" || body instanceof Uint8Array;
  const payload = plain ? (body as string | Buffer) : JSON.stringify(body);
  const sent = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...headers,
  };
  const response = await door.inject({
    method: method as "GET",
    url: path,
    remoteAddress: from,
    headers: sent,
    ...(body === undefined ? {} : { payload }),
  });
  const text = response.body;
  const json =
    /^application\/json/.test(String(response.headers["content-type"])) && text !== ""
      ? JSON.parse(text)
      : {};
  const answer = {
    status: response.statusCode,
    headers: response.headers as Answer["headers"],
    text,
    ...json,
  } as Answer<D>;
  if (path.startsWith("/v1/") && method !== "HEAD" && method !== "OPTIONS")
    judge(request, answer, !withStandIns.has(door));
  const asked = { method, path, headers: sent, body: body === undefined ? null : String(payload) };
  if (!withStandIns.has(door)) record(asked, answer);
  return answer;
}

/** Doors before actions of a test's own, which say other things than the API does. */
export const withStandIns = new WeakSet<object>();

/** Keeps what a route of the API was asked and said, as far as the description of the API speaks of it. */
function record(request: Pick<Exchange, "method" | "path" | "headers" | "body">, answer: Answer): void {
  const { action } = routes.match(request.method, request.path.split("?")[0]!);
  if (!action || request.method === "HEAD" || answer.headers["content-encoding"]) return;
  const { status, headers, text } = answer;
  const answerHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  recordExchange({ ...request, route: action.http, status, answerHeaders, answer: text });
}

/** What holds for every answer of the API, whatever was asked. Source: docs/contract/envelope.md, docs/contract/errors.md and docs/contract/http-details.md. */
function judge({ method, path }: Request, answer: Answer, isReal: boolean): void {
  const { status, headers, text } = answer;
  const where = `${method} ${path} → ${status}`;
  assert.match(headers["x-request-id"] ?? "", uuid, `${where}: X-Request-Id`);
  for (const name of ["deprecation", "sunset", "link", "x-powered-by", "server"])
    assert.equal(headers[name], undefined, `${where}: ${name}`);
  const action = routes.match(method, path.split("?")[0]!).action;
  if (action) {
    assert.ok(statusesOf(action).includes(status), `${where} is not in openapi.json`);
    if (isReal) judgeHeaders(declaredHeaders(action, status), headers, where);
  }
  if (status === 304 || status === 204) {
    assert.equal(text, "", `${where}: a body`);
    return;
  }
  if (status >= 400) {
    const { error, ...rest } = JSON.parse(text) as Answer;
    assert.deepEqual(rest, {}, where);
    const { details: _, ...told } = error;
    assert.deepEqual(Object.keys(told), ["code", "message", "request_id"], where);
    assert.equal(error.request_id, headers["x-request-id"], where);
    assert.equal(headers["cache-control"], "no-store", where);
    return;
  }
  if (!/^application\/json/.test(headers["content-type"] ?? "")) {
    assert.ok(
      action?.produces?.includes((headers["content-type"] ?? "").split(";")[0]!),
      `${where}: content type`,
    );
    return;
  }
  assert.equal(headers["content-type"], "application/json; charset=utf-8", where);
  assert.deepEqual(Object.keys(JSON.parse(text)), ["data", "meta"], where);
  assert.equal(answer.meta.request_id, headers["x-request-id"], where);
  assert.equal(typeof answer.meta.billing.plan, "string", where);
  if (action) assertMatches(action, answer.data, where);
}

/** Headers that openapi.json does not speak of: those of HTTP itself, and what browsers are told. */
const ofTransport = new Set([
  ...["content-type", "content-length", "content-encoding", "transfer-encoding", "date", "connection"],
  ...["keep-alive", "vary", "cache-control", "x-content-type-options", "content-security-policy"],
  ...["referrer-policy", "strict-transport-security", "access-control-allow-origin"],
  ...["access-control-expose-headers", "cross-origin-opener-policy", "cross-origin-resource-policy"],
  "permissions-policy",
]);

function declaredHeaders(action: AnyAction, status: number): AnswerHeaders {
  if (status >= 400) return failureHeaders(status);
  // A 304 says what the 200 would have said.
  return successHeaders(action, status === 304 ? 200 : status);
}

/** What openapi.json says comes does come, and nothing else. */
function judgeHeaders({ always, sometimes }: AnswerHeaders, sent: Answer["headers"], where: string): void {
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  const limits = always.filter((name) => name.startsWith("RateLimit-"));
  // A server may run without limits, and its answers say nothing of any then.
  const expected =
    sent["ratelimit-limit"] === undefined ? always.filter((name) => !limits.includes(name)) : always;
  assert.deepEqual(
    lower(expected).filter((name) => sent[name] === undefined),
    [],
    `${where}: headers that openapi.json declares do not come`,
  );
  const declared = new Set(lower([...always, ...sometimes]));
  assert.deepEqual(
    Object.keys(sent).filter((name) => !declared.has(name) && !ofTransport.has(name)),
    [],
    `${where}: openapi.json does not declare these headers`,
  );
}

const routes = createRoutes(actions);
const outputs = new Map<string, ReturnType<typeof Compile>>();

function assertMatches(action: AnyAction, data: unknown, where: string): void {
  const output = outputs.get(action.name) ?? Compile(action.output);
  outputs.set(action.name, output);
  if (output.Check(data)) return;
  const [first] = output.Errors(data);
  assert.fail(`${where} is not what ${action.name} declares: ${first?.instancePath} ${first?.message}`);
}

/** A way in: the same action with the same flat input, through any of them. */
export interface Door {
  name: string;
  offers(action: AnyAction): boolean;
  /** A credential that may do everything there. */
  token(member: Credentials): Promise<string>;
  /** What it says to callers without a credential. */
  challenge: string;
  call<D = unknown>(
    door: Pick<HttpServer, "inject">,
    token: string | null,
    action: string,
    input?: Record<string, unknown>,
  ): Promise<Answer<D>>;
}

/** The flat input of an action as an HTTP request. */
export function requestOf(name: string, input: Record<string, unknown> = {}): Request {
  const action = actions.find((action) => action.name === name);
  if (!action) throw new Error(`there is an action ${name}`);
  const { method, path, parameters } = route(action.http);
  const at = parameters.reduce(
    (path, field) => path.replace(`{${field}}`, encodeURIComponent(String(input[field]))),
    path,
  );
  const fields = Object.entries(input).filter(([field]) => !parameters.includes(field));
  const inBody = method !== "GET" && method !== "DELETE";
  if (inBody) {
    const whole = action.body && input[action.body.field];
    return { method, path: at, ...(fields.length > 0 ? { body: whole ?? Object.fromEntries(fields) } : {}) };
  }
  const query = fields.map(([field, value]) => `${field}=${encodeURIComponent(String(value))}`).join("&");
  return { method, path: query ? `${at}?${query}` : at };
}

export const fieldsIn = (action: AnyAction, place: "path" | "query" | "body"): string[] =>
  Object.keys(action.input.properties).filter((field) => placeOf(action.http, field) === place);

interface Credentials {
  session(): Promise<string>;
  connector(): Promise<string>;
}

export const rest: Door = {
  name: "REST",
  offers: () => true,
  token: (member) => member.session(),
  challenge: 'Bearer realm="api"',
  call: (door, token, action, input) => send(door, { ...requestOf(action, input), token }),
};

export const mcp: Door = {
  name: "MCP",
  offers: ({ tool }) => tool !== undefined && tool !== false,
  token: (member) => member.connector(),
  challenge:
    'Bearer resource_metadata="http://site.test/.well-known/oauth-protected-resource/mcp", scope="visibility:read"',
  async call<D>(door: Pick<HttpServer, "inject">, token: string | null, action: string, input = {}) {
    const message = { method: "tools/call", params: { name: action, arguments: input } };
    return answerOf<D>(await rpc(door, message, { token, ...(token ? {} : { from: stranger() }) }));
  },
};

export const doors: readonly Door[] = [rest, mcp];

/** The result of a tool as the answer of its route; what HTTP says in headers stands beside the result. */
function answerOf<D>({ status, headers, text, result, error }: RpcAnswer): Answer<D> {
  if (error) {
    const { code, request_id } = error.data as { code: string; request_id: string };
    const told = { code, message: error.message, details: { reason: "missing" }, request_id };
    return { status, headers, text, error: told } as unknown as Answer<D>;
  }
  const { limit, status: shown, error: failure, ...meta } = result._meta["overheard/meta"];
  const limited = limit && {
    "ratelimit-limit": String(limit.limit),
    "ratelimit-remaining": String(limit.remaining),
    "ratelimit-reset": String(limit.reset_seconds),
  };
  assert.equal(result.isError === true, failure !== undefined);
  const said = failure ? result.content[0].text : JSON.stringify(result.structuredContent.result);
  const around = { ...headers, "content-length": undefined, ...limited };
  const answer = { status: shown, headers: around, text: said, data: result.structuredContent?.result, meta };
  return { ...answer, error: failure } as Answer<D>;
}

interface Issue {
  in: string;
  path: string;
  code: string;
}

/** What a 400 finds wrong, each as place, path and code. */
export function issuesOf({ status, error, text }: Answer): string[] {
  assert.equal(status, 400, text);
  assert.equal(error.code, "VALIDATION_ERROR");
  const { issues } = error.details as { issues: Issue[] };
  return issues.map(({ in: place, path, code }) => `${place} ${path} ${code}`);
}

/** Codes of the warnings, each with its path if it has one. */
export const warningsOf = ({ meta }: Answer): string[] =>
  (meta.warnings ?? []).map(({ code, path }) => (path ? `${code} ${path}` : code));
