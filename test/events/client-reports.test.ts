import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import type { Static } from "typebox";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { ClientReportView } from "../../src/server/telling/client-reports/client-report-view.ts";
import { mailbox } from "../accounts/mailbox.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { join } from "../organizations/joining.ts";
import { type Member, onAnyStore, onEachStore, type TestApp } from "../start-app.ts";
import { asSession } from "./destinations.ts";
import { letterParts } from "./letter-parts.ts";

type ReportOf = Static<typeof ClientReportView>;

const endings: (() => unknown)[] = [];
let box: Awaited<ReturnType<typeof mailbox>>;
before(async () => {
  box = await mailbox({ after: (work) => void endings.push(work) });
});
after(async () => {
  for (const work of endings) await work();
});

const dayMs = 86_400_000;
const clock = { now: Date.now() };
const taken = () => box.letters.splice(0).map(({ to, source }) => ({ to: to[0], ...letterParts(source) }));

/** Does this today: sessions are of today, whatever the app's clock says. */
async function today<T>(work: () => Promise<T>): Promise<T> {
  const then = clock.now;
  clock.now = Date.now();
  try {
    return await work();
  } finally {
    clock.now = then;
  }
}

const weekly = {
  active: true,
  every: "week",
  approval: false,
  recipients: ["kim@client.example", "lee@client.example"],
};
const set = (me: Member, id: string, body: object = weekly) =>
  today(() => asSession<ReportOf>(me, "PUT", `/v1/projects/${id}/client-report`, body));
const read = async (me: Member, id: string) =>
  (await today(() => me.call<ReportOf>("GET", `/v1/projects/${id}/client-report`))).data;

/** So many days later, with what is due by then. */
async function later(app: TestApp, days: number): Promise<void> {
  clock.now += days * dayMs;
  await app.settle();
  await app.settle();
}

/** Somebody whose project is measured every day. */
async function owner(app: TestApp) {
  clock.now = Date.now();
  box.letters.splice(0);
  const me = await app.member({ plan: "agency" });
  const { id } = await me.project({ schedule: "daily" });
  return { me, id };
}

const options = () => ({
  engines: { chatgpt: always("Acme.") },
  config: { rateLimitScale: 0, mail: box.mail, spreadSchedules: false },
  now: () => new Date(clock.now),
});

onEachStore(options, (app) => {
  test("contract/events: a client's addresses get the report of a week once, and whoever unsubscribes no other", async () => {
    const { me, id } = await owner(app());
    await asSession(me, "PATCH", "/v1/organization", { name: "Harbour https://evil.example agency" });
    const logoUrl = "https://harbour.example/logo.svg";
    const { status, data, text } = await set(me, id, { ...weekly, logoUrl });
    assert.equal(status, 200, text);
    assert.deepEqual(
      data.recipients.map(({ address }) => address),
      weekly.recipients,
    );
    await app().settle();
    assert.deepEqual(taken(), [], "nothing of the past is sent");
    await later(app(), 1);
    const letters = taken();
    assert.deepEqual(letters.map(({ to }) => to).sort(), weekly.recipients);
    const [kim] = letters.filter(({ to }) => to === "kim@client.example");
    assert.match(kim!.text, /Harbour evil example agency sends you its report[\s\S]*about Acme/);
    assert.doesNotMatch(kim!.text + kim!.html, /evil\.example/);
    const page = /http:\/\/site\.test(\/s\/[\w-]+)/.exec(kim!.text)![1]!;
    const shown = await app().app.door.inject({ method: "GET", url: page });
    assert.equal(shown.statusCode, 200);
    assert.match(shown.body, /Presented by <bdi>Harbour/);
    assert.match(shown.body, /<img[^>]* src="https:\/\/harbour\.example\/logo\.svg"/);
    assert.equal((await set(me, id)).data.logo_url, logoUrl, "left out, it stays");
    assert.deepEqual(issuesOf(await set(me, id, { ...weekly, logoUrl: "http://harbour.example/logo.svg" })), [
      "body /logoUrl bad_format",
    ]);
    const [issue] = (await read(me, id)).issues;
    assert.deepEqual([issue!.state, issue!.recipients], ["sent", 2]);

    const { pathname } = new URL(/^<(.+)>$/.exec(kim!.headers.get("list-unsubscribe")!)![1]!);
    assert.match(
      (await app().app.door.inject({ method: "GET", url: pathname })).body,
      /You get the reports of/,
    );
    assert.equal((await read(me, id)).recipients[0]!.off_because, null);
    assert.equal((await app().app.door.inject({ method: "POST", url: pathname })).statusCode, 200);
    await set(me, id, { ...weekly, recipients: [] });
    const again = (await set(me, id)).data;
    assert.deepEqual(
      again.recipients.map(({ off_because }) => off_because),
      ["unsubscribed", null],
    );
    await later(app(), 7);
    assert.deepEqual(
      taken().map(({ to }) => to),
      ["lee@client.example"],
    );
    await app().settle();
    assert.deepEqual(taken(), []);
  });

  test("contract/events: a time zone that the store does not know keeps nobody's reports", async () => {
    const { me, id } = await owner(app());
    await set(me, id);
    const other = await app().member({ plan: "agency" });
    const { id: theirs } = await other.project({ schedule: "daily" });
    await set(other, theirs, { ...weekly, recipients: ["sam@client.example"] });
    // As a project may have it that was made before such short names were refused.
    await sql`update projects set timezone = 'PNT' where id = ${id}`.execute(app().db);
    await later(app(), 1);
    assert.deepEqual(
      taken()
        .map(({ to }) => to)
        .sort(),
      [...weekly.recipients, "sam@client.example"],
    );
    await set(me, id, { ...weekly, active: false });
    await set(other, theirs, { ...weekly, active: false });
  });

  test("contract/events: a letter unsubscribes its inbox, however the address was taken out, spelled or added again since", async () => {
    const { me, id } = await owner(app());
    const to = (...recipients: string[]) => set(me, id, { ...weekly, recipients });
    await to("kim@client.example");
    await later(app(), 1);
    const [letter] = taken();
    const { pathname } = new URL(/^<(.+)>$/.exec(letter!.headers.get("list-unsubscribe")!)![1]!);
    await to();
    await to("kim@client.example", "lee@client.example");
    assert.equal((await app().app.door.inject({ method: "POST", url: pathname })).statusCode, 200);
    assert.deepEqual(
      (await to("kim@client.example", "kim+new@client.example", "lee@client.example")).data.recipients.map(
        ({ off_because }) => off_because,
      ),
      ["unsubscribed", "unsubscribed", null],
    );
    await later(app(), 7);
    assert.deepEqual(
      taken().map(({ to }) => to),
      ["lee@client.example"],
    );
    await set(me, id, { ...weekly, every: "month", recipients: ["lee@client.example"] });
    await app().settle();
    assert.deepEqual(taken(), [], "a run is not sent again as that of a month");
  });

  test("contract/events: whoever has unsubscribed, or does so by a letter of a project that is gone, gets nothing from one that is made anew", async () => {
    const { me, id } = await owner(app());
    await set(me, id);
    await later(app(), 1);
    const [kim, lee] = taken().map(
      ({ headers }) => new URL(/^<(.+)>$/.exec(headers.get("list-unsubscribe")!)![1]!).pathname,
    );
    const unsubscribe = async (url: string) =>
      (await app().app.door.inject({ method: "POST", url })).statusCode;
    assert.equal(await unsubscribe(kim!), 200);
    await today(() => me.call("DELETE", `/v1/projects/${id}`));
    await app().app.worker.sweep();
    assert.equal(
      (await app().db.selectFrom("projects").where("id", "=", id).select("id").execute()).length,
      0,
    );
    assert.equal(await unsubscribe(lee!), 200);
    const anew = await me.project({ schedule: "daily" });
    assert.deepEqual(
      (await set(me, anew.id)).data.recipients.map(({ off_because }) => off_because),
      ["unsubscribed", "unsubscribed"],
    );
  });

  test("contract/events: with an approval a report waits, admins are told, and it is sent or discarded once", async () => {
    const { me, id } = await owner(app());
    await set(me, id, { ...weekly, approval: true });
    await later(app(), 1);
    const [told, ...others] = taken();
    assert.deepEqual([others.length, told!.to], [0, me.email]);
    assert.match(told!.text, /sent once somebody approves it/);
    const [waiting] = (await read(me, id)).issues;
    assert.equal(waiting!.state, "waiting");
    const decide = (decision: string, issue = waiting!.id) =>
      today(() =>
        asSession<{ state: string }>(me, "POST", `/v1/projects/${id}/client-report/issues/${issue}`, {
          decision,
        }),
      );
    assert.equal((await decide("approve")).data.state, "sent");
    assert.equal((await decide("discard")).data.state, "sent");
    await app().settle();
    assert.deepEqual(
      taken()
        .map(({ to }) => to)
        .sort(),
      weekly.recipients,
    );
    await later(app(), 7);
    taken();
    assert.equal((await decide("discard", (await read(me, id)).issues[0]!.id)).data.state, "discarded");
    await app().settle();
    assert.deepEqual(taken(), []);
    const log = (await today(() => asSession<{ action: string }[]>(me, "GET", "/v1/organization/audit-log")))
      .data;
    assert.deepEqual(
      ["set_client_report", "decide_client_report"].map((name) => log.some(({ action }) => action === name)),
      [true, true],
    );
  });
});

onAnyStore(
  () => ({ ...options(), config: { ...options().config, rateLimitScale: 1 } }),
  (app) => {
    test("contract/events: a report to an inbox that has had three waits, with its period, and an approval says so", async () => {
      const { me, id } = await owner(app());
      const more = await Promise.all([1, 2, 3, 4].map(() => me.project({ schedule: "daily" })));
      const approved = more.pop()!.id;
      const ids = [id, ...more.map((project) => project.id)];
      // Two addresses of one inbox.
      const recipients = ["kim+a@client.example", "kim+b@client.example"];
      for (const each of ids) await set(me, each, { ...weekly, recipients });
      await set(me, approved, { ...weekly, recipients, approval: true });
      await later(app(), 1);
      const toKim = taken().filter(({ to }) => to?.startsWith("kim"));
      assert.equal(toKim.length, 3);
      const shown = await Promise.all(ids.map((each) => read(me, each)));
      const held = ids[shown.findIndex(({ issues }) => issues.length === 0)]!;
      assert.deepEqual(shown.map(({ issues }) => issues.length).sort(), [0, 1, 1, 1]);
      const [waiting] = (await read(me, approved)).issues;
      const approve = () =>
        today(() =>
          asSession<{ state: string }>(
            ...([me, "POST", `/v1/projects/${approved}/client-report/issues/${waiting!.id}`] as const),
            { decision: "approve" },
          ),
        );
      assert.deepEqual(issuesOf(await approve()), ["body /decision inbox_full"]);
      // What was counted for the other inbox is given back.
      const both = [...recipients, "amy@client.example"];
      await set(me, approved, { ...weekly, recipients: both, approval: true });
      for (let again = 0; again < 4; again += 1)
        assert.deepEqual(issuesOf(await approve()), ["body /decision inbox_full"]);
      for (const each of [held, approved])
        await set(me, each, { ...weekly, recipients: ["amy@client.example"], approval: each === approved });
      assert.equal((await approve()).data.state, "sent");
      await later(app(), 0.02);
      assert.deepEqual(
        taken().map(({ to }) => to),
        ["amy@client.example", "amy@client.example"],
      );
      assert.deepEqual(
        (await read(me, held)).issues.map(({ state }) => state),
        ["sent"],
      );
    });
  },
);

onEachStore(
  () => ({ ...options(), config: { ...options().config, rateLimitScale: 1 } }),
  (app) => {
    test("contract/events: of many who approve a report at once one does, and its inbox has had one letter", async () => {
      const { me, id } = await owner(app());
      const recipients = ["una@client.example"];
      const ids = [
        id,
        (await me.project({ schedule: "daily" })).id,
        (await me.project({ schedule: "daily" })).id,
      ];
      for (const each of ids) await set(me, each, { ...weekly, recipients, approval: true });
      await later(app(), 1);
      taken();
      const approve = async (each: string) => {
        const [issue] = (await read(me, each)).issues;
        return today(() =>
          asSession<{ state: string }>(me, "POST", `/v1/projects/${each}/client-report/issues/${issue!.id}`, {
            decision: "approve",
          }),
        );
      };
      await Promise.all(Array.from({ length: 6 }, () => approve(id)));
      for (const each of ids.slice(1)) assert.equal((await approve(each)).data.state, "sent");
      await app().settle();
      assert.equal(taken().filter(({ to }) => to === recipients[0]).length, 3);
    });
  },
);

onEachStore(options, (app) => {
  test("contract/events: reports to a client end with the member who set them up, and whoever turns them on again takes their place", async () => {
    const { me, id } = await owner(app());
    const workspace = await asSession<{ id: string }>(me, "POST", "/v1/client-workspaces", {
      ...{ name: "Another client", kind: "client" },
    });
    for (const [how, why] of [
      ["gone", /has left the organization/],
      ["limited", /may not send reports of this project/],
      ["demoted", /may not send reports of this project/],
    ] as const) {
      const editor = await app().member();
      const { memberId, as } = await today(() => join(me, editor, "editor"));
      const member = `/v1/organization/members/${memberId}`;
      const terms = { ...weekly, recipients: ["me@private.example"] };
      assert.equal((await today(() => as("PUT", `/v1/projects/${id}/client-report`, terms))).status, 200);
      await app().settle();
      taken();
      const ended = await today(() =>
        how === "gone"
          ? asSession(me, "DELETE", member)
          : asSession(
              ...([me, "PATCH", member] as const),
              how === "limited" ? { workspaceIds: [workspace.data.id] } : { role: "viewer" },
            ),
      );
      assert.equal(ended.status, 200, ended.text);
      await later(app(), 8);
      const told = taken();
      assert.deepEqual(
        told.map(({ to }) => to),
        [me.email],
        how,
      );
      assert.match(told[0]!.text, why);
      assert.equal((await read(me, id)).active, false);
      await later(app(), 8);
      assert.deepEqual(taken(), []);
    }
    await set(me, id);
    await later(app(), 8);
    assert.deepEqual(
      taken()
        .map(({ to }) => to)
        .sort(),
      weekly.recipients,
    );
    await set(me, id, { ...weekly, active: false });
  });
});

onAnyStore(options, (app) => {
  test("contract/events: a letter that waits for the mail server goes to nobody who has unsubscribed meanwhile, or was taken out", async () => {
    const { me, id } = await owner(app());
    await set(me, id);
    await later(app(), 1);
    const letters = taken();
    const kims = letters.find(({ to }) => to === "kim@client.example")!;
    const { pathname } = new URL(/^<(.+)>$/.exec(kims.headers.get("list-unsubscribe")!)![1]!);
    box.refusals.push(451, 451, 451, 451);
    await later(app(), 7);
    box.refusals.splice(0);
    assert.deepEqual(taken(), []);
    assert.equal((await app().app.door.inject({ method: "POST", url: pathname })).statusCode, 200);
    await set(me, id, { ...weekly, recipients: ["kim@client.example"], active: false });
    await sql`update jobs.job set start_after = now() where state in ('created', 'retry')`.execute(app().db);
    await app().settle();
    assert.deepEqual(taken(), []);
    assert.ok(app().logged.some((line) => line.includes("not to be sent any more was left out")));
  });

  test("contract/events: a letter that waits for the mail server goes only while whoever has it sent may send it, with its page", async () => {
    const { me, id } = await owner(app());
    const to = ["kim@client.example"];
    const clients = () => taken().flatMap(({ to: address }) => (to.includes(address!) ? [address] : []));
    const cases: [string, { approval?: boolean; sent: number }, (member: string) => Promise<unknown>][] = [
      ["nothing has changed", { sent: 1 }, async () => undefined],
      ["left", { sent: 0 }, (member) => asSession(me, "DELETE", member)],
      ["demoted", { sent: 0 }, (member) => asSession(me, "PATCH", member, { role: "viewer" })],
      ["approved it and left", { sent: 0, approval: true }, (member) => asSession(me, "DELETE", member)],
      ["turned off", { sent: 0 }, () => set(me, id, { ...weekly, recipients: to, active: false })],
      [
        "the store failed before it was sent",
        { sent: 1 },
        async () => {
          const lines = app().logged.length;
          await sql`alter table client_issues rename to client_issues_away`.execute(app().db);
          await sql`update jobs.job set start_after = now() where state in ('created', 'retry')`.execute(
            app().db,
          );
          await app().settle();
          await sql`alter table client_issues_away rename to client_issues`.execute(app().db);
          assert.ok(
            app()
              .logged.splice(lines)
              .some((line) => line.includes("a letter could not be sent")),
          );
        },
      ],
      [
        "page revoked",
        { sent: 0 },
        async () => {
          const links = await me.call<{ id: string }[]>("GET", `/v1/projects/${id}/share-links`);
          for (const link of links.data) await me.call("DELETE", `/v1/share-links/${link.id}`);
        },
      ],
    ];
    for (const [what, { approval = false, sent }, change] of cases) {
      const editor = await app().member();
      const { memberId, as } = await today(() => join(me, editor, "editor"));
      const terms = { ...weekly, recipients: to, approval };
      assert.equal((await today(() => as("PUT", `/v1/projects/${id}/client-report`, terms))).status, 200);
      await app().settle();
      if (!approval) box.refusals.push(451);
      await later(app(), 8);
      if (approval) {
        taken();
        const [waiting] = (await read(me, id)).issues;
        box.refusals.push(451);
        const path = `/v1/projects/${id}/client-report/issues/${waiting!.id}`;
        const approved = await today(() => as("POST", path, { decision: "approve" }));
        assert.equal((approved.data as { state: string }).state, "sent");
        await today(() => app().settle());
      }
      assert.deepEqual([box.refusals, clients()], [[], []], what);
      await today(() => change(`/v1/organization/members/${memberId}`));
      await sql`update jobs.job set start_after = now() where state in ('created', 'retry')`.execute(
        app().db,
      );
      // What was approved today is of use for three days.
      await (approval ? today(() => app().settle()) : app().settle());
      assert.equal(clients().length, sent, what);
    }
    await set(me, id, { ...weekly, active: false });
  });

  test("contract/events: an address that the mail server will never take gets no other report", async () => {
    const { me, id } = await owner(app());
    await set(me, id, { ...weekly, recipients: ["nobody@client.example"] });
    box.refusals.push(550);
    await later(app(), 1);
    assert.equal((await read(me, id)).recipients[0]!.off_because, "bounced");
    await app().settle();
    const told = taken();
    assert.deepEqual(
      told.map(({ to }) => to),
      [me.email],
    );
    assert.match(told[0]!.text, /refused nobody@client\.example[\s\S]*Correct the address/);
    await later(app(), 7);
    assert.deepEqual(taken(), []);
    assert.equal((await read(me, id)).issues[0]!.state, "unaddressed");
    await set(me, id, { ...weekly, recipients: ["nobody@client.example"] });
    assert.equal((await read(me, id)).recipients[0]!.off_because, "bounced");
    await set(me, id, { ...weekly, recipients: [] });
    await set(me, id, { ...weekly, recipients: ["nobody@client.example"] });
    assert.equal((await read(me, id)).recipients[0]!.off_because, null);
  });

  test("contract/events: who may approve is told that a report waits, and nothing is approved for nobody", async () => {
    const { me, id } = await owner(app());
    const other = await asSession<{ id: string }>(me, "POST", "/v1/client-workspaces", {
      name: "Another client",
      kind: "client",
    });
    assert.equal(other.status, 201, other.text);
    const [editor, viewer, elsewhere] = [await app().member(), await app().member(), await app().member()];
    await join(me, editor, "editor");
    await join(me, viewer, "viewer");
    await join(me, elsewhere, "editor", [other.data.id]);
    await set(me, id, { ...weekly, approval: true });
    await app().settle();
    taken();
    await later(app(), 1);
    assert.deepEqual(
      taken()
        .map(({ to }) => to)
        .sort(),
      [me.email, editor.email].sort(),
    );
    await set(me, id, { ...weekly, approval: true, recipients: [] });
    const [waiting] = (await read(me, id)).issues;
    const approve = await today(() =>
      asSession(me, "POST", `/v1/projects/${id}/client-report/issues/${waiting!.id}`, {
        decision: "approve",
      }),
    );
    assert.deepEqual(issuesOf(approve), ["body /decision no_recipients"]);
    assert.equal((await read(me, id)).issues[0]!.state, "waiting");
  });

  test("contract/events: whoever has not confirmed their address discards a report that waits, but approves none", async () => {
    const { me, id } = await owner(app());
    const editor = await app().member();
    const joined = await join(me, editor, "editor");
    // Made with a copied link, for an address that somebody typed.
    await sql`update identity_users set "selfMade" = true where email = ${editor.email}`.execute(app().db);
    await set(me, id, { ...weekly, approval: true });
    await later(app(), 1);
    taken();
    const [waiting] = (await read(me, id)).issues;
    const decide = (decision: string) =>
      today(() =>
        joined.as<{ state: string }>("POST", `/v1/projects/${id}/client-report/issues/${waiting!.id}`, {
          decision,
        }),
      );
    const refused = await decide("approve");
    assert.deepEqual([refused.status, refused.error.code], [403, "EMAIL_NOT_CONFIRMED"]);
    await app().settle();
    assert.deepEqual(taken(), []);
    assert.equal((await read(me, id)).issues[0]!.state, "waiting");
    assert.equal((await decide("discard")).data.state, "discarded");
  });

  test("contract/events: what waits for an approval ends with its report, and the next run of the period waits instead", async () => {
    const { me, id } = await owner(app());
    await set(me, id, { ...weekly, every: "month", approval: true });
    await later(app(), 1);
    const [waiting] = (await read(me, id)).issues;
    await today(() => me.call("DELETE", `/v1/reports/${waiting!.report_id}`));
    assert.deepEqual((await read(me, id)).issues, []);
    await later(app(), 1);
    const [next] = (await read(me, id)).issues;
    assert.equal(next!.state, "waiting");
    assert.notEqual(next!.report_id, waiting!.report_id);
  });

  test("contract/events: a viewer sends nothing to clients, and nobody to more than ten addresses", async () => {
    const { me, id } = await owner(app());
    const reader = await app().member();
    const { as } = await join(me, reader, "viewer");
    const refused = await as("PUT", `/v1/projects/${id}/client-report`, weekly);
    assert.deepEqual([refused.status, refused.error.code], [403, "INSUFFICIENT_ROLE"]);
    const many = Array.from({ length: 11 }, (_, at) => `a${at}@client.example`);
    assert.deepEqual(issuesOf(await set(me, id, { ...weekly, recipients: many })), [
      "body /recipients too_many",
    ]);
  });

  test("contract/events: the reports of all projects to clients are listed, to each member those of what they see", async () => {
    const { me, id } = await owner(app());
    const client = await asSession<{ id: string }>(me, "POST", "/v1/client-workspaces", {
      name: "A client",
      kind: "client",
    });
    const { id: theirs } = await me.project({ workspaceId: client.data.id });
    const [limited, viewer] = [await app().member(), await app().member()];
    const { as } = await join(me, limited, "editor", [client.data.id]);
    const { as: asViewer } = await join(me, viewer, "viewer");
    await set(me, id);
    await set(me, theirs, { ...weekly, active: false, every: "month", recipients: ["zoe@client.example"] });
    const list = "/v1/client-reports";
    type Listed = { project_id: string; set_by: string | null; recipients: { address: string }[] };
    const all = await me.call<Listed[]>("GET", list);
    assert.deepEqual(
      all.data.map((one) => [one.project_id, one.set_by, one.recipients.map(({ address }) => address)]),
      [
        [theirs, me.userId, ["zoe@client.example"]],
        [id, me.userId, weekly.recipients],
      ],
    );
    const first = await me.call<Listed[]>("GET", `${list}?limit=1`);
    const second = await me.call<Listed[]>(
      "GET",
      `${list}?limit=1&cursor=${first.meta.pagination!.next_cursor}`,
    );
    assert.deepEqual(
      [first, second].map(({ data }) => data[0]!.project_id),
      [theirs, id],
    );
    const some = await today(() => as<Listed[]>("GET", list));
    assert.deepEqual(
      some.data.map((one) => [one.project_id, one.set_by]),
      [[theirs, null]],
    );
    assert.ok(!some.text.includes(me.email) && !some.text.includes("kim@"), some.text);
    assert.equal((await today(() => asViewer("GET", list))).status, 403);
  });
});

onAnyStore(
  () => ({ ...options(), config: { ...options().config, plans: standardPlans } }),
  (app) => {
    test("contract/events: a plan that has lapsed uses up no period: its report goes once there is one again", async () => {
      const { me, id } = await owner(app());
      await set(me, id);
      await later(app(), 1);
      taken();
      // As if the plan had lapsed before the run ended.
      await app().db.deleteFrom("client_issues").where("project_id", "=", id).execute();
      await app().app.operator.setPlan({ email: me.email, plan: "free" });
      await app().settle();
      assert.deepEqual(taken(), []);
      await app().app.operator.setPlan({ email: me.email, plan: "agency" });
      assert.deepEqual((await read(me, id)).issues, []);
      // What cannot go is not prepared at every turn.
      await app().settle();
      assert.deepEqual(taken(), []);
      clock.now += 15 * 60_000;
      await app().settle();
      await app().settle();
      assert.equal(taken().length, 2);
      assert.deepEqual(
        (await read(me, id)).issues.map(({ state }) => state),
        ["sent"],
      );
    });
  },
);
