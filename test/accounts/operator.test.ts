import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { always } from "../fake-engines.ts";
import { join as joinAs } from "../organizations/joining.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const folder = mkdtempSync(join(tmpdir(), "oh-operator-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a tar archive by their paths. */
function filesIn(file: string): Map<string, string> {
  const bytes = gunzipSync(readFileSync(file));
  const files = new Map<string, string>();
  for (let at = 0; bytes[at] !== 0; ) {
    const text = (from: number, length: number) =>
      bytes.toString("utf8", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 12), 8);
    files.set(text(0, 100), bytes.toString("utf8", at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme is the usual pick.") } }),
  (app) => {
    const operator = () => app().app.operator;
    const listed = async (me: Member) =>
      (await operator().listAccounts({ search: me.email, limit: 10 })).find(({ id }) => id === me.userId);
    const status = async (me: Member, token: string) =>
      (await me.call("GET", "/v1/projects", undefined, { token })).status;

    test("an account is found by a part of its address or by its id, with what it has", async () => {
      const me = await app().member();
      await me.project();
      const found = await listed(me);
      assert.deepEqual(
        [found?.email, found?.plan, found?.projects, found?.keys, found?.disabledAt, found?.issuer],
        [me.email, "free", 1, 1, null, "overheard"],
      );
      assert.deepEqual(await operator().listAccounts({ search: me.userId, limit: 10 }), [found]);
      assert.deepEqual(await operator().listAccounts({ search: `${me.email[0]}%`, limit: 10 }), []);
      assert.equal((await operator().listAccounts({ search: null, limit: 1 })).length, 1);
    });

    test("an organization without an owner who can sign in is found, given another one, and deleted for all its members", async () => {
      const [boss, ann] = [await app().member({ plan: "agency" }), await app().member()];
      await joinAs(boss, ann, "viewer");
      await boss.project();
      await operator().disableUser({ id: boss.userId });
      await assert.rejects(operator().deleteUser({ id: boss.userId, confirmed: true }), /needs an owner/);
      const find = async (search: string) =>
        (await operator().listOrganizations({ search, limit: 10 })).find(({ id }) => id === boss.userId);
      for (const search of [ann.email, boss.email, boss.userId]) {
        const found = await find(search);
        assert.deepEqual(
          [found?.name, found?.plan, found?.owners, found?.members, found?.projects],
          [boss.email, "agency", [], 2, 1],
        );
      }
      const id = boss.userId;
      await assert.rejects(operator().setOwner({ id, member: { email: boss.email } }), /disabled/);
      await assert.rejects(
        operator().setOwner({ id, member: { email: "nobody@acme.example" } }),
        /Nobody with this address/,
      );
      await operator().setOwner({ id, member: { email: ann.email.toUpperCase() } });
      assert.deepEqual((await find(id))?.owners, [ann.email]);
      await operator().deleteUser({ id: boss.userId, confirmed: true });
      assert.equal((await operator().deleteOrganization({ id, confirmed: false })).members, 1);
      assert.ok(await find(id), "not without --yes");
      await operator().deleteOrganization({ id, confirmed: true });
      assert.equal(await find(id), undefined);
      await assert.rejects(
        operator().deleteOrganization({ id, confirmed: true }),
        /no organization with this id/,
      );
      const headers = { "overheard-organization": id };
      const gone = await ann.call("GET", "/v1/organization", undefined, {
        token: await ann.session(),
        headers,
      });
      assert.equal(gone.status, 404);
    });

    test("an organization is found by its id alone, whatever another is called", async () => {
      const [older, mine] = [await app().member(), await app().member()];
      await older.call(...(["PATCH", "/v1/organization", { name: `Not ${mine.userId}` }] as const), {
        token: await older.session(),
      });
      const { id } = await operator().deleteOrganization({ id: mine.userId, confirmed: false });
      assert.equal(id, mine.userId);
    });

    test("where members share an address, an owner is made by the id of the account, and a disabled one is left out", async () => {
      const [boss, ann, twin, shut] = [
        await app().member({ plan: "agency" }),
        await app().member(),
        await app().member(),
        await app().member(),
      ];
      for (const each of [ann, twin, shut]) await joinAs(boss, each, "viewer");
      await operator().disableUser({ id: shut.userId });
      for (const { userId } of [twin, shut])
        await app().db.updateTable("users").set({ email: ann.email }).where("id", "=", userId).execute();
      const set = (member: { email?: string; id?: string }) =>
        operator().setOwner({ id: boss.userId, member });
      const both = (message: string) => message.includes(ann.userId) && message.includes(twin.userId);
      await assert.rejects(
        set({ email: ann.email }),
        ({ message }: Error) => both(message) && !message.includes(shut.userId),
      );
      const roles = async () =>
        Object.fromEntries(
          (
            await app()
              .db.selectFrom("members")
              .select(["user_id", "role"])
              .where("organization_id", "=", boss.userId)
              .execute()
          ).map(({ user_id, role }) => [user_id, role]),
        );
      assert.equal((await roles())[ann.userId], "viewer");
      await set({ id: twin.userId });
      assert.deepEqual([(await roles())[ann.userId], (await roles())[twin.userId]], ["viewer", "owner"]);
      await set({ id: ann.userId });
      await assert.rejects(set({ id: shut.userId }), /disabled/);
      await app().db.updateTable("users").set({ email: twin.email }).where("id", "=", twin.userId).execute();
      await set({ email: ann.email });
      await assert.rejects(set({}), /--email or --id/);
    });

    test("a disabled account is refused with every credential, and none of them is lost", async () => {
      const me = await app().member();
      const tokens = [me.key, await me.connector(), await me.session()];
      assert.deepEqual(await Promise.all(tokens.map((token) => status(me, token))), [200, 200, 200]);
      assert.equal(await operator().disableUser({ email: me.email }), true);
      assert.equal(await operator().disableUser({ id: me.userId }), false);
      assert.deepEqual(await Promise.all(tokens.map((token) => status(me, token))), [401, 401, 401]);
      assert.notEqual((await listed(me))?.disabledAt, null);
      await assert.rejects(operator().issueToken({ email: me.email }), /disabled/);
      await assert.rejects(
        operator().createKey({ email: me.email, name: null, organization: null }),
        /disabled/,
      );
      assert.equal(await operator().enableUser({ id: me.userId }), true);
      assert.deepEqual(await Promise.all(tokens.map((token) => status(me, token))), [200, 200, 200]);
    });

    test("a scheduled run of a disabled account does not begin", async () => {
      const me = await app().member();
      const project = await me.project({ schedule: "daily" });
      await sql`update projects set next_run_at = now() - interval '1 hour' where id = ${project.id}`.execute(
        app().db,
      );
      const reports = async () =>
        (await app().db.selectFrom("reports").select("id").where("project_id", "=", project.id).execute())
          .length;
      await operator().disableUser({ email: me.email });
      await app().settle();
      assert.equal(await reports(), 0);
      await operator().enableUser({ email: me.email });
      await app().settle();
      assert.equal(await reports(), 1);
    });

    test("a key is listed without its secret and revoked by its first characters or its id", async () => {
      const me = await app().member();
      const other = await operator().createKey({ email: me.email, name: "ci", organization: null });
      const keys = await operator().listKeys({ email: me.email });
      assert.deepEqual(keys.map(({ name }) => name).sort(), ["ci", null].sort());
      assert.ok(!JSON.stringify(keys).includes(other));
      await operator().revokeKey({ key: other.slice(0, 9) });
      await operator().revokeKey({ key: keys.find(({ name }) => name === null)!.id });
      assert.deepEqual([await status(me, other), await status(me, me.key)], [401, 401]);
      await assert.rejects(operator().revokeKey({ key: other.slice(0, 9) }), /no key/);
    });

    test("a new password can take keys and connectors away, and does not unless told to", async () => {
      const me = await app().member();
      const connector = await me.connector();
      const reset = (more: { revokeKeys: boolean; revokeConnectors: boolean }) =>
        operator().resetPassword({
          email: me.email,
          password: "correct horse battery",
          endSecondStep: false,
          ...more,
        });
      await reset({ revokeKeys: false, revokeConnectors: false });
      assert.deepEqual([await status(me, me.key), await status(me, connector)], [200, 200]);
      await reset({ revokeKeys: true, revokeConnectors: true });
      assert.deepEqual([await status(me, me.key), await status(me, connector)], [401, 401]);
    });

    test("a deleted account is gone with all that belonged to it, and its address is free", async () => {
      const me = await app().member();
      const project = await me.project();
      await me.call("POST", "/v1/analyze/project", { projectId: project.id });
      await app().settle();
      const other = await app().member();
      const { email, userId } = me;
      assert.deepEqual(await operator().deleteUser({ email, confirmed: false }), { projects: 1, keys: 1 });
      assert.equal(await status(me, me.key), 200);
      await operator().deleteUser({ email, confirmed: true });
      assert.equal(await status(me, me.key), 401);
      assert.equal(await listed(me), undefined);
      await assert.rejects(operator().disableUser({ id: userId }), /no account with this id/);
      await app().app.worker.sweep();
      for (const table of ["users", "projects", "reports", "api_keys"] as const) {
        const owner = table === "users" ? "id" : "user_id";
        const { rows } = await sql`
          select from ${sql.table(table)} where ${sql.ref(owner)} = ${userId}`.execute(app().db);
        assert.equal(rows.length, 0, table);
      }
      assert.equal(await status(other, other.key), 200);
      await operator().createUser({ email, password: "correct horse battery" });
    });

    test("an export holds every project, report and answer of one account, and no secret", async () => {
      const me = await app().member();
      const project = await me.project({ prompts: ["best crm?", "cheapest crm?"] });
      const run = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId: project.id });
      await app().settle();
      const stranger = await app().member();
      await stranger.project({ name: "Secret of another" });
      const file = join(folder, `${me.userId}-${Math.random()}.tar.gz`);
      await operator().exportUser({ email: me.email, file });
      const files = filesIn(file);
      const lines = (path: string) =>
        (files.get(path) ?? "")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));
      assert.deepEqual(
        lines("projects-1.jsonl").map(({ id }) => id),
        [project.id],
      );
      assert.deepEqual(
        lines("reports-1.jsonl").map(({ id }) => id),
        [run.data.id],
      );
      assert.deepEqual(
        lines(`answers/${run.data.id}-1.jsonl`).map(({ answer }) => answer),
        ["Acme is the usual pick.", "Acme is the usual pick."],
      );
      assert.equal(lines(`prompts/${project.id}.jsonl`).length, 2);
      const all = [...files.values()].join("\n");
      assert.ok(!all.includes(me.key) && !all.includes("Secret of another"));
      await assert.rejects(
        operator().exportUser({ email: me.email, file: "/nowhere/at/all" }),
        /cannot be written/,
      );
    });
  },
);
