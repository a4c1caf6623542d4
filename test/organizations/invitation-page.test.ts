import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { mailbox } from "../accounts/mailbox.ts";
import { browser, hiddenIn, type Page, site } from "../oauth/flow.ts";
import { type Member, onAnyStore, type TestApp } from "../start-app.ts";
import { invite } from "./joining.ts";

const password = "correct horse battery";

type Tab = ReturnType<typeof browser>;

const signIn = (tab: Tab, email: string, next: string) =>
  tab.post("/sign-in", [["email", email], ["password", password], ["next", next]]); // biome-ignore format: one form

/** Makes an account on an invitation's page. */
const enter = (tab: Tab, link: string, given = password) =>
  tab.post(`${link}/account`, [["name", "Kim  Klient"], ["password", given]]); // biome-ignore format: one form

const membership = async (app: TestApp, tab: Tab) => {
  const jwt = JSON.parse((await tab.get("/api/auth/token")).text).token as string;
  return (
    await app.send<{ id: string; role: string }>({ method: "GET", path: "/v1/organization", token: jwt })
  ).data;
};

/** Whether the account with this address counts as its owner's. */
async function isConfirmed({ db }: TestApp, email: string): Promise<boolean> {
  const { rows } = await sql<{ confirmed: boolean }>`
    select not (coalesce("selfMade", false) and not "emailVerified") as confirmed
    from identity_users where email = ${email}`.execute(db);
  return rows[0]!.confirmed;
}

const { letters, mail } = await mailbox({ after });
const letterTo = (email: string) => letters.findLast(({ to }) => to.includes(email))!;

onAnyStore(
  () => ({ config: { mail, siteUrl: site, rateLimitScale: 0 } }),
  (app) => {
    test("who is invited gets a letter, signs in on its page and joins, once", async () => {
      const boss = await app().member();
      await boss.call(
        "PATCH",
        "/v1/organization",
        { name: "Acme\n& <Sons>" },
        { token: await boss.session() },
      );
      const email = "kim@client.example";
      await app().app.operator.createUser({ email, password });
      const { token } = await invite(boss, { email: "Kim@client.example" }, "viewer");
      await app().settle();
      const letter = letterTo(email);
      assert.deepEqual(letter.to, [email]);
      const link = letter.text.match(/http\S+\/invitations\/\S+/)![0];
      assert.ok(!link.includes(token), "the letter's link is another one than can be copied");
      assert.ok(!app().logged.join().includes(token));

      const tab = browser(app().app.door);
      const page = await tab.get(link);
      assert.equal(page.status, 200);
      assert.match(page.text, /Join <bdi>Acme\s+&amp; &lt;Sons&gt;/);
      for (const told of [boss.email, email, "Viewer", "All of its projects", "You have an account"])
        assert.ok(page.text.includes(told), told);
      assert.equal((await enter(tab, link, "a wrong password")).status, 401);
      const joined = await enter(tab, link);
      assert.deepEqual([joined.status, joined.location], [303, `${site}/`], joined.text);
      assert.deepEqual(await membership(app(), tab), {
        ...(await membership(app(), tab)),
        id: boss.userId,
        role: "viewer",
      });
      assert.match((await tab.get(link)).text, /You are in <bdi>Acme/);
      assert.equal((await browser(app().app.door).get(link)).status, 410);
      const log = await boss.call<{ action: string; door: string }[]>(
        ...(["GET", "/v1/organization/audit-log?action=accept_invitation", undefined] as const),
        { token: await boss.session() },
      );
      assert.deepEqual(log.data.map(({ door }) => door), ["page"]); // biome-ignore format: one line
    });

    test("who has no account makes one on the page, though sign-up is closed, and lands on the first project of their clients", async () => {
      const boss = await app().member();
      const { data: client } = await boss.call<{ id: string }>("POST", "/v1/client-workspaces", {
        ...{ name: "Kettles & <Co>", kind: "client" },
      });
      await boss.project();
      const shown = await boss.project({ workspaceId: client.id });
      await boss.project();
      const email = "lee@client.example";
      const { token } = await invite(boss, { email }, "viewer", [client.id]);
      const [tab, link] = [browser(app().app.door), `/invitations/${token}`];
      const page = await tab.get(link);
      assert.match(page.text, /The projects of <bdi>Kettles &amp; &lt;Co&gt;/);
      assert.match(page.text, /Create account and join/);
      assert.equal((await tab.post(`${link}/account`, [["password", password]], { origin: "https://evil.example" })).status, 403); // biome-ignore format: one request
      const short = await enter(tab, link, "short");
      assert.equal(short.status, 400);
      assert.match(short.text, /role="alert">[^<]*8[\s\S]*value="Kim\s+Klient"/);
      const joined = await enter(tab, link);
      assert.deepEqual([joined.status, joined.location], [303, `${site}/projects/${shown.id}`], joined.text);
      assert.equal((await membership(app(), tab)).id, boss.userId);
      assert.equal(await isConfirmed(app(), email), false, "the link may have been copied by anybody");
      await sql`update identity_users set name = 'Kim \u202eKlient' || repeat('x', 100000) where email = ${boss.email}`.execute(
        app().db,
      );
      const members = await boss.call<{ email: string; name: string | null }[]>(
        ...(["GET", "/v1/organization/members", undefined] as const),
        { token: await boss.session() },
      );
      assert.deepEqual(
        members.data.map(({ email, name }) => [email, name]),
        [
          [email, "Kim Klient"],
          [boss.email, `Kim Klient${"x".repeat(90)}`],
        ],
      );
    });

    test("a form that is sent twice, or from two tabs, makes one account and joins once", async () => {
      const boss = await app().member();
      const { token } = await invite(boss, { email: "moe@client.example" }, "editor");
      const link = `/invitations/${token}`;
      const tabs = [browser(app().app.door), browser(app().app.door)];
      const ends = await Promise.all(tabs.map((tab) => enter(tab, link)));
      assert.deepEqual(ends.map(({ status, location }) => [status, location]), [[303, `${site}/`], [303, `${site}/`]]); // biome-ignore format: one line
      const late = await enter(browser(app().app.door), link);
      assert.deepEqual([late.status, late.location], [303, `${site}/`], "also after it has been accepted");
      assert.equal((await enter(browser(app().app.door), link, "not the password")).status, 410);
    });

    test("only the letter's link confirms the address of the account that is made by it", async () => {
      const boss = await app().member();
      const email = "mia@client.example";
      await invite(boss, { email }, "viewer");
      await app().settle();
      const link = letterTo(email).text.match(/http\S+\/invitations\/\S+/)![0];
      const joined = await enter(browser(app().app.door), new URL(link).pathname);
      assert.equal(joined.status, 303, joined.text);
      assert.equal(await isConfirmed(app(), email), true);
    });

    test("whoever made an account by a copied link has no way in once its person has set a password by mail", async () => {
      const [boss, friend] = [await app().member(), await app().member()];
      const email = "pam@client.example";
      const { token } = await invite(boss, { email }, "editor");
      await app().settle();
      const maker = browser(app().app.door);
      await enter(maker, `/invitations/${token}`);
      const { db, send } = app();
      const jwt = JSON.parse((await maker.get("/api/auth/token")).text).token as string;
      const key = await send<{ key: string }>({
        method: "POST",
        path: "/v1/keys",
        token: jwt,
        body: { name: "kept" },
      });
      assert.equal(key.status, 201, key.text);
      const { rows } = await sql<{
        subject: string;
        id: string;
      }>`select subject, id from users where email = ${email}`.execute(db);
      const { subject, id } = rows[0]!;
      const refused = await send({
        ...{ method: "POST", path: "/v1/organization/invitations", token: jwt },
        ...{ headers: { "overheard-organization": id }, body: { email: "x@x.example", role: "viewer" } },
      });
      assert.deepEqual([refused.status, refused.error.code], [403, "EMAIL_NOT_CONFIRMED"]);
      await sql`update identity_users set "twoFactorEnabled" = true where id = ${subject}`.execute(db);
      await sql`insert into identity_two_factors (id, secret, "backupCodes", "userId") values ('pam', 's', 'b', ${subject})`.execute(
        db,
      );
      await sql`insert into identity_passkeys (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
        values ('pam', 'k', ${subject}, 'pam', 0, 'singleDevice', false)`.execute(db);
      await sql`insert into members (id, organization_id, user_id, role, created_at)
        values (gen_random_uuid(), ${id}, ${friend.userId}, 'admin', now())`.execute(db);
      assert.equal((await maker.get("/account/security")).status, 200);

      const owner = browser(app().app.door);
      await owner.post("/sign-in/forgot", [["email", email]]);
      await app().settle();
      const link = new URL(letters.at(-1)!.text.match(/http\S+new-password\S+/)![0]);
      const fresh = "a horse of the owner";
      await owner.post("/sign-in/new-password", [["token", link.searchParams.get("token")!], ["password", fresh]]); // biome-ignore format: one form
      assert.equal(await isConfirmed(app(), email), true);
      assert.equal((await maker.get("/account/security")).status, 303, "the session has ended");
      assert.equal((await send({ method: "GET", path: "/v1/projects", token: key.data.key })).status, 401);
      const { rows: left } = await sql`
        select 1 from identity_passkeys where "userId" = ${subject}
        union all select 1 from members where organization_id = ${id} and user_id <> ${id}`.execute(db);
      assert.equal(left.length, 0);
      const entered = await owner.post("/sign-in", [["email", email], ["password", fresh], ["next", "/account/security"]]); // biome-ignore format: one form
      assert.equal(entered.location, `${site}/account/security`, "the maker's second step is gone");
      assert.equal((await membership(app(), owner)).id, boss.userId, "what its person was invited to stays");
      await owner.post("/sign-in/forgot", [["email", email]]);
      await app().settle();
      const again = new URL(letters.at(-1)!.text.match(/http\S+new-password\S+/)![0]);
      await sql`insert into identity_passkeys (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
        values ('own', 'k', ${subject}, 'own', 0, 'singleDevice', false)`.execute(db);
      await owner.post("/sign-in/new-password", [["token", again.searchParams.get("token")!], ["password", password]]); // biome-ignore format: one form
      const { rows: kept } = await sql`select from identity_passkeys where "userId" = ${subject}`.execute(db);
      assert.equal(kept.length, 1, "a later reset takes nothing from who has proven the address");
    });

    test("somebody else who is signed in is told so, and switches", async () => {
      const boss = await app().member();
      await app().app.operator.createUser({ email: "eve@e.example", password });
      const { token } = await invite(boss, { email: "noa@client.example" }, "viewer");
      const [tab, link] = [browser(app().app.door), `/invitations/${token}`];
      await app().app.operator.createKey({ email: "eve@e.example", name: null, organization: null });
      // Whoever is a member, as somebody who invites is, has not accepted it by that.
      await sql`insert into members (id, organization_id, user_id, role, created_at)
        select gen_random_uuid(), ${boss.userId}, id, 'admin', now() from users where email = 'eve@e.example'`.execute(
        app().db,
      );
      await signIn(tab, "eve@e.example", "/account");
      const page = await tab.get(link);
      assert.match(page.text, /signed in as <strong>eve@e.example[\s\S]*for <strong>noa@client.example/);
      assert.equal((await tab.post(link, hiddenIn(page))).status, 403);
      assert.equal((await tab.post(link, [["csrf", "guessed"]])).location, site + link);
      await tab.post(`${link}/switch`, [["csrf", "guessed"]]);
      assert.match((await tab.get(link)).text, /signed in as/, "another page's form signs nobody out");
      const switched = await tab.post(`${link}/switch`, hiddenIn(page));
      assert.equal(switched.location, site + link);
      assert.match((await tab.get(link)).text, /Create account and join/);
    });

    test("an invitation that ended says why, and makes no account", async () => {
      const boss = await app().member();
      const ended = async (
        email: string,
        end: (invited: Awaited<ReturnType<typeof invite>>, boss: Member) => Promise<unknown>,
        says: RegExp,
      ) => {
        const invited = await invite(boss, { email }, "viewer");
        await end(invited, boss);
        const link = `/invitations/${invited.token}`;
        const pages: Page[] = [
          await browser(app().app.door).get(link),
          await enter(browser(app().app.door), link),
        ];
        for (const { status, text } of pages)
          assert.ok(status === 410 && says.test(text), `${status} ${text}`);
        const { rows } = await sql`select from identity_users where email = ${email}`.execute(app().db);
        assert.equal(rows.length, 0, email);
      };
      const { db } = app();
      await ended(
        "a@gone.example",
        ({ id }) =>
          sql`update invitations set expires_at = now() - interval '2 days' where id = ${id}`.execute(db),
        /expired on \d/,
      );
      await ended(
        "b@gone.example",
        async ({ id }) =>
          boss.call("DELETE", `/v1/organization/invitations/${id}`, undefined, {
            token: await boss.session(),
          }),
        /taken back/,
      );
      await ended(
        "c@gone.example",
        () => invite(boss, { email: "c@gone.example" }, "viewer"),
        /replaced by a newer one/,
      );
      await ended(
        "d@gone.example",
        ({ id }) => sql`update invitations set invited_by = null where id = ${id}`.execute(db),
        /can no longer give this role/,
      );
      await ended(
        "e@gone.example",
        () => sql`update organizations set deleted_at = now() where id = ${boss.userId}`.execute(db),
        /organization was deleted/,
      );
      for (const gone of ["x", "%00", "..%2Faccount"])
        assert.equal((await browser(app().app.door).get(`/invitations/${gone}`)).status, 410, gone);
    });
  },
);

onAnyStore(
  () => ({ config: { mail, siteUrl: site, signUp: "open" as const } }),
  (app) => {
    test("letters relay nothing: confirmed people invite, an inbox gets three, and names are no links", async () => {
      const { door, operator } = app().app;
      const zoe = browser(door);
      await operator.createUser({ email: "zoe@z.example", password });
      // As accounts are that people have made where no mail was sent.
      await sql`update identity_users set "selfMade" = true, "emailVerified" = false`.execute(app().db);
      await signIn(zoe, "zoe@z.example", "/account/security");
      const jwt = JSON.parse((await zoe.get("/api/auth/token")).text).token as string;
      const inviteFrom = (token: string, email: string) =>
        app().send<{ url: string }>({
          ...{ method: "POST", path: "/v1/organization/invitations", token },
          body: { email, role: "viewer" },
        });
      const refused = await inviteFrom(jwt, "victim@v.example");
      assert.deepEqual([refused.status, refused.error.code], [403, "EMAIL_NOT_CONFIRMED"]);
      assert.match(refused.error.message, /\/account\/security, then invite again/);

      const page = await zoe.get("/account/security");
      assert.match(page.text, /Send a link to confirm it/);
      assert.match(
        (await zoe.post("/account/send-confirmation", [hiddenIn(page)[0]!])).location,
        /confirmation-sent/,
      );
      await app().settle();
      const sentLink = letters.map(({ text }) => /http\S+confirm\?token=\S+/.exec(text)?.[0]).find(Boolean);
      const link = sentLink ?? assert.fail(JSON.stringify(letters));
      const eve = browser(door);
      await operator.createUser({ email: "eve@e.example", password });
      assert.match((await eve.get(link)).location, /\/sign-in\?next=/);
      await signIn(eve, "eve@e.example", "/account/security");
      const opened = await eve.get(link);
      const theirs = await eve.post("/account/confirm", hiddenIn(opened));
      assert.match(theirs.text, /is for another account/);
      const mine = hiddenIn(await zoe.get(link));
      assert.match((await zoe.post("/account/confirm", mine)).location, /done=confirmed/);
      assert.match((await zoe.post("/account/confirm", mine)).text, /has been used/);

      const name = "Prize: https://evil.example/x www.evil.example a@evil.example evil\uff0eexample \u202eb";
      await app().send({ ...{ method: "PATCH", path: "/v1/organization", token: jwt }, body: { name } });
      const statuses: number[] = [];
      const boss = await app().member();
      const victims = ["victim@v.example", "Victim+1@v.example", "victim+2@v.example", "victim+3@v.example"];
      const inOrder = ["victim@v.example", ...victims];
      const warned: unknown[] = [];
      for (const [at, victim] of inOrder.entries()) {
        const { status, data, meta } = await inviteFrom(at % 2 ? await boss.session() : jwt, victim);
        statuses.push(status);
        warned.push(meta?.warnings?.map(({ code }) => code));
        assert.match(data.url, /\/invitations\/./);
      }
      assert.deepEqual(statuses, [201, 201, 201, 201, 201]);
      assert.deepEqual(warned, [undefined, undefined, undefined, ["MAIL_NOT_SENT"], ["MAIL_NOT_SENT"]]);
      // Who cannot be invited was sent no letter, and of many at once three are sent.
      for (let n = 0; n < 4; n += 1)
        assert.equal((await inviteFrom(await boss.session(), boss.email)).error.code, "ALREADY_MEMBER");
      assert.equal((await inviteFrom(jwt, boss.email)).meta?.warnings, undefined);
      const atOnce = await Promise.all(victims.map(() => inviteFrom(jwt, "all@p.example")));
      assert.equal(atOnce.filter(({ meta }) => meta?.warnings).length, 1);
      assert.equal((await inviteFrom(jwt, "other@v.example")).status, 201);
      await app().settle();
      const sent = letters.filter(({ to }) => to[0]!.endsWith("@v.example"));
      assert.equal(sent.length, 4);
      const said = '"Prize: evil example/x evil example a evil example evil example b"';
      const named = letters.filter(({ text }) => text.includes(said));
      const toAll = letters.filter(({ to }) => to[0] === "all@p.example");
      assert.equal(named.filter((each) => !toAll.includes(each)).length, 4);
      assert.ok(toAll.length <= 1, "of invitations that replace each other, the last alone has a letter");
      assert.ok(!sent.some(({ text }) => /evil[.\uff0e]|\u202e|www/.test(text)));
    });
  },
);
