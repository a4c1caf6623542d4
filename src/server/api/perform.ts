import { hash } from "node:crypto";
import { engineChoice } from "../engines/engine-choice.ts";
import type { LimitState } from "../kernel/limit.ts";
import { logFailure, outageProblem } from "../kernel/outage.ts";
import { createPace } from "../kernel/pace.ts";
import { insufficientRole, lacksScope, Problem } from "../kernel/problem.ts";
import { enoughFor, type Role, roles, scopesOf } from "../kernel/role.ts";
import { parseTrace, type Span } from "../kernel/trace.ts";
import { BusyError } from "../outbound/parsing.ts";
import type { Project } from "../projects/project.ts";
import { demandFeature } from "./access/entitlement.ts";
import { enterAgain, partByPart } from "./access/heavy-read.ts";
import type { ShownBilling } from "./access/quota.ts";
import { withoutTotals } from "./access/without-totals.ts";
import { type AnyAction, needsSession, route } from "./action.ts";
import type { AuditDoor } from "./audit/audit-entry.ts";
import type { Caller } from "./caller.ts";
import {
  type Context,
  longestWaitSeconds,
  type Ports,
  type Progress,
  type ProjectContext,
  type Warning,
} from "./context.ts";
import { foreignKeyProblem } from "./foreign-key-problem.ts";
import { writing } from "./idempotent-transaction.ts";
import { fingerprintOf, type ReplayKey, replayFor } from "./replay.ts";
import { isReply, type Reply, reply } from "./reply.ts";
import { validate, withMisnamed } from "./schema/input.ts";
import { asWritten, type Serialised, serialise } from "./schema/serialise.ts";

/** One request, as a door passes it on. */
export interface Call {
  door: AuditDoor;
  requestId: string;
  /** The address that it came from, for the audit log. */
  source?: string;
  /** The caller's own `traceparent`, if there is one. */
  traceparent?: string | null;
  /** Throws UNAUTHORIZED. */
  authenticate(): Promise<Caller>;
  /** Path, query and body as one flat object; called after the limit check. Throws INVALID_JSON and similar. */
  raw(warn: (warning: Warning) => void): Promise<Record<string, unknown>>;
  idempotencyKey: string | null;
  waitSeconds: number | null;
  /** Present if the caller watches: called with the progress of long work. */
  progress?: Progress;
  /** If its reason is a Problem, the call fails with that once the signal has aborted. */
  signal: AbortSignal;
  /** Whether the caller says that it holds the answer with this tag, and needs nothing more; absent: it can hold none. */
  holds?(etag: string): boolean;
  /** The status that the door will send for this success, if it differs (304). */
  statusOf?(success: Success): number;
}

interface Around {
  requestId: string;
  limit: LimitState | null;
  caller: Caller | null;
}

export interface Success extends Around {
  ok: true;
  status: number;
  data: unknown;
  content: Serialised;
  /** Null where nothing is sent, as the caller holds it. */
  billing: ShownBilling | null;
  warnings: Warning[];
  replayed: boolean;
  reply: Reply<unknown>;
}

export interface Failure extends Around {
  ok: false;
  problem: Problem;
}

/**
 * The one way in: who → limit → input → ownership → replay → entitlement → what the caller holds → place for a large read → work →
 * shape → log.
 * Never throws; anything that was not thrown on purpose becomes INTERNAL_ERROR.
 */
export async function perform(action: AnyAction, ports: Ports, call: Call): Promise<Success | Failure> {
  const started = performance.now();
  const around: Around = { requestId: call.requestId, limit: null, caller: null };
  return ports.tracing.span(
    { name: action.http, kind: "request", parent: call.traceparent ?? null, fromOutside: true },
    async (span) => {
      let outcome: Success | Failure;
      try {
        outcome = await steps(action, ports, call, around);
      } catch (error) {
        const problem = withoutTotals(problemOf(error, ports, call), around.caller);
        outcome = { ok: false, problem, ...around };
      }
      record(action, ports, call, outcome, { span, ms: performance.now() - started });
      return outcome;
    },
  );
}

async function steps(action: AnyAction, ports: Ports, call: Call, around: Around): Promise<Success> {
  const caller = await call.authenticate();
  around.caller = caller;
  return ports.onBehalfOf(caller.organizationId, () => identified(action, ports, call, { caller, around }));
}

async function identified(
  action: AnyAction,
  ports: Ports,
  call: Call,
  { caller, around }: Pick<Given, "caller" | "around">,
): Promise<Success> {
  if (needsSession(action, caller)) throw new Problem("JWT_REQUIRED");
  if (action.signedInRecently) demandRecent(caller, ports.services.now());
  await count(action, ports, caller.countedAs, around);
  demandScope(action, caller);

  const warnings: Warning[] = [];
  const raw = await call.raw((warning) => void warnings.push(warning));
  const { input, warnings: unknown } = await validate(action, raw);
  warnings.push(...unknown);
  if (action.signedInRecentlyFor?.(input)) demandRecent(caller, ports.services.now());
  // Last, so that nobody who may not do it, or asks for nothing that can be done, uses up what others share.
  if (action.limitShared) await count(action, ports, `all of ${caller.organizationId}`, around);
  return work(action, ports, call, { caller, around, input, warnings, unknown });
}

interface Given {
  caller: Caller;
  around: Around;
  input: Record<string, unknown>;
  warnings: Warning[];
  unknown: Warning[];
}

/** Everything that looks at the store or changes it. */
async function work(
  action: AnyAction,
  ports: Ports,
  call: Call,
  { caller, around, input, warnings, unknown }: Given,
): Promise<Success> {
  const { db, now } = ports.services;
  const project =
    action.on === "project" ? await ownProject(ports, caller, String(input.projectId)) : undefined;
  await action.owned?.({ db, caller, project }, input);

  const replayKey = await replayKeyOf(action, call, caller, input);
  const stored = replayKey && (await replayFor(ports.replays, db, replayKey, now(), action.secret === true));
  if (stored) {
    const { status, json, location } = stored;
    const response = reply(JSON.parse(json), { status, ...(location ? { location } : {}) });
    return succeed(ports, {
      ...around,
      status,
      response,
      content: asWritten(json),
      warnings,
      replayed: true,
    });
  }
  const { plans } = ports.services.settings;
  demandFeature(action, plans, caller, project);
  // A cancelled plan keeps nobody from reading, by whichever door.
  if (caller.kind === "connector")
    demandFeature({ feature: "mcp_connector" }, plans, { ...caller, planStatus: "active" });
  const tag = call.holds ? await tagOf(action, ports, { caller, input, project }) : null;
  if (tag !== null && call.holds?.(tag)) return unchanged(around, tag, warnings);
  const act = () =>
    acting(action, ports, call, { caller, around, input, warnings, unknown, project, replayKey, tag });
  const heavy = action.heavy?.(input) ?? false;
  return heavy === false ? act() : heavily(ports, call, caller, { act, inSteps: heavy === "in_steps" });
}

/** A large read in its place, which a file keeps until its end, or while its reader is slow without it. */
async function heavily(
  ports: Ports,
  { signal }: Call,
  { organizationId }: Caller,
  { act, inSteps }: { act: () => Promise<Success>; inSteps: boolean },
): Promise<Success> {
  const read = await ports.heavyReads.enter(organizationId, signal);
  try {
    const success = await (inSteps ? act() : read.part(act));
    const { stream } = success.reply;
    if (stream) {
      const again = () => enterAgain(ports.heavyReads, organizationId, signal);
      const chunks = partByPart(read, stream.chunks, signal, again);
      return { ...success, reply: { ...success.reply, stream: { ...stream, chunks } } };
    }
    read.leave();
    return success;
  } catch (error) {
    read.leave();
    throw error;
  }
}

/** The tag of an answer by what it is made of; null if it can only be told by the answer itself. */
async function tagOf(
  action: AnyAction,
  { services: { db, now }, edition }: Ports,
  { caller, input, project }: Pick<Admitted, "caller" | "input" | "project">,
): Promise<string | null> {
  const mark = (await action.mark?.({ db, caller, now, project }, input)) ?? null;
  if (mark === null) return null;
  const { organizationId, workspaceIds } = caller;
  const madeOf = [edition(), action.name, input, organizationId, workspaceIds, project ?? null, mark];
  return `W/"${hash("sha1", JSON.stringify(madeOf), "base64url")}"`;
}

const unchanged = (around: Around, etag: string, warnings: Warning[]): Success => {
  const nothing = { data: null, content: { json: "", etag }, billing: null, reply: reply(null) };
  return { ok: true, ...around, ...nothing, status: 200, warnings, replayed: false };
};

interface Admitted extends Given {
  project: Project | undefined;
  replayKey: ReplayKey | null;
  tag: string | null;
}

/** What the action itself does, and what is written of it. */
async function acting(
  action: AnyAction,
  ports: Ports,
  call: Call,
  { caller, around, input, warnings, unknown, project, replayKey, tag }: Admitted,
): Promise<Success> {
  const { plans } = ports.services.settings;
  const projects = new Set(project ? [project.id] : []);
  const { write, noteFailure, finish, abandon } = writing(action, ports, {
    ...{
      deed: { caller, door: call.door, source: call.source ?? null, input },
      projects,
      key: replayKey,
      warnings,
    },
  });
  const context: Context = {
    ...ports.services,
    engines: engineChoice(ports.services, caller),
    caller,
    requestId: call.requestId,
    waitSeconds: call.waitSeconds === null ? null : Math.min(call.waitSeconds, longestWaitSeconds),
    signal: call.signal,
    ...(call.progress ? { progress: call.progress } : {}),
    warn: (warning) => void warnings.push(warning),
    async ownProject(projectId) {
      const project = await ownProject(ports, caller, projectId);
      demandFeature(action, plans, caller, project);
      projects.add(project.id);
      return project;
    },
    write,
    noteFailure,
  };
  const ran = action.run((project ? Object.assign(context, { project }) : context) as ProjectContext, input);
  const returned = await ran.catch(async (error: unknown) => {
    await abandon();
    throw withMisnamed(error, action, unknown);
  });
  const response = isReply(returned) ? returned : reply(returned);
  await finish(response);
  const status = response.status ?? action.status ?? 200;
  const json = () => serialise(action.output, response.data, tag);
  const content = response.stream ? { json: "", etag: "" } : response.pagination ? await pace(json) : json();
  return succeed(ports, { ...around, status, response, content, warnings, replayed: false });
}

/** Pages can be long, and many of them be asked for at once. */
const pace = createPace();

const recentMs = 10 * 60_000;

/** A token that names no session of ours says nothing of when somebody signed in: it is short-lived itself. */
function demandRecent({ signedInAt }: Caller, now: Date): void {
  if (signedInAt !== null && now.getTime() - Date.parse(signedInAt) > recentMs)
    throw new Problem("SIGN_IN_AGAIN");
}

/** Throws RATE_LIMITED. What is left in the end is what the caller is shown. */
async function count(action: AnyAction, { limiter }: Ports, counter: string, around: Around): Promise<void> {
  const state = await limiter.take(counter, action.name, action.limit);
  if (!around.limit || (state && state.remaining < around.limit.remaining) || state?.allowed === false)
    around.limit = state;
  if (state && !state.allowed) throw rateLimited(action.name, state);
}

const rateLimited = (bucket: string, state: LimitState): Problem =>
  new Problem("RATE_LIMITED", {
    details: { bucket, limit: state.limit, reset_seconds: state.resetSeconds },
    retryAfterSeconds: state.resetSeconds,
  });

/**
 * If the role lacks the scope, no other credential of the member would help; if the key or connector lacks it, one with
 * more scopes may.
 */
function demandScope(action: AnyAction, { role, scopes, workspaceIds }: Caller): void {
  const holds = (each: Role) => scopesOf(each).includes(action.scope);
  const enough = action.role ? enoughFor(action.role) : roles.filter(holds);
  if (!enough.includes(role)) throw insufficientRole(enough);
  if (action.unlimited && workspaceIds !== null) throw new Problem("LIMITED_MEMBER");
  if (scopes.includes(action.scope)) return;
  throw lacksScope(action.scope);
}

async function ownProject(ports: Ports, caller: Caller, projectId: string): Promise<Project> {
  const project = await ports.findProject(ports.services.db, caller, projectId.toLowerCase());
  if (!project) throw new Problem("PROJECT_NOT_FOUND");
  return project;
}

async function replayKeyOf(
  action: AnyAction,
  call: Call,
  caller: Caller,
  input: unknown,
): Promise<ReplayKey | null> {
  if (call.idempotencyKey === null || route(action.http).method !== "POST") return null;
  return {
    userId: caller.userId,
    route: action.http,
    key: call.idempotencyKey,
    // The same key in another organization is a different request, whose reply this one must not get.
    fingerprint: await fingerprintOf(
      caller.organizationId === caller.userId ? input : { organization: caller.organizationId, input },
    ),
  };
}

async function succeed(
  { billing }: Ports,
  { response, ...outcome }: Omit<Success, "ok" | "data" | "billing" | "reply"> & { response: Reply<unknown> },
): Promise<Success> {
  return {
    ok: true,
    ...outcome,
    data: response.data,
    billing: await billing(outcome.caller!),
    reply: response,
  };
}

/** A busy machine needs a while. */
const busyRetrySeconds = 10;

function problemOf(error: unknown, ports: Ports, call: Call): Problem {
  if (error instanceof Problem) return error;
  const { aborted, reason } = call.signal;
  if (aborted && reason instanceof Problem) return reason;
  const gone = foreignKeyProblem(error);
  if (gone) return new Problem(gone, { cause: error });
  const outage = outageProblem(error);
  if (outage) {
    logFailure(ports.services.log, { request_id: call.requestId, err: error }, "store unavailable");
    return outage;
  }
  if (error instanceof BusyError) {
    ports.services.log.error({ request_id: call.requestId, err: error }, "too busy to read");
    return new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: busyRetrySeconds, cause: error });
  }
  ports.services.log.error({ request_id: call.requestId, err: error }, "unexpected failure");
  return new Problem("INTERNAL_ERROR", { cause: error });
}

/** One wide line per request. */
function record(
  action: AnyAction,
  ports: Ports,
  call: Call,
  outcome: Success | Failure,
  { span, ms }: { span: Span; ms: number },
): void {
  const status = outcome.ok ? (call.statusOf?.(outcome) ?? outcome.status) : outcome.problem.status;
  ports.observe({ action: action.name, door: call.door, status, seconds: ms / 1000 });
  const traceId = span.traceId ?? parseTrace(call.traceparent)?.traceId;
  if (span.traceId !== null) tell(span, action, call, outcome, status);
  ports.services.log.info({
    request_id: call.requestId,
    door: call.door,
    action: action.name,
    route: action.http,
    status,
    ...(outcome.ok ? {} : { code: outcome.problem.code }),
    ...(traceId ? { trace_id: traceId } : {}),
    ms: Math.round(ms * 10) / 10,
    user_id: outcome.caller?.userId ?? null,
    organization_id: outcome.caller?.organizationId ?? null,
    key_id: outcome.caller?.credentialId ?? null,
  });
}

function tell(
  span: Span,
  { http, name }: AnyAction,
  { door, requestId }: Call,
  outcome: Success | Failure,
  status: number,
): void {
  const { method, path } = route(http);
  span.note({
    ...{ "http.request.method": method, "http.route": path, "http.response.status_code": status },
    ...{ "overheard.action": name, "overheard.door": door, "overheard.request_id": requestId },
    "overheard.user_id": outcome.caller?.userId,
    "overheard.organization_id": outcome.caller?.organizationId,
  });
  if (outcome.ok) return;
  if (status >= 500) span.fail(outcome.problem.code);
  else span.note({ "error.type": outcome.problem.code });
}
