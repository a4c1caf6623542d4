import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { actions } from "../src/server/actions.ts";
import { type AnyAction, route } from "../src/server/api/action.ts";
import { formatInWords } from "../src/server/api/schema/shape.ts";
import type { Db } from "../src/server/db/db.ts";
import { newId } from "../src/server/kernel/id.ts";
import { limitClasses } from "../src/server/kernel/limit.ts";
import { exampleOf } from "../src/server/openapi/example.ts";
import { openapi } from "../src/server/openapi/openapi.ts";
import { insertProject } from "../src/server/projects/projects.ts";
import { doing, idFieldsOf, type Own, validInput } from "./catalogue.ts";
import { type Answer, doors, fieldsIn, type Request, requestOf, rest } from "./doors.ts";
import { always, byPrompt } from "./fake-engines.ts";
import { owner } from "./owner.ts";
import { type Member, onEachStore, type TestApp } from "./start-app.ts";
import { type FakeGhost, startGhost } from "./vendors/ghost.ts";

const root = join(import.meta.dirname, "..");
const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  type?: string | string[];
  format?: string;
}

/** Every property of a schema at any depth, with its path. */
function* propertiesOf(schema: Schema, path = ""): Generator<[path: string, name: string, property: Schema]> {
  for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) yield* propertiesOf(inner, path);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [`${path}/${name}`, name, property];
    yield* propertiesOf(property, `${path}/${name}`);
  }
}

function* enumsOf(schema: Schema): Generator<unknown> {
  yield* schema.enum ?? [];
  for (const inner of [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})])
    if (inner) yield* enumsOf(inner);
}

// ── the list ──

test("every action is the export of its name in a file of its name, and every one that is declared stands in the list", async () => {
  const folder = join(root, "src", "server");
  const declaring = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && /= action\(/.test(readFileSync(join(folder, path), "utf8")),
  );
  assert.deepEqual(
    declaring.map((path) => basename(path, ".ts")).sort(),
    actions.map(({ name }) => name.replaceAll("_", "-")).sort(),
  );
  for (const path of declaring) {
    const module = await import(`../src/server/${path}`);
    const action = actions.find(({ name }) => name.replaceAll("_", "-") === basename(path, ".ts"))!;
    assert.equal(module[camel(action.name)], action, action.name);
  }
});

test("no two actions share a name or a route", () => {
  assert.equal(new Set(actions.map(({ name }) => name)).size, actions.length);
  assert.equal(new Set(actions.map(({ http }) => http.replaceAll(/\{\w+\}/g, "{}"))).size, actions.length);
});

test("a value in the wrong format is told what the format is, with an example", () => {
  const formats = new Set<string>();
  for (const { input } of actions)
    for (const [, , { format }] of propertiesOf(input as Schema)) if (format) formats.add(format);
  assert.ok(formats.has("date-time"));
  for (const format of formats) assert.match(formatInWords(format), / such as \S+$/, format);
});

for (const action of actions) {
  test(`${action.name} declares its input as a plain object with every path parameter, and describes each field`, () => {
    assert.equal((action.input as Schema).type, "object");
    for (const parameter of route(action.http).parameters) {
      assert.ok(action.input.required?.includes(parameter), `${parameter} is required`);
    }
    for (const [path, , property] of propertiesOf(action.input))
      assert.ok(property.description, `${path} is described`);
    for (const [path, , property] of propertiesOf(action.output as Schema))
      assert.ok(property.description, `${path} of the output is described`);
  });

  test(`${action.name} says in at most 160 characters what it does`, () => {
    assert.match(action.summary, /^[A-Z].{1,158}\.$/);
  });
}

test("assistants get at most 34 tools, none of them for keys, exports or deletions", () => {
  const tools = actions.filter(({ tool }) => tool);
  assert.ok(
    tools.length > 0 && tools.length <= 34,
    `${tools.length} tools: leave \`tool\` out of the new action, which keeps its route, or see "Add a route" in CONTRIBUTING.md for which other may go`,
  );
  for (const { name, tag, effect, produces } of tools) {
    assert.ok(tag !== "keys" && effect !== "deletes" && !produces, name);
  }
  assert.equal(actions.find(({ http }) => http === "POST /v1/analyze")?.tool, undefined);
});

test("parameters are camelCase but for the two that were always otherwise; results are snake_case", () => {
  for (const action of actions) {
    for (const [path, name] of propertiesOf(action.input)) {
      const asShown = name === "answer_detail" || (name === "expires_at" && action.name === "create_key");
      assert.match(name, asShown ? /_/ : /^[a-z][a-zA-Z0-9]*$/, `${action.name} ${path}`);
    }
    for (const [path, name] of propertiesOf(action.output as Schema))
      assert.match(name, /^[a-z][a-z0-9_]*$/, `${action.name} ${path}`);
    for (const value of [...enumsOf(action.input), ...enumsOf(action.output as Schema)])
      assert.match(
        String(value),
        /^([a-z][a-z0-9_]*|[a-z]+[:.][a-z]+|\d+[hdm])$/,
        `${action.name}: ${value}`,
      );
  }
});

// ── the description ──

const address = "http://127.0.0.1:8787";
const document = openapi(actions, { baseUrl: address, siteUrl: address }) as {
  openapi: string;
  info: { version: string };
  webhooks?: object;
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; deprecated?: boolean; callbacks?: unknown; responses: Record<string, unknown> }
    >
  >;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    http: `${method.toUpperCase()} /v1${path}`,
    ...operation,
  })),
);

test("openapi.json on disk is what the list of actions prints", () => {
  const onDisk = readFileSync(join(root, "openapi.json"), "utf8");
  assert.equal(onDisk, `${JSON.stringify(document, null, 2)}\n`, "run `npm run generate`");
});

test("contract/openapi: the description covers every route and no other", () => {
  assert.deepEqual(operations.map(({ http }) => http).sort(), actions.map(({ http }) => http).sort());
});

test("contract/errors: every route may answer 401, 429 and 500", () => {
  for (const { http, responses } of operations)
    for (const status of ["401", "429", "500"]) assert.ok(responses[status], `${http} ${status}`);
});

test("contract/deprecation: POST /analyze is not marked deprecated, nor is any other route", () => {
  assert.deepEqual(
    operations.filter(({ deprecated }) => deprecated),
    [],
  );
});

test("contract/events: the description has what destinations are sent, and no callbacks", () => {
  const sent = Object.keys(document.webhooks ?? {});
  assert.deepEqual(sent, [
    "reportEnded",
    "changeTold",
    "watchIdle",
    "draftEnded",
    "crawlCompleted",
    "scheduleMissed",
    "spendingNearLimit",
    "assistantState",
  ]);
  for (const { http, callbacks } of operations) assert.equal(callbacks, undefined, http);
});

// ── the list, behind its doors: actions that do nothing, and then fail ──

const secretText = "select secret from /var/lib/overheard at Object.run (file.ts:1)";
const perWindow = 12;
const tightLimits = {
  ...Object.fromEntries(
    Object.keys(limitClasses).map((name) => [name, { limit: perWindow, windowSeconds: 60 }]),
  ),
  // Every credential that is refused here comes from one address.
  auth_fail: { limit: 2 * actions.length, windowSeconds: 60 },
};

/** A retired route, of which the product has none. */
const retired = (action: AnyAction): AnyAction => ({
  ...action,
  name: "list_things",
  http: "GET /v1/things",
  deprecated: {
    since: new Date("2026-01-15T00:00:00Z"),
    sunset: new Date("2026-07-15T00:00:00Z"),
    docs: "https://overheard.example/docs/things",
    successor: "/v1/projects",
  },
});

/** Routes of keys, connectors and organizations; reading one's own organization is for every credential. */
const sessionRoutes =
  /\/v1\/(keys|connectors|organizations|organization\/|engines\/|account\/)|\/v1\/account$|(PATCH|DELETE) \/v1\/organization$|(POST|PATCH|DELETE) \/v1\/webhooks(\/\{webhookId\}(\/rotate-secret)?)?$|(PUT|DELETE) \/v1\/bucket$|PUT \/v1\/webhooks\/\{webhookId\}\/digest$|(PUT|POST) \/v1\/projects\/\{projectId\}\/client-report/;

/** How each door turns a credential away that it does not take. */
const refusal: Record<string, string> = { REST: "JWT_REQUIRED", MCP: "UNAUTHORIZED" };

for (const door of doors) {
  const offered = actions.filter(door.offers);
  let broken = false;
  const stub = doing((action) => {
    if (broken) throw new Error(secretText);
    return exampleOf(action.output);
  });

  onEachStore(
    () => ({
      actions: [...stub, retired(stub[0]!)],
      engines: { chatgpt: always("") },
      config: { rateLimits: tightLimits },
      faults: "expected",
    }),
    (app) => {
      let own: Own;
      const call = async (
        action: AnyAction,
        token: string | null,
        extra: Record<string, unknown> = {},
      ): Promise<Answer> =>
        door.call(app().app.door, token, action.name, { ...validInput(action, own), ...extra });

      /** A member with a project, which is all that is looked up before an action begins. */
      async function somebody(): Promise<Member> {
        const me = await app().member();
        own = { projectId: await insertBareProject(app().db, me.userId) };
        for (const id of ["keyId", "reportId", "opportunityId", "workspaceId", "shareLinkId"])
          own[id] = newId();
        return me;
      }

      test(`contract/envelope, contract/limits-and-plans: ${door.name}: every action answers data and meta, with its limit`, async () => {
        const token = await door.token(await somebody());
        for (const action of offered) {
          const answer = await call(action, token);
          assert.ok(answer.status === (action.status ?? 200), `${action.name}: ${answer.text}`);
          assertLimited(answer, action);
        }
      });

      test(`${door.name}: an unknown field is ignored and reported, with the name that was probably meant`, async () => {
        const token = await door.token(await somebody());
        for (const action of offered) {
          const known = [...fieldsIn(action, "query"), ...fieldsIn(action, "body")].filter(
            (field) => field !== action.body?.field,
          );
          const field = known[0] ? `${known[0]}x` : "frobnicate";
          const { meta, status, text } = await call(action, token, action.body ? {} : { [field]: "x" });
          if (action.body) continue;
          assert.ok(status < 300, `${action.name}: ${text}`);
          const [warning] = meta.warnings ?? [];
          assert.equal(warning?.code, "UNKNOWN_PARAMETER", action.name);
          assert.equal(warning?.path, `/${field}`, action.name);
          assert.equal(warning?.did_you_mean, known[0], action.name);
        }
      });

      test(`contract/authentication: ${door.name}: without a credential every route is 401, with a challenge and without a limit`, async () => {
        for (const action of offered) {
          const answer = await call(action, null);
          assert.equal(answer.status, 401, action.name);
          assert.equal(answer.error.code, "UNAUTHORIZED");
          assert.equal(answer.error.details?.reason, "missing");
          assert.equal(answer.headers["www-authenticate"], door.challenge);
          assert.deepEqual(
            Object.keys(answer.headers).filter((name) => name.includes("ratelimit")),
            [],
          );
        }
      });

      test(`contract/authentication: ${door.name}: each kind of credential opens what it is for, and nothing else`, async () => {
        const me = await somebody();
        const credentials = { key: me.key, connector: await me.connector(), session: await me.session() };
        for (const action of offered) {
          for (const [kind, credential] of Object.entries(credentials)) {
            const { status, error } = await call(action, credential);
            const where = `${action.name} with a ${kind}: ${status}`;
            const opens = door === rest ? kind === "session" || !action.sessionOnly : kind === "connector";
            if (opens) assert.ok(status < 300, where);
            else assert.deepEqual([status, error.code], [401, refusal[door.name]], where);
          }
          assert.equal(action.sessionOnly === true, sessionRoutes.test(action.http), action.name);
        }
      });

      test(`contract/errors: ${door.name}: what breaks inside is a 500 that says nothing of it`, async () => {
        broken = true;
        const token = await door.token(await somebody());
        for (const action of offered) {
          const answer = await call(action, token);
          assert.deepEqual([answer.status, answer.error?.code], [500, "INTERNAL_ERROR"], action.name);
          for (const part of secretText.split(" "))
            assert.ok(!answer.text.includes(part) || part === "at", action.name);
          assertLimited(answer, action);
        }
        assert.ok(
          app().logged.some((line) => line.includes(secretText)),
          "the log has it",
        );
        broken = false;
      });

      test("contract/deprecation: a deprecated route says so in its description and on every answer after the credential", async () => {
        if (door !== rest) return;
        const { key } = await app().member();
        const { inject } = app().app.door;
        const described = JSON.parse((await inject({ method: "GET", url: "/openapi.json" })).body).paths[
          "/things"
        ].get;
        assert.equal(described.deprecated, true);
        for (const fails of [false, true]) {
          broken = fails;
          const { statusCode, headers } = await inject({
            method: "GET",
            url: "/v1/things",
            headers: { authorization: `Bearer ${key}` },
          });
          assert.equal(statusCode, fails ? 500 : 200);
          assert.equal(headers.deprecation, "@1768435200");
          assert.equal(headers.sunset, "Wed, 15 Jul 2026 00:00:00 GMT");
          for (const link of [
            '<https://overheard.example/docs/things>; rel="deprecation"',
            'rel="sunset"',
            '</v1/projects>; rel="successor-version"',
          ])
            assert.ok(String(headers.link).includes(link), link);
        }
        broken = false;
      });

      test(`contract/assistants: ${door.name}: the same call gives the same data and the same problem as over the API`, async () => {
        const me = await somebody();
        const [token, session] = [await door.token(me), await me.session()];
        for (const action of offered) {
          const input = validInput(action, own);
          for (const given of [input, { ...input, projectId: "no id" }, { ...input, projectId: newId() }]) {
            const [here, there] = [
              await door.call(app().app.door, token, action.name, given),
              await rest.call(app().app.door, session, action.name, given),
            ];
            const where = `${action.name} ${here.text}`;
            assert.deepEqual(here.data, there.data, where);
            assert.equal(here.error?.code, there.error?.code, where);
            assert.deepEqual(here.error?.details, there.error?.details, where);
            assert.deepEqual(here.meta?.warnings, there.meta?.warnings, where);
          }
        }
      });

      test(`contract/limits-and-plans: ${door.name}: exceeding one route's limit is 429 there and leaves every other route's untouched`, async () => {
        const token = await door.token(await somebody());
        for (const action of offered) {
          let last: Answer | undefined;
          for (let calls = 0; calls <= perWindow; calls += 1) {
            last = await call(action, token);
            assert.equal(
              last.status === 429,
              calls === perWindow,
              `${action.name}, call ${calls + 1}: ${last.status}`,
            );
          }
          assertRefused(last!, action);
          if (door === rest) assertRetryHeaders(last!);
        }
      });
    },
  );
}

function assertLimited({ headers }: Answer, { name }: AnyAction): void {
  assert.equal(headers["ratelimit-limit"], String(perWindow), name);
  assert.match(headers["ratelimit-remaining"] ?? "", /^\d+$/, name);
  const reset = Number(headers["ratelimit-reset"]);
  assert.ok(Number.isInteger(reset) && reset >= 1 && reset <= 60, name);
}

function assertRefused(answer: Answer, action: AnyAction): void {
  const { headers, error } = answer;
  assertLimited(answer, action);
  assert.equal(error.code, "RATE_LIMITED");
  const { reset_seconds, ...bucket } = error.details ?? {};
  assert.deepEqual(bucket, { bucket: action.name, limit: perWindow });
  assert.equal(String(reset_seconds), headers["ratelimit-reset"]);
}

function assertRetryHeaders({ headers, error }: Answer): void {
  assert.equal(headers["retry-after"], String(error.details?.reset_seconds));
  assert.ok(Number(headers["retry-after"]) >= 1);
  assert.equal(headers["x-ratelimit-limit"], String(perWindow));
  assert.equal(headers["x-ratelimit-remaining"], "0");
  assert.ok(
    Math.abs(Number(headers["x-ratelimit-reset"]) - Date.now() / 1000 - Number(headers["retry-after"])) <=
      1.5,
  );
}

// ── the real thing ──

let blog: FakeGhost;
before(async () => {
  blog = await startGhost();
});
after(() => blog[Symbol.asyncDispose]());

onEachStore(
  () => ({
    engines: { chatgpt: byPrompt((prompt) => `${prompt} Acme.`) },
    config: { outboundAllow: [blog.host] },
  }),
  (app) => {
    for (const door of doors) {
      test(`contract/requests: ${door.name}: another's id is a 404, byte for byte that of one that does not exist`, async () => {
        const { own } = await owner(app(), blog);
        const stranger = await owner(app(), blog);
        const token = await door.token(stranger.me);
        let cases = 0;
        for (const action of actions.filter(door.offers)) {
          for (const field of idFieldsOf(action)) {
            assert.ok(own[field], `${action.name}: somebody owns a ${field}`);
            const input = { ...validInput(action, stranger.own), ...companions[field] };
            const ask = (id: string) =>
              door.call(app().app.door, token, action.name, { ...input, [field]: id });
            const [foreign, missing] = [await ask(own[field]), await ask(randomUUID())];
            const where = `${action.name} ${field}`;
            assert.equal(foreign.status, 404, `${where}: ${foreign.text}`);
            assert.equal(withoutId(foreign), withoutId(missing), where);
            cases += 1;
          }
        }
        assert.ok(cases >= (door === rest ? 15 : 10), `${cases} cases`);
      });
    }

    test("properties that are ours to set change nothing when a body names them", async () => {
      const { me, own } = await owner(app(), blog);
      const stranger = await app().member();
      const chosen = { organizationId: me.userId };
      await me.call("PUT", "/v1/account/organization", chosen, { token: await me.session() });
      const before = await everythingOf(app(), me, stranger);
      for (const action of actions) {
        if (fieldsIn(action, "body").length === 0 || action.body) continue;
        const request = requestOf(action.name, validInput(action, own));
        const { status, data, text } = await me.call<Record<string, unknown>>(
          request.method,
          request.path,
          assigning(action, request, stranger),
          {
            token: await me.session(),
          },
        );
        assert.ok(status < 300, `${action.name}: ${text}`);
        assert.notEqual(data.id, forced.id, action.name);
      }
      await app().settle();
      const after = await everythingOf(app(), me, stranger);
      assert.deepEqual(after.users, before.users);
      assert.deepEqual(after.owners, [me.userId], "nothing was made for somebody else");
      assert.deepEqual(after.odd, 0);
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
    });

    test("nothing of a stranger's shows in any list", async () => {
      const { own } = await owner(app(), blog);
      const other = await app().member();
      const session = await other.session();
      for (const action of actions) {
        if (
          idFieldsOf(action).some((field) => action.input.required?.includes(field)) ||
          action.effect !== "reads"
        )
          continue;
        const { text } = await other.call("GET", requestOf(action.name).path, undefined, { token: session });
        for (const [name, id] of Object.entries(own))
          assert.ok(/ (role|provider|active)$/.test(name) || !text.includes(id), action.name);
      }
    });
  },
);

/** What must stand beside an id for the route to look at it at all. */
const companions: Record<string, Record<string, unknown>> = { crawlRecordId: { brand: "Acme" } };

const withoutId = ({ status, headers, text }: Answer): string => {
  const {
    "x-request-id": id = "",
    date: _,
    "ratelimit-remaining": __,
    "ratelimit-reset": ___,
    ...others
  } = headers;
  return [status, JSON.stringify(others), text.replace(id, "")].join("\n");
};

async function insertBareProject(db: Db, userId: string): Promise<string> {
  const { id } = await insertProject(db, {
    ...{
      id: newId(),
      organizationId: userId,
      name: "Acme",
      brand: "Acme",
      brandAliases: [],
      competitors: [],
      samples: 1,
      until: null,
      monthlySpendUsd: null,
      schedule: "off",
    },
    ...{ about: null, domain: null, websiteUrl: null, providers: null, workspaceId: null },
    ...{ country: "US", language: "en", timezone: "UTC", now: new Date() },
  });
  return id;
}

const forced = {
  ...{
    id: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d99",
    plan: "enterprise",
    plan_status: "trialing",
    planStatus: "trialing",
  },
  ...{
    quotas: { visibility: { limit: null } },
    created_at: "2001-01-01T00:00:00Z",
    createdAt: "2001-01-01T00:00:00Z",
  },
  ...{
    sandbox: false,
    status: "completed",
    source: "main",
    units: 0,
    reading: 9,
    issuer: "x",
    constructor: { prototype: { polluted: 1 } },
  },
};

function assigning(action: AnyAction, { body }: Request, { userId }: Member): string {
  const theirs = fieldsIn(action, "body");
  const ours = Object.entries(forced).filter(([name]) => !theirs.includes(name));
  const fields = { ...(body as object), ...Object.fromEntries(ours), user_id: userId, userId };
  return JSON.stringify(fields).replace(/\}$/, ',"__proto__":{"polluted":1,"user_id":"x"}}');
}

async function everythingOf({ db }: TestApp, me: Member, stranger: Member) {
  const users = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "in", [me.userId, stranger.userId])
    .orderBy("id")
    .execute();
  const mine = [me.userId, stranger.userId];
  const projects = await db
    .selectFrom("projects")
    .select(["user_id", "created_at", "id"])
    .where("user_id", "in", mine)
    .execute();
  const reports = await db
    .selectFrom("reports")
    .select(["user_id", "created_at", "id"])
    .where("user_id", "in", mine)
    .execute();
  const rows = [...projects, ...reports];
  const odd = rows.filter(
    ({ id, created_at }) => id === forced.id || created_at.getFullYear() === 2001,
  ).length;
  return { users, owners: [...new Set(rows.map(({ user_id }) => user_id))], odd };
}
