import { openPlans, standardPlans } from "../../src/server/api/access/plan.ts";
import { billingOf, periodAt } from "../../src/server/api/access/quota.ts";
import type { Caller } from "../../src/server/api/caller.ts";
import type { Ports, Services } from "../../src/server/api/context.ts";
import type { ReplayKey, StoredReply } from "../../src/server/api/replay.ts";
import { type LimitRule, limitClasses } from "../../src/server/kernel/limit.ts";
import { createLog, type Log } from "../../src/server/kernel/log.ts";
import { Problem } from "../../src/server/kernel/problem.ts";
import { scopes } from "../../src/server/kernel/scope.ts";
import { createCursors } from "../../src/server/kernel/secret/cursor.ts";
import { noTracing } from "../../src/server/kernel/trace.ts";
import type { Project } from "../../src/server/projects/project.ts";

export const ownProjectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";

export function caller(changes: Partial<Caller> = {}): Caller {
  return {
    userId: "u1",
    memberId: changes.userId ?? "u1",
    countedAs: changes.userId ?? "u1",
    organizationId: changes.userId ?? "u1",
    workspaceIds: null,
    role: "owner",
    kind: "key",
    credentialId: "k1",
    scopes,
    email: null,
    signedInAt: null,
    plan: "free",
    planStatus: "active",
    planStartedAt: "2026-01-15T09:00:00.000Z",
    ownEngines: [],
    ...changes,
  };
}

/** Tokens that the fake accounts know; every other one is refused. */
export const callers: Record<string, Caller> = {
  key: caller(),
  other: caller({ userId: "u2" }),
  session: caller({ kind: "session", credentialId: null }),
  connector: caller({ kind: "connector", credentialId: "c1" }),
  reader: caller({ userId: "u3", kind: "connector", scopes: ["visibility:read"] }),
};

export async function authenticate(authorization: string[]): Promise<Caller> {
  const refuse = (reason: string) => new Problem("UNAUTHORIZED", { details: { reason } });
  if (authorization.length === 0) throw refuse("missing");
  const token = authorization.length === 1 ? /^Bearer (\S+)$/i.exec(authorization[0]!)?.[1] : undefined;
  if (token === undefined) throw refuse("malformed");
  const found = Object.hasOwn(callers, token) ? callers[token] : undefined;
  if (!found) throw refuse(token === "expired" ? "expired" : "invalid");
  return found;
}

export interface FakePorts extends Ports {
  logged: Record<string, unknown>[];
  observed: Parameters<Ports["observe"]>[0][];
  replayed: Map<string, StoredReply>;
}

/** Ports in memory: exact limits, replays, one project, plans as given. */
export function fakePorts(
  options: {
    rules?: Partial<Record<string, LimitRule>>;
    plansOn?: boolean;
    now?: () => Date;
    log?: Log;
  } = {},
): FakePorts {
  const now = options.now ?? (() => new Date("2026-03-01T12:00:00.250Z"));
  const logged: Record<string, unknown>[] = [];
  const observed: FakePorts["observed"] = [];
  const replayed = new Map<string, StoredReply>();
  const taken = new Map<string, number>();
  const plans = options.plansOn ? standardPlans : openPlans;
  const rules: Record<string, LimitRule | undefined> = { ...limitClasses, ...options.rules };
  const db = {};
  const idOf = (key: ReplayKey) => `${key.userId} ${key.route} ${key.key}`;
  const services = {
    db,
    cursors: createCursors("secret"),
    settings: { baseUrl: "http://api.test", siteUrl: "http://site.test", plans },
    now,
    log: options.log ?? createLog("info", { write: (line) => void logged.push(JSON.parse(line)) }),
  } as unknown as Services;
  return {
    services,
    logged,
    observed,
    replayed,
    limiter: {
      giveBack: async () => undefined,
      async take(who, bucket, limitClass) {
        const rule = rules[limitClass];
        if (!rule) return null;
        const used = (taken.get(`${who} ${bucket}`) ?? 0) + 1;
        taken.set(`${who} ${bucket}`, used);
        return {
          allowed: used <= rule.limit,
          limit: rule.limit,
          remaining: Math.max(0, rule.limit - used),
          resetSeconds: rule.windowSeconds,
        };
      },
    },
    heavyReads: { enter: async () => ({ part: (work) => work(), leave: () => undefined }) },
    onBehalfOf: (_organizationId, work) => work(),
    replays: {
      find: async (_db, key) => replayed.get(idOf(key)),
      async claim(_db, key) {
        if (replayed.has(idOf(key))) throw new Problem("IDEMPOTENCY_IN_PROGRESS", { retryAfterSeconds: 1 });
        replayed.set(idOf(key), {
          fingerprint: key.fingerprint,
          running: true,
          status: 0,
          json: "null",
          location: null,
        });
      },
      async store(_db, key, stored) {
        replayed.set(idOf(key), { fingerprint: key.fingerprint, ...stored });
      },
      async release(_db, key) {
        const stored = replayed.get(idOf(key));
        if (stored) replayed.set(idOf(key), { ...stored, running: false });
      },
    },
    transaction: (work) => work(db as never),
    holdProject: async () => true,
    currentRole: async (_db, { role }) => role,
    async findProject(_db, { organizationId }, projectId) {
      return organizationId === "u1" && projectId === ownProjectId
        ? ({ id: ownProjectId } as Project)
        : undefined;
    },
    audit: async () => undefined,
    async billing(caller) {
      const period = periodAt(caller.planStartedAt, now());
      return billingOf(caller, plans, period, { visibility: 0, content: 0, readiness: 0 });
    },
    edition: () => "test",
    observe: (event) => void observed.push(event),
    tracing: noTracing,
  };
}
