import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { type AnyAction, action } from "../../src/server/api/action.ts";
import { reply } from "../../src/server/api/reply.ts";
import { Problem } from "../../src/server/kernel/problem.ts";

const common = { tag: "setup", scope: "visibility:read", effect: "reads", limit: "read" } as const;
const words = (description: string) => Type.String({ maxLength: 200, description });
const Echo = Type.Object({ seen: Type.Unsafe({}) }, { title: "Echo", description: "What arrived." });

/** Lines that exports have made so far. */
export const made = { lines: 0 };

/** What no customer can do: actions that show one property of the door each. */
export const testActions: AnyAction[] = [
  action({
    ...common,
    name: "list_things",
    http: "GET /v1/things",
    summary: "List things.",
    input: Type.Object({}),
    output: Type.Array(words("A thing.")),
  }).run(async () => ["one", "two"]),
  action({
    ...common,
    name: "find_things",
    http: "GET /v1/things/find",
    summary: "Find things.",
    paged: true,
    input: Type.Object({
      view: Type.Optional(
        Type.Unsafe<string>({ type: "string", enum: ["raw", "full"], description: "View." }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: "Things per page." })),
      exact: Type.Optional(Type.Boolean({ description: "Exactly this." })),
      text: Type.Optional(words("Text to find.")),
      projectId: Type.Optional(Type.String({ format: "uuid", description: "A project." })),
    }),
    output: Echo,
  }).run(async (_context, input) =>
    reply({ seen: input }, { pagination: { limit: 5, next_cursor: null, has_more: false } }),
  ),
  action({
    ...common,
    name: "latest_thing",
    http: "GET /v1/things/latest",
    summary: "Read the latest thing.",
    input: Type.Object({}),
    output: Echo,
  }).run(async () => ({ seen: "latest" })),
  action({
    ...common,
    name: "get_thing",
    http: "GET /v1/things/{thing}",
    summary: "Read a thing.",
    problems: ["REPORT_NOT_FOUND"],
    input: Type.Object({ thing: Type.String({ maxLength: 120, description: "Its name." }) }),
    output: Echo,
  }).run(async (_context, { thing }) => {
    if (thing === "missing") throw new Problem("REPORT_NOT_FOUND");
    return { seen: thing };
  }),
  action({
    ...common,
    name: "make_thing",
    http: "POST /v1/things",
    summary: "Make a thing.",
    effect: "writes",
    limit: "write",
    status: 201,
    input: Type.Object({
      name: words("Its name."),
      size: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, description: "Its size." })),
      flag: Type.Optional(Type.Boolean({ description: "A flag." })),
      extra: Type.Optional(Type.Object({}, { additionalProperties: true, description: "Anything." })),
    }),
    output: Echo,
  }).run(async ({ write }, input) =>
    write(async () => reply({ seen: input }, { location: "/v1/things/new" })),
  ),
  action({
    ...common,
    name: "maybe_thing",
    http: "POST /v1/things/maybe",
    summary: "Make a thing, or not; needs no body.",
    effect: "writes",
    limit: "write",
    mayAnswer: [202],
    input: Type.Object({ name: Type.Optional(words("Its name.")) }),
    output: Echo,
  }).run(async ({ waitSeconds }, input) =>
    reply({ seen: { ...input, waitSeconds } }, { status: 202, location: "/v1/things/maybe" }),
  ),
  action({
    ...common,
    name: "import_things",
    http: "POST /v1/projects/{projectId}/things",
    summary: "Import things.",
    effect: "writes",
    limit: "import",
    on: "project",
    feature: "share_links",
    spends: "visibility",
    body: { field: "rows", maxBytes: 1024 * 1024 },
    input: Type.Object({
      projectId: Type.String({ format: "uuid", description: "The project." }),
      rows: Type.Array(
        Type.Object({
          name: words("Its name."),
          answer: Type.Unsafe<string>({ type: "string", verbatim: true, description: "As it came." }),
        }),
        { minItems: 1, maxItems: 100, description: "The rows." },
      ),
    }),
    output: Echo,
  }).run(async ({ project }, { rows }) => ({ seen: { project: project.id, rows } })),
  action({
    ...common,
    name: "make_secret",
    http: "POST /v1/secrets",
    summary: "Make a secret.",
    effect: "writes",
    limit: "keys",
    sessionOnly: true,
    secret: true,
    noStore: true,
    status: 201,
    input: Type.Object({}),
    output: Type.Object({
      id: words("Its id."),
      key: Type.String({ maxLength: 4000, description: "The secret." }),
    }),
  }).run(async ({ write }) => write(async () => reply({ id: "s1", key: "k".repeat(2000) }))),
  action({
    ...common,
    name: "export_things",
    http: "GET /v1/things/export",
    summary: "Stream things.",
    produces: ["text/csv; charset=utf-8"],
    input: Type.Object({
      lines: Type.Integer({ minimum: 0, maximum: 1_000_000, description: "How many." }),
      failAt: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Where it breaks." }),
      ),
      goneAt: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Where it is deleted." }),
      ),
    }),
    output: Echo,
  }).run(async (_context, { lines, failAt, goneAt }) => {
    async function* chunks() {
      for (let line = 0; line < lines; line += 1) {
        if (line === goneAt) throw new Problem("REPORT_NOT_FOUND");
        if (line === failAt) throw new Error("secret text of a failure");
        made.lines += 1;
        yield `${line},${"x".repeat(80)}\n`;
      }
    }
    return reply(
      { seen: null },
      { stream: { contentType: "text/csv; charset=utf-8", fileName: "things.csv", chunks: chunks() } },
    );
  }),
  action({
    ...common,
    name: "large_thing",
    http: "GET /v1/large",
    summary: "Read much text.",
    input: Type.Object({}),
    output: Type.Array(Type.String({ description: "Text." })),
  }).run(async () =>
    Array.from({ length: 100 }, (_, index) => `line ${index} of a text that compresses well`),
  ),
  action({
    ...common,
    name: "break_thing",
    http: "GET /v1/break",
    summary: "Fail.",
    input: Type.Object({}),
    output: Echo,
  }).run(async () => {
    throw new Error("secret text: select * from users at /srv/app.ts:1");
  }),
  action({
    ...common,
    name: "lose_store",
    http: "GET /v1/outage",
    summary: "Lose the store.",
    input: Type.Object({}),
    output: Echo,
  }).run(async () => {
    throw Object.assign(new Error("connect refused 10.0.0.1"), { code: "ECONNREFUSED" });
  }),
  action({
    ...common,
    name: "slow_thing",
    http: "GET /v1/slow",
    summary: "Take long.",
    input: Type.Object({ ms: Type.Integer({ minimum: 0, maximum: 100_000, description: "How long." }) }),
    output: Echo,
  }).run(async ({ signal }, { ms }) => {
    await sleep(ms, undefined, { signal });
    return { seen: "waited" };
  }),
  action({
    ...common,
    name: "old_thing",
    http: "GET /v1/old",
    summary: "Read what is on its way out.",
    deprecated: {
      since: new Date("2026-01-01T00:00:00Z"),
      sunset: new Date("2026-07-01T00:00:00Z"),
      docs: "https://overheard.example/docs/old",
      successor: "/v1/things",
    },
    problems: ["REPORT_NOT_READY"],
    input: Type.Object({ fail: Type.Optional(Type.Boolean({ description: "Fail." })) }),
    output: Echo,
  }).run(async (_context, { fail }) => {
    if (fail) throw new Problem("REPORT_NOT_READY");
    return { seen: "old" };
  }),
  action({
    ...common,
    name: "busy_thing",
    http: "POST /v1/busy",
    summary: "Be busy.",
    effect: "writes",
    limit: "analyze",
    problems: ["BILLING_REQUIRED"],
    input: Type.Object({}),
    output: Echo,
  }).run(async () => {
    throw new Problem("RATE_LIMITED", { details: { bucket: "concurrency", limit: 3 }, retryAfterSeconds: 5 });
  }),
  action({
    ...common,
    name: "write_scope",
    http: "PUT /v1/things/{thing}",
    summary: "Replace a thing.",
    scope: "projects:write",
    effect: "writes",
    limit: "write",
    input: Type.Object({ thing: words("Its name."), name: Type.Optional(words("Another name.")) }),
    output: Echo,
  }).run(async (_context, input) => ({ seen: input })),
  action({
    ...common,
    name: "drop_thing",
    http: "DELETE /v1/things/{thing}",
    summary: "Delete a thing.",
    effect: "deletes",
    limit: "write",
    input: Type.Object({ thing: words("Its name.") }),
    output: Echo,
  }).run(async (_context, { thing }) => ({ seen: thing })),
];
