import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { browser, site } from "../oauth/flow.ts";
import { type Member, onAnyStore } from "../start-app.ts";
import { invite, join } from "./joining.ts";

const [old, fresh] = ["correct horse battery", "another horse battery"];

onAnyStore(
  () => ({ config: { siteUrl: site, rateLimitScale: 0 } }),
  (app) => {
    const tab = () => browser(app().app.door);
    const signIn = async (email: string, password: string) =>
      (await tab().post("/sign-in", [["email", email], ["password", password]])).status; // biome-ignore format: one form
    /** Asks for a link, with the session of somebody who may be in the boss's organization. */
    const ask = async (by: Member, memberId: string, boss: Member) =>
      by.call<{ url: string }>("POST", `/v1/organization/members/${memberId}/password-link`, undefined, {
        ...{ token: await by.session(), headers: { "overheard-organization": boss.userId } },
      });
    const set = (url: string, password: string) =>
      tab().post("/sign-in/new-password", [["member", new URL(url).searchParams.get("member")!], ["password", password]]); // biome-ignore format: one form

    /** Somebody who has joined by their invitation's page, in a browser that is still signed in. */
    async function newcomer(boss: Member, email: string, role: string) {
      const { token } = await invite(boss, { email }, role);
      const at = tab();
      const joined = await at.post(`/invitations/${token}/account`, [["name", ""], ["password", old]]); // biome-ignore format: one form
      assert.equal(joined.status, 303, joined.text);
      const { rows } = await sql<{ id: string; user_id: string }>`
        select m.id, m.user_id from members m join users u on u.id = m.user_id
        where u.email = ${email} and m.organization_id = ${boss.userId}`.execute(app().db);
      return { at, email, memberId: rows[0]!.id, userId: rows[0]!.user_id };
    }

    test("contract/organizations: an admin's link sets a member's password once, and signs them out everywhere", async () => {
      const boss = await app().member();
      const admin = await app().member();
      await join(boss, admin, "admin");
      const kim = await newcomer(boss, "kim@links.example", "editor");
      const first = await ask(admin, kim.memberId, boss);
      const { status, data, text } = await ask(admin, kim.memberId, boss);
      assert.equal(status, 200, text);
      assert.match((await tab().get(data.url)).text, /name="member"/);
      assert.match(
        (await set(first.data.url, fresh)).text,
        /has been used or has expired/,
        "the newest alone works",
      );
      assert.match((await set(data.url, "short")).text, /role="alert">[^<]*8/);
      assert.match((await set(data.url, fresh)).text, /Your password is set/);
      assert.match((await set(data.url, old)).text, /has been used or has expired/);
      assert.deepEqual([await signIn(kim.email, old), await signIn(kim.email, fresh)], [401, 303]);
      assert.equal((await kim.at.get("/account/security")).status, 303, "the session has ended");
      const log = await boss.call<{ object_id: string }[]>(
        ...(["GET", "/v1/organization/audit-log?action=create_password_link", undefined] as const),
        { token: await boss.session() },
      );
      assert.deepEqual(log.data.map(({ object_id }) => object_id), [kim.memberId, kim.memberId]); // biome-ignore format: one line
      assert.ok(!app().logged.join().includes(new URL(data.url).searchParams.get("member")!));
    });

    test("a link is no more than the admin who made it: whom the operator disables sets nobody's password", async () => {
      const boss = await app().member();
      const admin = await app().member();
      await join(boss, admin, "admin");
      const kim = await newcomer(boss, "kim-left@links.example", "viewer");
      const { data } = await ask(admin, kim.memberId, boss);
      await sql`update users set disabled_at = now() where id = ${admin.userId}`.execute(app().db);
      assert.match((await set(data.url, fresh)).text, /has been used or has expired/);
      assert.equal(await signIn(kim.email, old), 303);
    });

    test("contract/organizations: nobody takes over an equal, a higher, or an account that is more than a member of theirs", async () => {
      const boss = await app().member();
      const [admin, editor] = [await app().member(), await app().member()];
      const adminIn = await join(boss, admin, "admin");
      await join(boss, editor, "editor");
      const lee = await newcomer(boss, "lee@links.example", "viewer");
      const other = await newcomer(boss, "other@links.example", "admin");
      const { rows } = await sql<{ id: string }>`
        select id from members where organization_id = ${boss.userId} and user_id = ${boss.userId}`.execute(
        app().db,
      );
      const reason = async (by: Member, memberId: string) => {
        const { status, error } = await ask(by, memberId, boss);
        return status === 200 ? 200 : ((error?.details as { reason?: string })?.reason ?? error?.code);
      };
      assert.equal(await reason(admin, rows[0]!.id), "role", "an owner");
      assert.equal(await reason(admin, other.memberId), "role", "another admin");
      assert.equal(await reason(admin, adminIn.memberId), "role", "oneself");
      assert.equal(await reason(boss, rows[0]!.id), "role", "not even an owner");
      assert.equal(await reason(boss, other.memberId), 200);
      assert.equal(await reason(editor, lee.memberId), "INSUFFICIENT_ROLE");
      assert.equal(await reason(admin, lee.memberId), 200);
      const stranger = await app().member();
      const foreign = await stranger.call(
        "POST",
        `/v1/organization/members/${lee.memberId}/password-link`,
        undefined,
        { token: await stranger.session() },
      );
      assert.equal(foreign.error?.code, "MEMBER_NOT_FOUND");

      // A key of their own is more than the empty organization that everybody is given.
      const { data } = await ask(admin, lee.memberId, boss);
      await app().app.operator.createKey({ email: lee.email, name: null, organization: lee.userId });
      assert.equal(await reason(admin, lee.memberId), "belongs_elsewhere");
      assert.match((await set(data.url, fresh)).text, /has expired/, "also with a link made before");
      assert.equal(await signIn(lee.email, old), 303);

      const { db } = app();
      const moe = await newcomer(boss, "moe@links.example", "viewer");
      const made = await ask(admin, moe.memberId, boss);
      await sql`update members set role = 'viewer' where id = ${adminIn.memberId}`.execute(db);
      assert.match((await set(made.data.url, fresh)).text, /has expired/, "its maker is no admin any more");
      await sql`update users set disabled_at = now() where id = ${moe.userId}`.execute(db);
      assert.equal(await reason(boss, moe.memberId), "disabled");
      await sql`insert into identity_accounts (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
        select 'x', 'iss sub', 'oidc', subject, now(), now() from users where id = ${other.userId}`.execute(
        db,
      );
      assert.equal(await reason(boss, other.memberId), "provider");
    });
  },
);
