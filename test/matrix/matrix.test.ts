import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { actions } from "../../src/server/actions.ts";
import type { AnyAction } from "../../src/server/api/action.ts";
import { idFieldsOf, type Own, validInput } from "../catalogue.ts";
import { type Answer, requestOf } from "../doors.ts";
import { byPrompt } from "../fake-engines.ts";
import { everythingOf } from "../owner.ts";
import { onEachStore, type TestApp } from "../start-app.ts";
import { type FakeGhost, startGhost } from "../vendors/ghost.ts";
import { type Caller, callersAgainst } from "./callers.ts";

let blog: FakeGhost;
before(async () => {
  blog = await startGhost();
});
after(() => blog[Symbol.asyncDispose]());

/** Stands in what belongs to somebody else, and must stand in no answer. */
const mark = "Quetzal4711";

onEachStore(
  () => ({
    engines: { chatgpt: byPrompt((prompt) => `${prompt} Acme.`) },
    config: { outboundAllow: [blog.host], rateLimitScale: 0 },
  }),
  (app) => {
    test("every route × caller × id: nothing foreign is told, and what is foreign is as what does not exist", async (t) => {
      const { hidden, seen, deleted, callers } = await world(app());
      const secrets = [mark, ...new Set(Object.values(hidden).filter((value) => uuid.test(value)))];
      const timed = callers.map((caller) => ({
        caller,
        foreignMs: [] as number[],
        missingMs: [] as number[],
      }));
      let calls = 0;
      for (const action of await described(app()))
        for (const { caller, foreignMs, missingMs } of timed) {
          const own = caller.inside ? seen : {};
          const ask = async (input: Record<string, unknown>, named: string | null) => {
            calls += 1;
            const began = performance.now();
            const request = requestOf(action.name, input);
            const { token, headers } = caller;
            const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
            const sent = { ...request, token, from, headers: { ...request.headers, ...headers } };
            const answer = await app().send(sent);
            const where = `${caller.who}, ${action.http}: ${answer.status} ${answer.text.slice(0, 300)}`;
            assert.ok(
              !["NOT_FOUND", "METHOD_NOT_ALLOWED"].includes(answer.error?.code),
              `not called: ${where}`,
            );
            assert.ok(answer.status < 500, where);
            for (const secret of secrets) {
              // An organization has the id of who made it, and its members know where they are.
              const known = secret === named || (caller.inside && secret === hidden.memberId);
              assert.ok(known || !answer.text.includes(secret), `${secret} is told to ${where}`);
            }
            return { answer, where, ms: performance.now() - began };
          };
          const usual = validInput(action, own);
          const fields = idFieldsOf(action).filter((field) => hidden[field]);
          if (fields.length === 0 && action.effect === "reads") await ask(usual, null);
          for (const field of fields) {
            if (caller.inside && ofPeople.has(field)) continue;
            const naming = (id: string) => ask({ ...usual, ...companions[field], [field]: id }, id);
            const [foreign, missing] = [await naming(hidden[field]!), await naming(randomUUID())];
            assert.ok(foreign.answer.status >= 400, foreign.where);
            assert.deepEqual(comparable(foreign.answer), comparable(missing.answer), foreign.where);
            foreignMs.push(foreign.ms);
            missingMs.push(missing.ms);
            const gone = deleted[field] && (await naming(deleted[field]));
            if (gone) assert.deepEqual(comparable(gone.answer), comparable(missing.answer), gone.where);
            await naming("no-such-id");
          }
        }
      t.diagnostic(`${calls} calls by ${callers.length} callers`);
      assert.ok(calls > 3_000, `${calls} calls`);
      for (const { caller, foreignMs, missingMs } of timed) {
        const [there, not] = [median(foreignMs), median(missingMs)];
        const told = `${caller.who}: ${there} ms and ${not} ms`;
        assert.ok(Math.abs(there - not) < 0.5 * Math.max(there, not) + 5, told);
      }
    });
  },
);

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Limited members are in the organization themselves: what concerns people and not projects is not hidden by workspace. */
const ofPeople = new Set(["memberId", "invitationId", "organizationId"]);

/** What an action asks for besides this id. */
const companions: Record<string, Record<string, unknown>> = { crawlRecordId: { brand: "Acme" } };

/** The actions behind the operations of openapi.json. */
async function described({ app }: TestApp): Promise<AnyAction[]> {
  const { body } = await app.door.inject({ method: "GET", url: "/openapi.json" });
  const paths = JSON.parse(body).paths as Record<string, Record<string, { operationId?: string }>>;
  const ids = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId }) => operationId ?? []),
  );
  return ids.map(
    (id) => actions.find(({ name }) => name === id || camel(name) === id) ?? assert.fail(`no action ${id}`),
  );
}

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Two clients of an agency, each with one of everything, something that was deleted, and everybody else. */
async function world(app: TestApp) {
  const boss = await app.member();
  const workspace = async (name: string) =>
    (await boss.call<{ id: string }>("POST", "/v1/client-workspaces", { name, kind: "client" })).data.id;
  const [shown, other] = [await workspace("Shown"), await workspace(mark)];
  const seen: Own = await everythingOf(app, blog, boss, { workspaceId: shown });
  const foreign = { workspaceId: other, name: mark, brandAliases: [mark], prompts: [`best ${mark}?`] };
  const hidden: Own = await everythingOf(app, blog, boss, foreign);
  const past = await everythingOf(app, blog, boss, { ...foreign, name: `${mark} past` });
  await boss.call("DELETE", `/v1/projects/${past.projectId}`);
  await app.settle();
  const callers: Caller[] = await callersAgainst(app, boss, shown);
  // What was remembered of credentials has lapsed.
  await pause(1_050);
  const deleted: Own = { projectId: past.projectId!, reportId: past.reportId! };
  return { hidden, seen, deleted, callers };
}

/** What one answer has in common with another to the same request about another id. */
function comparable({ status, error, headers }: Answer): unknown {
  const own = new Set(["x-request-id", "date", "etag", "content-length"]);
  const rest = Object.entries(headers).filter(([name]) => !own.has(name));
  return { status, code: error?.code, message: error?.message, details: error?.details, rest };
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;
