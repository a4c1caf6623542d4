import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Static } from "typebox";
import { dayIn } from "../../src/figures/days/day.ts";
import type { ToldChange } from "../../src/figures/watching/telling.ts";
import { watchKey } from "../../src/figures/watching/watch.ts";
import { wholeOf } from "../../src/server/db/reach.ts";
import { findProject } from "../../src/server/projects/projects.ts";
import { digestBefore, nextDigest } from "../../src/server/projects/schedule.ts";
import type { WatchListView } from "../../src/server/projects/watches/change-view.ts";
import { watchesOf } from "../../src/server/projects/watches/watches.ts";
import type { DigestView } from "../../src/server/telling/digests/digest-view.ts";
import { claimDigests } from "../../src/server/telling/digests/digests.ts";
import { makeDigestFrom } from "../../src/server/telling/digests/make-digest.ts";
import { changeInShort, changeMessage } from "../../src/server/telling/words/change-message.ts";
import { mailbox } from "../accounts/mailbox.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { join } from "../organizations/joining.ts";
import { type Member, onAnyStore, onEachStore, type TestApp } from "../start-app.ts";
import { addDestination, asSession, logOf } from "./destinations.ts";
import { letterParts } from "./letter-parts.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

type DigestOf = Static<typeof DigestView>;
type WatchesOf = Static<typeof WatchListView>;

const endings: (() => unknown)[] = [];
const end = { after: (work: unknown) => void endings.push(work as () => unknown) };
let box: Awaited<ReturnType<typeof mailbox>>;
let receiver: Receiver;
before(async () => {
  [box, receiver] = [await mailbox(end), await startReceiver(end)];
});
after(async () => {
  for (const work of endings) await work();
});

const dayMs = 86_400_000;
const clock = { now: Date.now() };
const taken = () => box.letters.splice(0).map(({ to, source }) => ({ to, ...letterParts(source) }));

/** The Monday that follows, and the one after it. */
const mondays = (timezone = "Europe/Berlin") => {
  const monday = nextDigest(timezone, new Date());
  return [monday, nextDigest(timezone, monday)].map((time) => time.toISOString()) as [string, string];
};

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

const day = (time: Date) => dayIn(time.toISOString(), "Europe/Berlin");
const berlin = { active: true, timezone: "Europe/Berlin" };
const choose = (me: Member, body: object = berlin) =>
  today(() => asSession<DigestOf>(me, "PUT", "/v1/account/digest", body));
const read = async (me: Member) =>
  (await today(() => asSession<DigestOf>(me, "GET", "/v1/account/digest"))).data;

/** Answers to eight prompts, five to each, all or none of which name the brand. */
const answers = (names: boolean, answeredAt: number) =>
  Array.from({ length: 40 }, (_, at) => ({
    ...{ prompt: `best crm number ${at % 8}?`, provider: "chatgpt", answer: names ? "Acme." : "Bolt." },
    answeredAt: new Date(answeredAt + at).toISOString(),
  }));

/** A project whose brand rises within the week before that Monday. */
async function risen(me: Member, terms: Record<string, unknown> = {}) {
  const project = await me.project(terms);
  for (const [names, daysAgo] of [
    [false, 6],
    [true, 1],
  ] as const) {
    const rows = answers(names, clock.now - daysAgo * dayMs);
    const { status, text } = await me.call("POST", `/v1/projects/${project.id}/imports`, rows);
    assert.equal(status, 201, text);
  }
  return project;
}

async function at(app: TestApp, time: string | number): Promise<void> {
  clock.now = typeof time === "number" ? time : Date.parse(time);
  await app.settle();
}

const options = () => ({
  engines: { chatgpt: always("Acme.") },
  config: { outboundAllow: [receiver.host], rateLimitScale: 0, mail: box.mail },
  now: () => new Date(clock.now),
});

onEachStore(options, (app) => {
  const [monday, mondayAfter] = mondays();
  const newcomer = () => {
    clock.now = Date.now();
    box.letters.splice(0);
    return app().member();
  };

  test("contract/events: nobody gets a digest who has not chosen it", async () => {
    const me = await newcomer();
    await risen(me);
    assert.deepEqual(await read(me), {
      ...{ active: false, off_because: null, timezone: null, only_changes: false, next_at: null },
      ...{ address: me.email, mail: true },
    });
    await at(app(), monday);
    assert.deepEqual(taken(), []);
  });

  test("contract/events: a digest comes once, on Monday at eight by the member's clocks, and a week later again", async () => {
    const me = await newcomer();
    await risen(me, { name: "Acme <b>CRM</b> https://evil.example/login" });
    const chosen = await choose(me);
    assert.deepEqual([chosen.status, chosen.data.next_at], [200, monday], chosen.text);
    await at(app(), Date.parse(monday) - 1);
    assert.deepEqual(taken(), []);
    await at(app(), monday);
    await app().settle();
    const [letter, ...others] = taken();
    assert.deepEqual([others.length, letter!.to], [0, [me.email]]);
    assert.match(letter!.headers.get("subject")!, /Your week: 1 clear change/);
    assert.match(letter!.headers.get("content-type")!, /^multipart\/alternative/);
    for (const form of [letter!.text, letter!.html]) {
      assert.doesNotMatch(form, /evil\.example/);
      assert.match(form, /Acme is named in 100% of 40 answers to 8 prompts/);
      assert.match(form, /up 100 points .*, more than the noise/);
      assert.match(form, /http:\/\/site\.test\/reports\//);
      assert.match(form, /2 imports, for \$0 in all\./);
      assert.ok(
        form.includes(`${day(digestBefore("Europe/Berlin", new Date(monday)))} to ${day(new Date(monday))}`),
      );
    }
    assert.equal(letter!.text.match(/^\d\. /gm)?.length, 3);
    assert.match(letter!.html, /Acme &lt;b&gt;CRM&lt;\/b&gt;/);
    assert.doesNotMatch(letter!.html, /<b>|<script|<img/);
    assert.equal((await read(me)).next_at, mondayAfter);
    await at(app(), mondayAfter);
    const [next] = taken();
    assert.match(next!.headers.get("subject")!, /Your week: No clear change/);
    assert.match(next!.text, /Nothing was measured\.[\s\S]*Nothing ran\./);
  });

  test("contract/events: a digest has what is behind a change, and every other change that was told in its week", async () => {
    const me = await newcomer();
    const { id } = await me.project({ name: "CRM", brand: "Acme", competitors: ["Bolt"] });
    await choose(me);
    for (const [names, daysBefore] of [27, 24, 21, 18, 15, 12, 5, 2].map(
      (days) => [days > 7, days] as const,
    )) {
      clock.now = Date.parse(monday) - daysBefore * dayMs;
      const rows = answers(names, clock.now - 1_000);
      assert.equal((await me.call("POST", `/v1/projects/${id}/imports`, rows)).status, 201);
      await app().settle();
    }
    const { data: told } = await today(() => me.call<WatchesOf>("GET", `/v1/projects/${id}/watches`));
    const gap = told.watches.find(({ of }) => of === "gap")!.change!;
    await at(app(), monday);
    const [letter] = taken();
    assert.match(letter!.headers.get("subject")!, /Your week: 2 clear changes/);
    for (const form of [letter!.text, letter!.html]) {
      assert.match(form, /Acme is named in 0% of 40 answers/);
      assert.match(
        form,
        /Behind it: “best crm number \d\?” \(Acme named in 0 of 5 answers, before in 30 of 30\)/,
      );
      assert.match(form, /Acme is named 100 points less often than Bolt; before, 100 points more often\./);
      assert.ok(form.includes(`http://site.test/projects/${id}/trends`));
    }
    assert.ok(letter!.text.includes(gap.says), gap.says);
    assert.equal(letter!.text.split("Behind it:").length, 2, "what is behind two changes is said once");
  });

  test("contract/events: a change that was told early in a week of many reports is in its digest", async () => {
    const me = await newcomer();
    const { id } = await me.project({ brand: "Acme", competitors: ["Bolt"] });
    await choose(me, { ...berlin, onlyChanges: true });
    const early = [27, 24, 21, 18, 15, 12, 6.5, 6];
    const late = Array.from({ length: 11 }, (_, nth) => 5.5 - nth / 2);
    for (const daysBefore of [...early, ...late]) {
      clock.now = Date.parse(monday) - daysBefore * dayMs;
      const rows = answers(daysBefore > 7, clock.now - 1_000);
      assert.equal((await me.call("POST", `/v1/projects/${id}/imports`, rows)).status, 201);
      await app().settle();
    }
    const { data: told } = await today(() => me.call<WatchesOf>("GET", `/v1/projects/${id}/watches`));
    const changes = told.watches.map(({ change }) => change!);
    assert.ok(changes.every(({ told_at }) => Date.parse(told_at) < Date.parse(monday) - 5.7 * dayMs));
    await at(app(), monday);
    const [letter] = taken();
    for (const { says } of changes) assert.ok(letter?.text.includes(says), says);
  });

  test("contract/events: what is behind a change of a competitor is of that one by its present name, or not told", async () => {
    const me = await newcomer();
    const { id } = await me.project({ brand: "Acme", competitors: ["Cube", "Bolt"] });
    const ofBolt = { metric: "appearance_rate", of: "competitor", competitor: "Bolt" };
    await me.call("PUT", `/v1/projects/${id}/watches`, { watches: [ofBolt] });
    for (const daysBefore of [27, 24, 21, 18, 15, 12, 5, 2]) {
      clock.now = Date.parse(monday) - daysBefore * dayMs;
      await me.call("POST", `/v1/projects/${id}/imports`, answers(daysBefore > 7, clock.now - 1_000));
      await app().settle();
    }
    const { db, services } = { db: app().db, services: app().app.services };
    const place = { db, parsing: services.parsing, siteUrl: services.settings.siteUrl };
    const project = (await findProject(db, wholeOf(me.userId), id))!;
    const { watches, open } = await watchesOf(db, id);
    const watch = watches[0]!;
    const told = open.get(watchKey(watch))!;
    const behindBolt =
      /^Behind it: “best crm number \d\?” \(Bolt named in 5 of 5 answers, before in 0 of 30\)/;
    assert.match((await changeInShort(place, project, { watch, change: told }))!.behind[0]!, behindBolt);
    // It was told when Bolt was called Cube, as another is called since.
    const before = { ...told, competitor: "Cube" };
    const message = async (change: ToldChange) => {
      const facts = { kind: "detected", watch, change, reportId: told.reportId, competitor: "Cube" };
      const event = { organizationId: me.userId, projectId: id, objectId: id, facts };
      return changeMessage(place, { ...event, type: "change.detected" }, { project, quotes: true });
    };
    assert.match((await message(before))!.says.split("\n")[1]!, behindBolt);
    // The report does not have the competitor of that name.
    const unknown = { ...told, competitor: "Volt" };
    assert.deepEqual((await changeInShort(place, project, { watch, change: unknown }))!.behind, []);
    const { says, data } = (await message({ ...unknown, id: me.userId }))!;
    assert.deepEqual([says.split("\n").length, data.behind], [1, null]);
  });

  test("contract/events: a digest tells nothing of a report that was deleted since the one before it was made", async () => {
    const me = await newcomer();
    const { id } = await me.project({ brand: "Acme", competitors: ["Bolt"] });
    const ids: string[] = [];
    for (const daysBefore of [27, 24, 21, 18, 15, 12, 5, 2]) {
      clock.now = Date.parse(monday) - daysBefore * dayMs;
      const rows = answers(daysBefore > 7, clock.now - 1_000);
      ids.push((await me.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, rows)).data.id);
      await app().settle();
    }
    const { services } = app().app;
    const make = makeDigestFrom({
      ...{ db: app().db, parsing: services.parsing, siteUrl: services.settings.siteUrl },
    });
    const week = async () => {
      const [from, to] = [new Date(Date.parse(monday) - 7 * dayMs), new Date(monday)];
      const digest = await make({ reach: wholeOf(me.userId), projectId: id, timezone: "UTC", from, to });
      return digest!.letter({ settingsUrl: "https://s.example/", unsubscribeUrl: "https://s.example/" }).text;
    };
    const before = await week();
    assert.match(before, /from the mean of the 6 (?:reports )?before/);
    assert.match(before, /before in 30 of 30\)/);
    assert.equal((await me.call("DELETE", `/v1/reports/${ids[2]}`)).status, 200);
    const since = await week();
    assert.match(since, /from the mean of the 5 (?:reports )?before/);
    assert.match(since, /before in 25 of 25\)/);
  });

  test("contract/events: answers of long ago that somebody imports in a week are no news of that week", async () => {
    const me = await newcomer();
    const project = await me.project();
    for (const [names, daysAgo] of [
      [false, 60],
      [true, 30],
    ] as const)
      await me.call(
        ...([
          "POST",
          `/v1/projects/${project.id}/imports`,
          answers(names, clock.now - daysAgo * dayMs),
        ] as const),
      );
    await choose(me);
    await at(app(), monday);
    const [letter] = taken();
    assert.match(letter!.headers.get("subject")!, /Your week: No clear change/);
    assert.match(letter!.text, /None of the saved prompts was measured\.[\s\S]*2 imports, for \$0 in all\./);
  });

  test("contract/events: who wants news only gets nothing of a week without any", async () => {
    const me = await newcomer();
    await me.project();
    await choose(me, { ...berlin, onlyChanges: true });
    await at(app(), monday);
    assert.deepEqual(taken(), []);
    assert.equal((await read(me)).next_at, mondayAfter);
  });

  test("contract/events: where every project is deleted or of an archived client, nothing is told, and it goes on with the first that is there", async () => {
    const me = await newcomer();
    const client = { name: "Client", kind: "client" };
    const { data: workspace } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", client);
    const deleted = await risen(me);
    const archived = await risen(me, { workspaceId: workspace.id });
    const channels = [
      await addDestination(me, { kind: "slack", url: receiver.url }),
      await addDestination(me, { kind: "slack", url: receiver.url, projectId: archived.id }),
    ];
    receiver.received.splice(0);
    await choose(me);
    for (const { id } of channels) await asSession(me, "PUT", `/v1/webhooks/${id}/digest`, berlin);
    const archive = (status: "archived" | "active") =>
      today(() => me.call("PATCH", `/v1/client-workspaces/${workspace.id}`, { status }));
    assert.equal((await me.call("DELETE", `/v1/projects/${deleted.id}`)).status, 200);
    assert.equal((await archive("archived")).status, 200);
    await app().settle();
    receiver.received.splice(0);
    await at(app(), monday);
    await app().settle();
    assert.deepEqual([taken(), receiver.received.splice(0)], [[], []]);
    assert.equal((await read(me)).next_at, mondayAfter);
    await archive("active");
    await at(app(), mondayAfter);
    await app().settle();
    // Members of other tests have theirs.
    assert.equal(taken().filter(({ to }) => String(to).includes(me.email)).length, 1);
    assert.equal(receiver.received.splice(0).length, 2);
  });

  test("contract/events: eight stays eight where the member's clocks are put forward and back", async () => {
    const me = await newcomer();
    await me.project();
    await choose(me);
    for (const [weekBefore, due, days] of [
      ["2027-03-25T12:00:00Z", "2027-03-29T06:00:00Z", "22 March 2027 to 29 March 2027"],
      ["2027-10-28T12:00:00Z", "2027-11-01T07:00:00Z", "25 October 2027 to 1 November 2027"],
    ] as const) {
      await at(app(), weekBefore);
      taken();
      await at(app(), Date.parse(due) - 1);
      assert.deepEqual(taken(), []);
      await at(app(), due);
      const letters = taken().filter(({ to }) => to.includes(me.email));
      assert.equal(letters.length, 1);
      assert.match(letters[0]!.text, new RegExp(days));
    }
  });

  test("contract/events: a server that was off on Monday sends the digest within a day, and not after", async () => {
    const [early, late] = [await newcomer(), await newcomer()];
    for (const one of [early, late]) await one.project();
    await choose(early);
    await at(app(), Date.parse(monday) + dayMs - 1);
    assert.equal(taken().length, 1);
    clock.now = Date.now();
    await choose(late);
    await at(app(), Date.parse(monday) + dayMs + 1);
    assert.deepEqual(taken(), []);
    assert.equal((await read(late)).next_at, mondayAfter);
  });

  test("contract/events: of many workers one sends a digest, and after a crash in the middle nobody", async () => {
    const me = await newcomer();
    await me.project();
    await choose(me);
    clock.now = Date.parse(monday);
    const claim = () => claimDigests(app().db, { now: new Date(clock.now), mails: true, most: 10 });
    const claims = await Promise.all([claim(), claim(), claim()]);
    assert.equal(claims.flat().length, 1);
    await app().settle();
    assert.deepEqual(taken(), []);
    // The process that had handed it over has died, and its claim has lapsed.
    const lapsed = { claimed_until: new Date(0), sending: true };
    await app().db.updateTable("digests").set(lapsed).where("id", "=", claims.flat()[0]!.id).execute();
    await app().settle();
    assert.deepEqual(taken(), []);
    assert.equal((await read(me)).next_at, mondayAfter);
  });

  test("contract/events: moving to where it is Monday again brings no second digest", async () => {
    const me = await newcomer();
    await me.project();
    await choose(me, { active: true, timezone: "Pacific/Kiritimati" });
    const [first] = mondays("Pacific/Kiritimati");
    await at(app(), first);
    assert.equal(taken().length, 1);
    const moved = await choose(me, { active: true, timezone: "Pacific/Pago_Pago" });
    assert.ok(Date.parse(moved.data.next_at!) - Date.parse(first) > 5 * dayMs, moved.text);
  });

  test("contract/events: a busy mail server is asked again, and one that refuses the address ends the digest", async () => {
    const boss = await newcomer();
    await boss.project();
    const me = await app().member();
    await join(boss, me, "viewer");
    await app().settle();
    box.letters.splice(0);
    const headers = { "overheard-organization": boss.userId };
    const token = await me.session();
    const mine = (method: string, body?: unknown) =>
      me.call<DigestOf>(method, "/v1/account/digest", body, { token, headers });
    await mine("PUT", berlin);
    box.refusals.push(451, 550);
    await at(app(), monday);
    assert.deepEqual(taken(), []);
    await at(app(), Date.parse(monday) + 60_000);
    const [told, ...others] = taken();
    assert.deepEqual([others.length, told!.to], [0, [boss.email]]);
    assert.match(told!.text, /refused the address[\s\S]*Their Monday digest was turned off/);
    const { active, off_because, next_at } = (await today(() => mine("GET"))).data;
    assert.deepEqual([active, off_because, next_at], [false, "bounced", null]);
  });

  test("contract/events: a digest is about the projects that the member may see", async () => {
    const boss = await newcomer();
    const workspace = async (name: string) =>
      (await boss.call<{ id: string }>("POST", "/v1/client-workspaces", { name, kind: "client" })).data.id;
    const [shown, hidden] = [await workspace("Shown"), await workspace("Hidden")];
    await risen(boss, { name: "Shown", workspaceId: shown });
    await risen(boss, { name: "Quetzal", workspaceId: hidden });
    const me = await app().member();
    await join(boss, me, "viewer", [shown]);
    await app().settle();
    box.letters.splice(0);
    const headers = { "overheard-organization": boss.userId };
    await me.call("PUT", "/v1/account/digest", berlin, { token: await me.session(), headers });
    await at(app(), monday);
    const [letter] = taken();
    assert.match(letter!.text, /Shown/);
    assert.doesNotMatch(letter!.text + letter!.html, /Quetzal/);
    assert.match(letter!.text, /2 imports/);
  });

  test("contract/events: whoever is disabled or has left gets no digest", async () => {
    const boss = await newcomer();
    const [disabled, former] = [await app().member(), await app().member()];
    const there = { "overheard-organization": boss.userId };
    await choose(disabled);
    const { memberId } = await join(boss, former, "viewer");
    await former.call("PUT", "/v1/account/digest", berlin, { token: await former.session(), headers: there });
    await app().app.operator.disableUser({ email: disabled.email });
    await asSession(boss, "DELETE", `/v1/organization/members/${memberId}`);
    await app().settle();
    box.letters.splice(0);
    await at(app(), monday);
    assert.deepEqual(taken(), []);
  });

  test("contract/events: a channel is told its week on Monday, once, and a program is not", async () => {
    const me = await newcomer();
    await risen(me, { name: "<!channel> Acme" });
    const channel = await addDestination(me, { kind: "slack", url: receiver.url });
    const program = await addDestination(me, { url: receiver.url });
    receiver.received.splice(0);
    const path = ({ id }: { id: string }) => `/v1/webhooks/${id}/digest`;
    assert.equal((await asSession<DigestOf>(me, "GET", path(channel))).data.active, false);
    assert.deepEqual(issuesOf(await asSession(me, "PUT", path(program), berlin)), [
      "path /webhookId not_of_this_kind",
    ]);
    const chosen = await asSession<DigestOf>(me, "PUT", path(channel), berlin);
    assert.deepEqual([chosen.status, chosen.data.next_at], [200, monday], chosen.text);
    await at(app(), monday);
    await app().settle();
    const [message, ...others] = receiver.received.splice(0);
    assert.equal(others.length, 0);
    const { text } = JSON.parse(message!.body);
    assert.match(text, /^The week: 1 clear change\n&lt;!channel&gt; Acme: Acme is named in 100%/);
    const [logged] = await logOf(me, channel);
    assert.deepEqual([logged!.type, logged!.state], ["digest.weekly", "delivered"]);
    const arrivals = async () =>
      (
        await app()
          .db.selectFrom("webhooks")
          .where("id", "=", channel.id)
          .select("arrivals")
          .executeTakeFirstOrThrow()
      ).arrivals;
    const before = await arrivals();
    // Switched off by itself, it keeps its week; paused by a person, it is told nothing.
    const switchOff = (off_because: "failing" | "paused") =>
      app()
        .db.updateTable("webhooks")
        .set({ active: false, off_because })
        .where("id", "=", channel.id)
        .execute();
    await switchOff("failing");
    await at(app(), mondayAfter);
    assert.deepEqual(
      (await logOf(me, channel)).map(({ state }) => state),
      ["pending", "delivered"],
    );
    assert.equal(await arrivals(), before + 1);
    await switchOff("paused");
    await at(app(), nextDigest("Europe/Berlin", new Date(mondayAfter)).toISOString());
    assert.equal((await logOf(me, channel)).length, 2);
  });
});

onAnyStore(options, (app) => {
  const [monday, mondayAfter] = mondays();
  const unsubscribeUrl = (letter: ReturnType<typeof taken>[number]) =>
    new URL(/^<(.+)>$/.exec(letter.headers.get("list-unsubscribe") ?? "")![1]!);

  test("contract/events: looking at the link of a letter changes nothing, one POST from anywhere ends the digest", async () => {
    clock.now = Date.now();
    const [me, other] = [await app().member(), await app().member()];
    for (const one of [me, other]) {
      await one.project();
      await choose(one);
    }
    await at(app(), monday);
    const letters = taken();
    const mine = letters.find(({ to }) => to.includes(me.email))!;
    assert.equal(mine.headers.get("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
    const url = unsubscribeUrl(mine);
    assert.equal(url.origin, "http://site.test");
    assert.ok(mine.text.includes(url.href) && mine.html.includes(url.href));
    const send = (method: "GET" | "HEAD" | "POST", path = url.pathname) =>
      app().app.door.inject({
        ...{ method, url: path, headers: { "content-type": "application/x-www-form-urlencoded" } },
        ...(method === "POST" ? { payload: "List-Unsubscribe=One-Click" } : {}),
      });
    for (const method of ["GET", "HEAD", "GET"] as const) {
      const { statusCode, headers } = await send(method);
      assert.deepEqual([statusCode, headers["cache-control"]], [200, "no-store, no-transform"]);
    }
    assert.match((await send("GET")).body, /<button[^>]*>Unsubscribe<\/button>/);
    assert.equal((await read(me)).active, true);
    const posted = await send("POST");
    assert.deepEqual([posted.statusCode, posted.headers.location], [200, undefined]);
    const { active, off_because } = await read(me);
    assert.deepEqual([active, off_because], [false, "unsubscribed"]);
    assert.equal((await read(other)).active, true);
    assert.match((await send("GET")).body, /You are unsubscribed/);
    assert.equal((await send("POST")).statusCode, 200);
    await at(app(), mondayAfter);
    assert.deepEqual(
      taken().map(({ to }) => to),
      [[other.email]],
    );
  });

  test("contract/events: a token that is not quite ours ends nothing", async () => {
    clock.now = Date.now();
    const me = await app().member();
    await me.project();
    await choose(me);
    await at(app(), monday);
    const { pathname } = unsubscribeUrl(taken().find(({ to }) => to.includes(me.email))!);
    const last = pathname.at(-1) === "A" ? "B" : "A";
    const wrong = [
      `${pathname.slice(0, -1)}${last}`,
      pathname.replace("/unsubscribe/d", "/unsubscribe/c"),
      `${pathname}x`,
      "/unsubscribe/",
      "/unsubscribe/d",
    ];
    for (const url of wrong)
      for (const method of ["GET", "POST"] as const)
        assert.equal((await app().app.door.inject({ method, url })).statusCode, 404, url);
    assert.equal((await read(me)).active, true);
  });

  test("contract/events: a time zone that is none is refused, and one's own digest takes a session", async () => {
    const me = await app().member();
    for (const timezone of ["+02:00", "Europe/Nowhere"])
      assert.deepEqual(issuesOf(await choose(me, { active: true, timezone })), ["body /timezone bad_format"]);
    assert.equal((await me.call("GET", "/v1/account/digest")).error.code, "JWT_REQUIRED");
  });
});

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, now: () => new Date(clock.now) }),
  (app) => {
    test("contract/events: without mail set up nobody can choose a digest, and the answer says so", async () => {
      const me = await app().member();
      assert.equal((await read(me)).mail, false);
      assert.deepEqual(issuesOf(await choose(me)), ["body /active mail_not_configured"]);
      assert.equal((await choose(me, { ...berlin, active: false })).status, 200);
    });
  },
);
