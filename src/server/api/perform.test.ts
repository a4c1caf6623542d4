import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { caller, fakePorts, ownProjectId } from "../../../test/http/ports.ts";
import { Problem } from "../kernel/problem.ts";
import { BusyError } from "../outbound/parsing.ts";
import { type AnyAction, action } from "./action.ts";
import type { Caller } from "./caller.ts";
import type { Ports } from "./context.ts";
import { type Call, perform } from "./perform.ts";
import { reply } from "./reply.ts";

const base = {
  name: "do_thing",
  http: "POST /v1/things",
  summary: "Do a thing.",
  tag: "setup",
  scope: "visibility:run",
  effect: "writes",
  limit: "write",
} as const;
const Input = Type.Object({ name: Type.String({ maxLength: 10, description: "Its name." }) });
const Output = Type.Object({ name: Type.String() });
const ProjectInput = Type.Object({ projectId: Type.String() });

const plain = action({ ...base, input: Input, output: Output }).run(async ({ write }, { name }) =>
  write(async () => reply({ name, internal: "never shown" })),
);

const call = (changes: Partial<Call> & { who?: Caller } = {}): Call => ({
  door: "rest",
  requestId: "r1",
  authenticate: async () => changes.who ?? caller(),
  raw: async () => ({ name: "a" }),
  idempotencyKey: null,
  waitSeconds: null,
  signal: new AbortController().signal,
  ...changes,
});

async function codeOf(
  action: AnyAction,
  changes: Parameters<typeof call>[0] = {},
  ports: Ports = fakePorts(),
): Promise<string> {
  const outcome = await perform(action, ports, call(changes));
  return outcome.ok ? "ok" : outcome.problem.code;
}

test("what the output does not declare never leaves", async () => {
  const outcome = await perform(plain, fakePorts(), call());
  assert.equal(outcome.ok && outcome.content.json, '{"name":"a"}');
});

test("what the machine is too busy to read is answered with when to retry", async () => {
  const input = { input: Input, output: Output };
  const busy = action({ ...base, ...input }).run(() => Promise.reject(new BusyError()));
  const outcome = await perform(busy, fakePorts(), call());
  assert.ok(!outcome.ok);
  assert.deepEqual([outcome.problem.code, outcome.problem.retryAfterSeconds], ["SERVICE_UNAVAILABLE", 10]);
});

test("the order of refusals: token, session, limit, scope, body, input, project, what else is named, plan", async () => {
  const strict = action({
    ...base,
    sessionOnly: true,
    on: "project",
    feature: "share_links",
    owned: async ({ project }, { reportId }) => {
      if (reportId !== `of ${project.id}`) throw new Problem("REPORT_NOT_FOUND");
    },
    input: Type.Object({
      projectId: Type.String({ format: "uuid" }),
      reportId: Type.Optional(Type.String()),
    }),
    output: Output,
  }).run(async () => ({ name: "a" }));
  const none = { limit: 0, windowSeconds: 60 };
  const connector = caller({ kind: "connector", scopes: [] });
  const session = caller({ kind: "session", scopes: [] });
  const refused = { authenticate: () => Promise.reject(new Problem("UNAUTHORIZED")) };
  const unread = { raw: () => Promise.reject(new Problem("INVALID_JSON")) };
  const ports = (rules = {}) => fakePorts({ rules, plansOn: true });
  const full = caller({ kind: "session" });
  assert.deepEqual(
    [
      await codeOf(strict, refused, ports({ write: none })),
      await codeOf(strict, { who: connector, ...unread }, ports({ write: none })),
      await codeOf(strict, { who: session, ...unread }, ports({ write: none })),
      await codeOf(strict, { who: session, ...unread }, ports()),
      await codeOf(strict, { who: full, ...unread }, ports()),
      await codeOf(strict, { who: full, raw: async () => ({ projectId: "x" }) }, ports()),
      await codeOf(
        strict,
        { who: full, raw: async () => ({ projectId: "0197a3c2-0000-7000-8000-000000000000" }) },
        ports(),
      ),
      await codeOf(strict, { who: full, raw: async () => ({ projectId: ownProjectId }) }, ports()),
      await codeOf(
        strict,
        { who: full, raw: async () => ({ projectId: ownProjectId, reportId: `of ${ownProjectId}` }) },
        ports(),
      ),
    ],
    [
      "UNAUTHORIZED",
      "JWT_REQUIRED",
      "RATE_LIMITED",
      "INSUFFICIENT_SCOPE",
      "INVALID_JSON",
      "VALIDATION_ERROR",
      "PROJECT_NOT_FOUND",
      "REPORT_NOT_FOUND",
      "NO_ENTITLEMENT",
    ],
  );
});

test("a counter belongs to one user and one action", async () => {
  const ports = fakePorts({ rules: { write: { limit: 1, windowSeconds: 60 } } });
  const other = { ...plain, name: "other_thing" };
  assert.deepEqual(
    [
      await codeOf(plain, {}, ports),
      await codeOf(plain, {}, ports),
      await codeOf(other, {}, ports),
      await codeOf(plain, { who: caller({ userId: "u2" }) }, ports),
    ],
    ["ok", "RATE_LIMITED", "ok", "ok"],
  );
});

test("limits that are switched off are not spoken of", async () => {
  const outcome = await perform(plain, fakePorts({ rules: { write: undefined } }), call());
  assert.deepEqual([outcome.ok, outcome.limit], [true, null]);
});

for (const [what, error, code] of [
  ["a lost connection", Object.assign(new Error(), { code: "ECONNRESET" }), "SERVICE_UNAVAILABLE"],
  ["a server that shuts down", Object.assign(new Error(), { code: "57P01" }), "SERVICE_UNAVAILABLE"],
  ["a lost session (class 08)", Object.assign(new Error(), { code: "08006" }), "SERVICE_UNAVAILABLE"],
  ["words that sound like it", new Error("ECONNREFUSED"), "INTERNAL_ERROR"],
  ["a broken constraint", Object.assign(new Error(), { code: "23505" }), "INTERNAL_ERROR"],
  ["something that is no error", "text", "INTERNAL_ERROR"],
] as const) {
  test(`${what} is ${code}`, async () => {
    const failing = action({ ...base, input: Input, output: Output }).run(() => Promise.reject(error));
    assert.equal(await codeOf(failing), code);
  });
}

test("work that was told to stop fails with the reason it was given, and that is no fault", async () => {
  const ended = new AbortController();
  const stopped = action({ ...base, input: Input, output: Output }).run(async () => {
    ended.abort(new Problem("SERVICE_UNAVAILABLE"));
    throw new Error("aborted somewhere below");
  });
  const ports = fakePorts();
  assert.equal(await codeOf(stopped, { signal: ended.signal }, ports), "SERVICE_UNAVAILABLE");
  assert.equal(
    ports.logged.some(({ level }) => Number(level) >= 50),
    false,
  );
});

// Idempotency

test("a repeated call gets the first answer and does nothing again", async () => {
  let done = 0;
  const counted = action({ ...base, status: 201, input: Input, output: Output }).run(
    async ({ write }, { name }) =>
      write(async () => {
        done += 1;
        return reply({ name }, { location: "/v1/things/1" });
      }),
  );
  const ports = fakePorts();
  const outcomes = [
    await perform(counted, ports, call({ idempotencyKey: "k" })),
    await perform(counted, ports, call({ idempotencyKey: "k" })),
  ];
  assert.deepEqual(
    outcomes.map(
      (outcome) =>
        outcome.ok && [outcome.status, outcome.content.json, outcome.reply.location, outcome.replayed],
    ),
    [
      [201, '{"name":"a"}', "/v1/things/1", false],
      [201, '{"name":"a"}', "/v1/things/1", true],
    ],
  );
  assert.equal(done, 1);
});

test("the same key with another payload is refused, of another user or route it is another key", async () => {
  const ports = fakePorts();
  const once = { idempotencyKey: "k" };
  const elsewhere = { ...plain, http: "POST /v1/elsewhere" as const };
  assert.deepEqual(
    [
      await codeOf(plain, once, ports),
      await codeOf(plain, { ...once, raw: async () => ({ name: "b" }) }, ports),
      await codeOf(
        plain,
        { ...once, who: caller({ userId: "u2" }), raw: async () => ({ name: "b" }) },
        ports,
      ),
      await codeOf(elsewhere, { ...once, raw: async () => ({ name: "b" }) }, ports),
    ],
    ["ok", "IDEMPOTENCY_KEY_REUSED", "ok", "ok"],
  );
});

test("while the first is at work the second is told to come back", async () => {
  const ports = fakePorts();
  let release = () => {};
  const slow = action({ ...base, input: Input, output: Output }).run(async ({ write }, { name }) => {
    const given = await write(async () => reply({ name }));
    await new Promise<void>((resolve) => (release = resolve));
    return given;
  });
  const first = perform(slow, ports, call({ idempotencyKey: "k" }));
  await new Promise((resolve) => setImmediate(resolve));
  const second = await perform(slow, ports, call({ idempotencyKey: "k" }));
  assert.equal(!second.ok && second.problem.code, "IDEMPOTENCY_IN_PROGRESS");
  assert.equal(!second.ok && second.problem.retryAfterSeconds, 1);
  release();
  assert.equal((await first).ok, true);
  const third = await perform(slow, ports, call({ idempotencyKey: "k" }));
  assert.equal(third.ok && third.replayed, true);
});

test("a reply that was stored before its action answered otherwise is given as it was", async () => {
  const ports = fakePorts();
  const [older, newer] = [Output, Type.Object({ name: Type.String(), made: Type.Boolean() })].map((output) =>
    action({ ...base, input: Input, output }).run(async ({ write }, { name }) =>
      write(async () => reply({ name })),
    ),
  );
  await perform(older!, ports, call({ idempotencyKey: "k" }));
  const again = await perform(newer!, ports, call({ idempotencyKey: "k" }));
  assert.deepEqual(again.ok && [again.replayed, again.content.json], [true, '{"name":"a"}']);
});

test("a request that failed after its work is not at work any more: what it did is told", async () => {
  const ports = fakePorts();
  const late = action({ ...base, input: Input, output: Output }).run(async ({ write }, { name }) => {
    await write(async () => reply({ name }));
    throw new Problem("SERVICE_UNAVAILABLE");
  });
  assert.equal(await codeOf(late, { idempotencyKey: "k" }, ports), "SERVICE_UNAVAILABLE");
  const again = await perform(late, ports, call({ idempotencyKey: "k" }));
  assert.deepEqual(again.ok && [again.replayed, again.content.json], [true, '{"name":"a"}']);
});

test("what is written into a project that has been deleted meanwhile is PROJECT_NOT_FOUND", async () => {
  const ports = { ...fakePorts(), holdProject: async () => false };
  const writing = action({ ...base, on: "project", input: ProjectInput, output: Output }).run(
    async ({ write }) => write(async () => assert.fail("nothing is written")),
  );
  const named = action({ ...base, input: Input, output: Output }).run(async ({ ownProject, write }) => {
    await ownProject(ownProjectId);
    return write(async () => assert.fail("nothing is written"));
  });
  assert.deepEqual(
    [
      await codeOf(writing, { raw: async () => ({ projectId: ownProjectId }) }, ports),
      await codeOf(named, {}, ports),
    ],
    ["PROJECT_NOT_FOUND", "PROJECT_NOT_FOUND"],
  );
});

test("a row whose parent is gone is a 404, and what collides to the end a 503 that says when to retry", async () => {
  const failing = (error: object) =>
    action({ ...base, input: Input, output: Output }).run(() =>
      Promise.reject(Object.assign(new Error(), error)),
    );
  const gone = failing({ code: "23503", constraint: "drafts_project_id_report_id_fkey" });
  assert.equal(await codeOf(gone), "REPORT_NOT_FOUND");
  const collided = await perform(failing({ code: "40P01" }), fakePorts(), call());
  assert.deepEqual(!collided.ok && [collided.problem.status, collided.problem.retryAfterSeconds], [503, 2]);
});

test("an attempt that is made again says its warnings once", async () => {
  const ports = fakePorts();
  const twice: Ports["transaction"] = async (work) => {
    await work({} as never);
    return work({} as never);
  };
  const warning = action({ ...base, input: Input, output: Output }).run(async ({ warn, write }, { name }) =>
    write(async () => {
      warn({ code: "W", path: null, message: "w" });
      return reply({ name });
    }),
  );
  const outcome = await perform(warning, { ...ports, transaction: twice }, call());
  assert.equal(outcome.ok && outcome.warnings.length, 1);
});

test("an action that failed is not remembered", async () => {
  const ports = fakePorts();
  const failing = action({ ...base, input: Input, output: Output }).run(() =>
    Promise.reject(new Problem("REPORT_NOT_READY")),
  );
  assert.equal(await codeOf(failing, { idempotencyKey: "k" }, ports), "REPORT_NOT_READY");
  assert.equal(ports.replayed.size, 0);
});

test("an action without a transaction of its own is remembered all the same", async () => {
  const ports = fakePorts();
  const simple = action({ ...base, input: Input, output: Output }).run(async (_context, { name }) => ({
    name,
  }));
  await perform(simple, ports, call({ idempotencyKey: "k" }));
  const again = await perform(simple, ports, call({ idempotencyKey: "k" }));
  assert.equal(again.ok && again.replayed, true);
});

// What is told

test("one line and one observation per call, with the outcome", async () => {
  const ports = fakePorts();
  await perform(plain, ports, call());
  await perform(plain, ports, call({ raw: async () => ({}) }));
  assert.deepEqual(
    ports.logged.map(({ action, status, code, user_id }) => [action, status, code, user_id]),
    [
      ["do_thing", 200, undefined, "u1"],
      ["do_thing", 400, "VALIDATION_ERROR", "u1"],
    ],
  );
  assert.deepEqual(
    ports.observed.map(({ action, door, status }) => [action, door, status]),
    [
      ["do_thing", "rest", 200],
      ["do_thing", "rest", 400],
    ],
  );
});

test("warnings of the door, of the input and of the action all reach the caller", async () => {
  const warning = (code: string) => ({ code, path: null, message: "." });
  const warning3 = action({ ...base, input: Input, output: Output }).run(async ({ warn }, { name }) => {
    warn(warning("ACTION"));
    return { name };
  });
  const raw: Call["raw"] = async (warn) => {
    warn(warning("DOOR"));
    return { name: "a", nmae: "b" };
  };
  const outcome = await perform(warning3, fakePorts(), call({ raw }));
  assert.deepEqual(outcome.ok && outcome.warnings.map(({ code }) => code), [
    "DOOR",
    "UNKNOWN_PARAMETER",
    "ACTION",
  ]);
});

test("contract/organizations: what cannot be undone requires a session that was opened within ten minutes", async () => {
  const final = action({ ...base, signedInRecently: true, input: Input, output: Output }).run(plain.run);
  const ports = fakePorts();
  const ago = (ms: number | null) =>
    caller({ signedInAt: ms === null ? null : new Date(ports.services.now().getTime() - ms).toISOString() });
  for (const [ms, expected] of [
    [9 * 60_000, "ok"],
    [11 * 60_000, "SIGN_IN_AGAIN"],
    [null, "ok"],
  ] as const)
    assert.equal(await codeOf(final, { who: ago(ms) }, ports), expected);
  assert.equal(await codeOf(plain, { who: ago(11 * 60_000) }, ports), "ok");
  const some = action({
    ...base,
    signedInRecentlyFor: ({ name }) => name === "a",
    input: Input,
    output: Output,
  }).run(plain.run);
  for (const [name, ms, expected] of [
    ["a", 9 * 60_000, "ok"],
    ["a", 11 * 60_000, "SIGN_IN_AGAIN"],
    ["b", 11 * 60_000, "ok"],
  ] as const)
    assert.equal(await codeOf(some, { who: ago(ms), raw: async () => ({ name }) }, ports), expected);
});

test("contract/limits-and-plans: what is counted for an organization too is refused where its members together have used it up", async () => {
  const shared = action({ ...base, limitShared: true, input: Input, output: Output }).run(plain.run);
  const ports = fakePorts();
  const taken: string[] = [];
  const left: Record<string, number> = { ann: 5, bob: 3, "all of o1": 1 };
  ports.limiter = {
    giveBack: async () => undefined,
    async take(who) {
      taken.push(who);
      left[who]! -= 1;
      return { allowed: left[who]! >= 0, limit: 5, remaining: Math.max(0, left[who]!), resetSeconds: 60 };
    },
  };
  const who = (countedAs: string) => caller({ countedAs, organizationId: "o1" });
  const first = await perform(shared, ports, call({ who: who("ann") }));
  assert.deepEqual([first.ok, first.limit?.remaining], [true, 0], "the least that is left is shown");
  const second = await perform(shared, ports, call({ who: who("bob") }));
  assert.deepEqual([second.ok, second.limit?.allowed], [false, false]);
  assert.deepEqual(taken, ["ann", "all of o1", "bob", "all of o1"]);
  taken.length = 0;
  left.cat = 5;
  left["all of o1"] = 1;
  const viewer = { ...who("cat"), role: "viewer" as const, scopes: [] };
  assert.equal(await codeOf(shared, { who: viewer }, ports), "INSUFFICIENT_ROLE");
  assert.equal(await codeOf(shared, { who: who("cat"), raw: async () => ({}) }, ports), "VALIDATION_ERROR");
  assert.deepEqual(taken, ["cat", "cat"], "what is refused anyway counts for whoever sends it alone");
});
