import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { actions } from "../../src/server/actions.ts";
import { idFieldsOf, type Own, validInput } from "../catalogue.ts";
import { type Answer, doors, requestOf, send } from "../doors.ts";
import { byPrompt } from "../fake-engines.ts";
import { everythingOf } from "../owner.ts";
import { type Member, onAnyStore, type TestApp } from "../start-app.ts";
import { type FakeGhost, startGhost } from "../vendors/ghost.ts";
import { join } from "./joining.ts";

let blog: FakeGhost;
before(async () => {
  blog = await startGhost();
});
after(() => blog[Symbol.asyncDispose]());

/** Two clients of an agency, each with one of everything, and who must not see the second of them. */
interface Agency {
  hidden: Own;
  /** What the limited member works with. */
  seen: Own;
  boss: Member;
  outsiders: Outsider[];
}

interface Outsider {
  who: string;
  door: (typeof doors)[number];
  token: string;
  organization?: string;
  /** The status of an action on what is hidden: not there, or nobody. */
  status: 404 | 401;
}

async function agency(app: TestApp): Promise<Agency> {
  const boss = await app.member();
  const workspace = async (name: string) =>
    (await boss.call<{ id: string }>("POST", "/v1/client-workspaces", { name, kind: "client" })).data.id;
  const [shown, other] = [await workspace("Shown"), await workspace("Hidden")];
  const seen = await everythingOf(app, blog, boss, { workspaceId: shown });
  const hidden = await everythingOf(app, blog, boss, { workspaceId: other, name: "Hidden" });
  const [limited, former, stranger] = [await app.member(), await app.member(), await app.member()];
  const [rest, mcp] = [doors.find(({ name }) => name === "REST")!, doors.find(({ name }) => name === "MCP")!];
  const outsiders: Outsider[] = [];

  const credentials = async (member: Member, as: Awaited<ReturnType<typeof join>>["as"]) => {
    const { data: key } = await as<{ key: string }>("POST", "/v1/keys", {});
    const scopes = ["visibility:read", "visibility:run", "content:write", "publish:write", "share:write"];
    const made = { name: "Agent", scopes: [...scopes, "projects:write"] };
    const { data: connector } = await as<{ key: string }>("POST", "/v1/connectors", made);
    return { session: await member.session(), key: key.key, connector: connector.key };
  };
  const add = (
    who: string,
    of: Awaited<ReturnType<typeof credentials>>,
    held: 404 | 401,
    organization?: string,
  ) => {
    const named = organization === undefined ? {} : { organization };
    outsiders.push({ who: `${who}'s session`, door: rest, token: of.session, ...named, status: 404 });
    outsiders.push({ who: `${who}'s key`, door: rest, token: of.key, status: held });
    outsiders.push({ who: `${who}'s connector`, door: rest, token: of.connector, status: held });
    outsiders.push({ who: `${who}'s assistant`, door: mcp, token: of.connector, status: held });
  };
  const inside = await join(boss, limited, "editor", [shown]);
  add("a limited member", await credentials(limited, inside.as), 404, boss.userId);
  const once = await join(boss, former, "editor");
  const kept = await credentials(former, once.as);
  await boss.call("DELETE", `/v1/organization/members/${once.memberId}`, undefined, {
    token: await boss.session(),
  });
  add("a former member", kept, 401, boss.userId);
  const alone: Awaited<ReturnType<typeof join>>["as"] = async (method, path, body) =>
    stranger.call(method, path, body, { token: await stranger.session() });
  add("a stranger", await credentials(stranger, alone), 404);
  // What was remembered of the former member has lapsed.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  return { boss, hidden, seen, outsiders };
}

onAnyStore(
  () => ({
    engines: { chatgpt: byPrompt((prompt) => `${prompt} Acme.`) },
    config: { outboundAllow: [blog.host], rateLimitScale: 0 },
  }),
  (app) => {
    test("what is hidden from a limited or former member, or a stranger, is as what does not exist, to every credential at every door", async (t) => {
      const { boss, hidden, seen, outsiders } = await agency(app());
      const before = await everything(app(), boss);
      let cases = 0;
      for (const outsider of outsiders) {
        const stranger = outsider.who.startsWith("a stranger");
        for (const action of actions.filter(outsider.door.offers)) {
          if (action.sessionOnly && !outsider.who.endsWith("session")) continue;
          for (const field of idFieldsOf(action)) {
            if (!hidden[field]) continue;
            // Their own memberships and invitations are not the agency's to hide by workspace.
            if (!stranger && ["memberId", "invitationId", "organizationId"].includes(field)) continue;
            const input = { ...validInput(action, stranger ? {} : seen), ...companions[field] };
            const ask = (id: string) => asked(app(), outsider, action.name, { ...input, [field]: id });
            const [foreign, missing] = [await ask(hidden[field]), await ask(randomUUID())];
            const where = `${outsider.who}, ${action.name} ${field}: ${foreign.text}`;
            if (input.projectId !== undefined && field !== "projectId" && stranger) {
              // A stranger has no project to name beside it.
              assert.ok([400, 404].includes(foreign.status), where);
            } else if (action.role && !outsider.who.startsWith("a former") && !stranger) {
              assert.ok([403, outsider.status].includes(foreign.status), where);
            } else assert.ok([outsider.status, 403].includes(foreign.status), where);
            assert.ok(foreign.status >= 400, where);
            assert.equal(comparable(foreign), comparable(missing), where);
            cases += 1;
          }
        }
      }
      t.diagnostic(`${cases} cases`);
      assert.ok(cases > 200, `${cases} cases`);
      assert.deepEqual(await everything(app(), boss), before, "nothing has changed");
    });

    test("nothing that is hidden shows in any list of a limited member's", async () => {
      const { hidden, outsiders } = await agency(app());
      const secret = new Set(
        [
          "projectId",
          "reportId",
          "testId",
          "crawlRecordId",
          "shareLinkId",
          "workspaceId",
          "opportunityId",
        ].map((field) => hidden[field]!),
      );
      for (const outsider of outsiders.filter(({ who }) => who.startsWith("a limited"))) {
        for (const action of actions.filter(outsider.door.offers)) {
          const required = action.input.required ?? [];
          if (action.effect !== "reads" || required.length > 0) continue;
          const { text, status } = await asked(app(), outsider, action.name, {});
          if (action.sessionOnly && !outsider.who.endsWith("session")) continue;
          for (const id of secret) assert.ok(!text.includes(id), `${outsider.who}: ${action.name} ${status}`);
        }
      }
    });
  },
);

const companions: Record<string, Record<string, unknown>> = { crawlRecordId: { brand: "Acme" } };

async function asked(
  app: TestApp,
  { door, token, organization }: Outsider,
  name: string,
  input: Record<string, unknown>,
): Promise<Answer> {
  if (organization === undefined) return door.call(app.app.door, token, name, input);
  const request = requestOf(name, input);
  return send(app.app.door, {
    ...request,
    token,
    headers: { ...request.headers, "overheard-organization": organization },
  });
}

/** An answer without what tells two requests apart. */
const comparable = ({ status, error }: Answer): string =>
  JSON.stringify([status, error?.code, error?.message, error?.details ?? null]);

/** Every row that belongs to an organization, as a digest by table. */
async function everything({ db }: TestApp, { userId }: Member): Promise<Record<string, string>> {
  const tables = {
    ...{ projects: "user_id", reports: "user_id", client_workspaces: "user_id", share_links: "user_id" },
    ...{ crawl_records: "user_id", prompt_tests: "user_id", quota_ledger: "user_id" },
    ...{ members: "organization_id", invitations: "organization_id", audit_log: "organization_id" },
  };
  const digests: Record<string, string> = {};
  for (const [table, owner] of Object.entries(tables)) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from ${sql.table(table)} t where ${sql.ref(owner)} = ${userId}`.execute(db);
    digests[table] = rows[0]!.digest;
  }
  return digests;
}
