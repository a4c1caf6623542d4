import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import type { Static } from "typebox";
import { trendPoint } from "../../src/figures/report.ts";
import { promptKey } from "../../src/reader/prompt.ts";
import { transaction } from "../../src/server/db/transaction.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import type {
  IdleWatchView,
  WatchedChangeView,
  WatchListView,
} from "../../src/server/projects/watches/change-view.ts";
import { type EndingReport, recordTellings } from "../../src/server/projects/watches/tellings.ts";
import { latestReport } from "../../src/server/reports/reports.ts";
import type { TrendsView } from "../../src/server/reports/trends/trend-view.ts";
import { judgeWatches } from "../../src/server/reports/watched-changes.ts";
import type { ErrorBody } from "../doors.ts";
import { always, failing } from "../fake-engines.ts";
import { type Member, onEachStore } from "../start-app.ts";
import { addDestination, logOf } from "./destinations.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

type Change = Static<typeof WatchedChangeView>;
type Watches = Static<typeof WatchListView>;

const endings: (() => unknown)[] = [];
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver({ after: (end) => void endings.push(end as () => unknown) });
});
after(async () => {
  for (const end of endings) await end();
});

const weekMs = 7 * 86_400_000;
const clock = { now: Date.now() };

const products = ["kettles", "lamps", "chairs"] as const;
const prompts = products.flatMap((product) => [1, 2, 3, 4].map((at) => `which ${product} ${at}?`));

/**
 * Answers of a week: of four to each prompt, `named` say the brand, and one more to every second prompt; two say the rival. Those to a
 * product cite its own site, another one in the weeks in which nobody is named.
 */
const usualAssistants = ["chatgpt", "claude", "gemini", "grok"];
const answersOf = (
  named: (product: string) => number,
  at = clock.now,
  assistants: readonly string[] = usualAssistants,
) =>
  prompts.flatMap((prompt, place) =>
    assistants.map((provider, each) => {
      const product = prompt.split(" ")[1]!;
      const ours = each < named(product) + (place % 2);
      const theirs = each % 2 === 0;
      const names = [...(ours ? ["Acme"] : []), ...(theirs ? ["Bolt"] : [])];
      return {
        ...{ prompt, provider, answeredAt: new Date(at).toISOString() },
        answer: names.length > 0 ? `${names.join(" and ")} would be a choice.` : "It depends.",
        citations: [{ url: `https://${named(product) === 0 ? "new-" : ""}${product}.example/` }],
      };
    }),
  );

const codesOf = ({ details }: ErrorBody) =>
  (details as { issues: { path: string; code: string }[] }).issues.map(({ path, code }) => [path, code]);

onEachStore(
  () => ({
    config: { outboundAllow: [receiver.host], rateLimitScale: 0 },
    now: () => new Date(clock.now),
  }),
  (app) => {
    /** Imports a week's answers a week later, and returns the changes that are told of it. */
    async function week(
      me: Member,
      id: string,
      named: number | ((product: string) => number),
      assistants = usualAssistants,
    ) {
      clock.now += weekMs;
      const of = typeof named === "number" ? () => named : named;
      const { status, data, text } = await me.call<{ id: string }>(
        ...(["POST", `/v1/projects/${id}/imports`, answersOf(of, clock.now, assistants)] as const),
      );
      assert.equal(status, 201, text);
      await app().settle();
      const changes = receiver.received
        .splice(0)
        .filter(({ json }) => json.type.startsWith("change."))
        .map(({ json }) => ({ type: json.type, data: json.data as unknown as Change }));
      return { reportId: data.id, changes };
    }

    async function weeks(me: Member, id: string, named: readonly number[]) {
      const told = [];
      for (const each of named) told.push(...(await week(me, id, each)).changes);
      return told;
    }

    /** A project's newest report, as it was when it was about to end. */
    async function newestOf(projectId: string) {
      const report = (await latestReport(app().db, projectId, "main"))!;
      return {
        ...{ ...report, source: "main" as const, point: trendPoint(report.scored!) },
        ...{ measuredAt: report.measuredAt!, methodVersion: report.methodVersion! },
      };
    }

    const judge = (report: EndingReport) =>
      judgeWatches(
        { ...app().app.services, now: () => new Date(clock.now), log: createLog("silent") },
        report,
      );

    const projectOf = (me: Member) => me.project({ competitors: ["Bolt"], brand: "Acme" });

    test("contract/events: a change is told once, with its date and what is behind it, and so is its end", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["change.detected", "change.cleared"] });
      assert.deepEqual(await weeks(me, id, [3, 3, 3, 3, 3, 3]), []);
      const told = await weeks(me, id, [0, 0, 0]);
      const ofBrand = told.filter(({ data }) => data.watch.of === "brand");
      assert.equal(ofBrand.length, 1, JSON.stringify(told.map(({ data }) => data.headline)));
      const [{ type, data }] = ofBrand as [(typeof told)[0]];
      assert.deepEqual(
        [type, data.state, data.direction, data.headline],
        ["change.detected", "detected", "down", "Acme is named less often"],
      );
      assert.ok(data.before > 0.8 && data.after < 0.2);
      assert.match(data.says, /Since \d+ \w+ \d{4}/);
      assert.ok(data.behind!.prompts.length > 0 || data.behind!.providers.length > 0, data.says);
      assert.match(data.url, new RegExp(`/projects/${id}/trends$`));
      const { data: trends } = await me.call<TrendsView>(
        "GET",
        `/v1/projects/${id}/visibility-trends?timeframe=12m`,
      );
      assert.deepEqual(
        trends.shifts.map(({ direction, since }) => [direction, since]),
        [["down", data.since]],
      );
      const { data: watches } = await me.call<Watches>("GET", `/v1/projects/${id}/watches`);
      const open = watches.watches[0]!.change!;
      assert.equal(open.id, data.id);
      assert.ok(data.says.startsWith(open.says), `${open.says} is not how “${data.says}” begins`);
      // The report that tells it is deleted and made again.
      await me.call("DELETE", `/v1/reports/${data.report_id}`);
      assert.deepEqual(await weeks(me, id, [0, 0]), []);
      const back = (await weeks(me, id, [3, 3, 3, 3])).filter(({ data }) => data.watch.of === "brand");
      assert.deepEqual(
        back.map(({ type, data }) => [type, data.because, data.headline]),
        [["change.cleared", "returned", "Acme is named about as often as before"]],
      );
      assert.equal(back[0]!.data.id, data.id);
    });

    test("contract/events: reports of another kind have their own changes, and end none of these", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches: [{ metric: "appearance_rate" }] });
      await addDestination(me, { url: receiver.url, types: ["change.detected", "change.cleared"] });
      const others = ["mistral", "deepseek", "perplexity"];
      const [told] = await weeks(me, id, [3, 3, 3, 3, 3, 3, 0, 0]);
      assert.equal(told!.data.direction, "down");
      for (let each = 0; each < 7; each += 1)
        assert.deepEqual((await week(me, id, 2, others)).changes, [], `${each}`);
      const { data: watches } = await me.call<Watches>("GET", `/v1/projects/${id}/watches`);
      assert.equal(watches.watches[0]!.change?.id, told!.data.id);
      assert.deepEqual(await weeks(me, id, [0]), []);
      const fallen = [];
      for (let each = 0; each < 3; each += 1) fallen.push(...(await week(me, id, -1, others)).changes);
      assert.deepEqual(
        fallen.map(({ type, data }) => [type, data.direction, data.id === told!.data.id]),
        [["change.detected", "down", false]],
      );
      const back = await weeks(me, id, [3, 3, 3, 3]);
      assert.deepEqual(
        back.map(({ type, data }) => [type, data.because, data.id]),
        [["change.cleared", "returned", told!.data.id]],
      );
    });

    test("contract/events: a report that is dated ahead, in a store of before, silences no watch", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["change.detected"] });
      const { reportId } = await week(me, id, 3);
      for (const table of ["reports", "trend_points"])
        await sql`update ${sql.table(table)} set measured_at = ${new Date(clock.now + 260 * weekMs)}
          where project_id = ${id} and ${sql.ref(table === "reports" ? "id" : "report_id")} = ${reportId}`.execute(
          app().db,
        );
      const told = await weeks(me, id, [3, 3, 3, 3, 3, 3, 0, 0, 0]);
      assert.deepEqual(
        told.filter(({ data }) => data.watch.of === "brand").map(({ data }) => data.direction),
        ["down"],
      );
    });

    test("contract/events: a tag that is of other prompts than before is another series", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["change.detected", "change.cleared"] });
      await week(me, id, 3);
      const tag = (change: object, some: readonly string[]) =>
        me.call("PATCH", `/v1/projects/${id}/tags`, { promptKeys: some.map(promptKey), ...change });
      await tag({ add: ["Home"] }, prompts);
      const watches = [{ metric: "appearance_rate", where: { tag: "Home" } }];
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches });
      const lamps = (product: string) => (product === "lamps" ? 0 : 3);
      for (let each = 0; each < 5; each += 1) assert.deepEqual((await week(me, id, 3)).changes, []);
      const told = [];
      for (let each = 0; each < 3; each += 1) told.push(...(await week(me, id, lamps)).changes);
      assert.deepEqual(
        told.map(({ type }) => type),
        ["change.detected"],
      );
      await tag(
        { remove: ["Home"] },
        prompts.filter((prompt) => prompt.includes("lamps")),
      );
      for (let each = 0; each < 3; each += 1) assert.deepEqual((await week(me, id, lamps)).changes, []);
      const { data: after } = await me.call<Watches>("GET", `/v1/projects/${id}/watches`);
      assert.equal(after.watches[0]!.change, null);
    });

    test("contract/events: what is behind a second fall is counted over the level before it, and no run before that", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches: [{ metric: "appearance_rate" }] });
      await addDestination(me, { url: receiver.url, types: ["change.detected"] });
      const [first] = await weeks(me, id, [3, 3, 3, 3, 3, 3, 1, 1]);
      assert.equal(first!.data.direction, "down");
      const [second] = await weeks(me, id, [1, -1, -1]);
      const { reports_before, before, behind } = second!.data;
      assert.ok(reports_before < 6 && before < 0.5, JSON.stringify(second!.data));
      const parts = [...behind!.prompts, ...behind!.providers];
      assert.ok(parts.length > 0);
      for (const { answers_before, mentions_before } of behind!.providers)
        assert.ok(answers_before <= reports_before * prompts.length && mentions_before <= answers_before);
      for (const { answers_before } of behind!.prompts)
        assert.ok(answers_before <= reports_before * usualAssistants.length, `${answers_before}`);
    });

    test("contract/events: a destination that was added in between is told the end with what it ends", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      const { id: webhookId } = await addDestination(me, { url: receiver.url, types: ["change.cleared"] });
      await weeks(me, id, [3, 3, 3, 3, 3, 3, 0, 0, 0]);
      await sql`update webhooks set created_at = ${new Date(clock.now)} where id = ${webhookId}`.execute(
        app().db,
      );
      const back = (await weeks(me, id, [3, 3, 3, 3])).filter(({ data }) => data.watch.of === "brand");
      assert.deepEqual(
        back.map(({ type }) => type),
        ["change.cleared"],
      );
      assert.match(
        back[0]!.data.says,
        /is named in \d+% of the answers, nearer to what it was before the fall of \d+ \w+ \d{4} \(from \d+% to \d+%\) than to that since\.$/,
      );
    });

    test("contract/events: a watch whose tag has lost its prompts is told of once, and anew once it had some again", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["watch.idle"] });
      await week(me, id, 3);
      const tag = (change: object) =>
        me.call("PATCH", `/v1/projects/${id}/tags`, {
          promptKeys: prompts.slice(0, 4).map(promptKey),
          ...change,
        });
      await tag({ add: ["Kettles"] });
      const watches = [{ metric: "appearance_rate", where: { tag: "Kettles" } }];
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches });
      const idle = async () => {
        clock.now += weekMs;
        await me.call(
          "POST",
          `/v1/projects/${id}/imports`,
          answersOf(() => 3),
        );
        await app().settle();
        return receiver.received
          .splice(0)
          .map(({ json }) => json.data as unknown as Static<typeof IdleWatchView>);
      };
      assert.deepEqual(await idle(), []);
      // A tag is renamed in two steps: nothing is told before the next report has ended.
      await tag({ remove: ["Kettles"] });
      await app().settle();
      assert.deepEqual(receiver.received.splice(0), []);
      await tag({ add: ["Water kettles"] });
      const [told, ...others] = await idle();
      assert.deepEqual(others, []);
      assert.deepEqual(
        [told!.because, told!.watch.where.tag, told!.headline],
        ["tag_without_prompts", "Kettles", "The watch of the tag Kettles tells nothing"],
      );
      assert.match(told!.url, new RegExp(`/projects/${id}/settings$`));
      assert.deepEqual(await idle(), []);
      await tag({ add: ["Kettles"] });
      assert.deepEqual(await idle(), []);
      await tag({ remove: ["Kettles"] });
      assert.equal((await idle()).length, 1);
    });

    test("contract/events: a watch of what is not asked any more says so, whoever still has the tag", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["watch.idle"] });
      const import_ = async (rows: ReturnType<typeof answersOf>) => {
        clock.now += weekMs;
        await me.call("POST", `/v1/projects/${id}/imports`, rows);
        await app().settle();
        return receiver.received
          .splice(0)
          .map(({ json }) => json.data as unknown as Static<typeof IdleWatchView>)
          .map(({ because, headline }) => [because, headline])
          .sort();
      };
      const all = () => answersOf(() => 3, clock.now + weekMs);
      await import_(all());
      await me.call("PATCH", `/v1/projects/${id}/tags`, {
        promptKeys: prompts.slice(0, 4).map(promptKey),
        add: ["Kettles"],
      });
      const rate = { metric: "appearance_rate" };
      const watches = [
        { ...rate, where: { tag: "Kettles" } },
        { ...rate, where: { provider: "grok" } },
      ];
      const reasons = async () =>
        (await me.call<Watches>("GET", `/v1/projects/${id}/watches`)).data.watches.map(
          ({ idle_because }) => idle_because,
        );
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches });
      assert.deepEqual([await import_(all()), await reasons()], [[], [null, null]]);
      const less = all().filter(({ prompt, provider }) => !prompt.includes("kettles") && provider !== "grok");
      assert.deepEqual(await import_(less), [
        ["assistant_not_asked", "The watch of Grok tells nothing"],
        ["tag_without_prompts", "The watch of the tag Kettles tells nothing"],
      ]);
      assert.deepEqual(await reasons(), ["tag_without_prompts", "assistant_not_asked"]);
      // What a report of another kind asks is another series.
      const others = answersOf(() => 3, clock.now + weekMs, ["mistral", "deepseek"]);
      assert.deepEqual(await import_(others), []);
      assert.deepEqual(await reasons(), [null, "assistant_not_asked"]);
      await me.call("PUT", `/v1/projects/${id}/prompts`, { prompts: prompts.slice(0, 1) });
      assert.deepEqual(await reasons(), [null, "assistant_not_asked"]);
      await me.call("PUT", `/v1/projects/${id}/prompts`, { prompts: prompts.slice(-1) });
      const withoutKettles = others.filter(({ prompt }) => !prompt.includes("kettles"));
      await import_(
        withoutKettles.map((row) => ({ ...row, answeredAt: new Date(clock.now + weekMs).toISOString() })),
      );
      assert.deepEqual(await reasons(), ["tag_without_prompts", "assistant_not_asked"]);
    });

    test("contract/events: quotes of answers go along only where they may", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      const destination = await addDestination(me, { url: receiver.url, types: ["change.detected"] });
      await addDestination(me, { url: receiver.url, types: ["change.detected"], quotes: false });
      await weeks(me, id, [3, 3, 3, 3, 3, 3]);
      const told = (await weeks(me, id, [0, 0])).filter(({ data }) => data.watch.of === "brand");
      assert.equal(told.length, 2);
      assert.deepEqual(told.map(({ data }) => data.behind!.quotes.length).sort(), [0, 1]);
      assert.equal(
        told.filter(({ data }) => /choice|depends/.test(JSON.stringify(data))).length,
        1,
        JSON.stringify(told),
      );
      assert.ok(told.every(({ data }) => !data.says.includes("made up")));
      // As if they were the sandbox's, read once more.
      await sql`delete from part_figures where project_id = ${id}`.execute(app().db);
      for (const table of ["report_readings", "answer_readings", "trend_points"])
        await sql`update ${sql.table(table)} set reading = 2 where project_id = ${id}`.execute(app().db);
      await sql`update reports set sandbox = true, reading = 2 where project_id = ${id}`.execute(app().db);
      const [delivery] = await logOf(me, destination);
      await me.call("POST", `/v1/webhooks/${destination.id}/deliveries/${delivery!.id}/retry`);
      await app().settle();
      const again = receiver.received.splice(0).at(-1)!.json.data as unknown as Change;
      assert.match(again.says, /The answers are made up by the sandbox\.$/);
    });

    test("contract/events: a product line that is a tag is watched by itself", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      const types = ["change.detected", "change.cleared"];
      const destination = await addDestination(me, { url: receiver.url, types });
      await week(me, id, 3);
      for (const product of products)
        await me.call("PATCH", `/v1/projects/${id}/tags`, {
          promptKeys: prompts.filter((prompt) => prompt.includes(product)).map(promptKey),
          add: [product],
        });
      const watches = products
        .slice(0, 2)
        .map((tag) => ({ metric: "appearance_rate", where: { tag: tag.toUpperCase() } }));
      const { data: set } = await me.call<Watches>("PUT", `/v1/projects/${id}/watches`, { watches });
      assert.deepEqual(
        set.watches.map(({ where, of, direction, at_least }) => [where.tag, of, direction, at_least]),
        products.slice(0, 2).map((tag) => [tag, "brand", "either", 0]),
      );
      await weeks(me, id, [3, 3, 3, 3, 3]);
      const told = [];
      for (let each = 0; each < 3; each += 1)
        told.push(...(await week(me, id, (product) => (product === "kettles" ? 3 : 0))).changes);
      const { sources_gained, sources_lost, quotes } = told[0]!.data.behind!;
      assert.deepEqual([sources_gained, sources_lost], [["new-lamps.example"], ["lamps.example"]]);
      assert.ok(quotes.every(({ prompt }) => prompt.includes("lamps")));
      assert.deepEqual(
        told.map(({ data }) => [data.watch.where.tag, data.headline]),
        [["lamps", "Acme is named less often on prompts tagged lamps"]],
      );
      assert.match(
        told[0]!.data.says,
        /named in \d+% of the answers to prompts tagged lamps, \d+ points less/,
      );
      assert.match(told[0]!.data.url, /\/trends\?tag=lamps$/);
      await me.call("PATCH", `/v1/projects/${id}/tags`, {
        promptKeys: prompts.filter((prompt) => prompt.includes("lamps")).map(promptKey),
        ...{ remove: ["lamps"], add: ["Lights"] },
      });
      const renamed = (await me.call<Watches>("GET", `/v1/projects/${id}/watches`)).data.watches[1]!;
      assert.deepEqual(
        [renamed.where.tag, renamed.idle_because, renamed.change?.id],
        ["Lights", null, told[0]!.data.id],
      );
      const [delivery] = await logOf(me, destination);
      await me.call("POST", `/v1/webhooks/${destination.id}/deliveries/${delivery!.id}/retry`);
      await app().settle();
      const again = receiver.received.splice(0).at(-1)!.json.data as unknown as Change;
      assert.match(again.url, /\/trends\?tag=Lights$/);
      assert.deepEqual(again.behind, told[0]!.data.behind);
      const ends = [];
      for (let each = 0; each < 3; each += 1)
        ends.push(...(await week(me, id, (product) => (product === "kettles" ? 3 : 4))).changes);
      assert.deepEqual(
        ends.map(({ type, data }) => [type, data.watch.where.tag]),
        [["change.cleared", "Lights"]],
      );
      await me.call("PATCH", `/v1/projects/${id}/tags`, {
        promptKeys: prompts.filter((prompt) => prompt.includes("lamps")).map(promptKey),
        ...{ remove: ["Lights"], add: ["lamps"] },
      });
      const [end] = await logOf(me, destination);
      await me.call("POST", `/v1/webhooks/${destination.id}/deliveries/${end!.id}/retry`);
      await app().settle();
      const endAgain = receiver.received.splice(0).at(-1)!.json.data as unknown as Change;
      assert.deepEqual([endAgain.state, endAgain.watch.where.tag], ["cleared", "lamps"]);
      assert.match(endAgain.url, /\/trends\?tag=lamps$/);
      const { data: trends } = await me.call<TrendsView>(
        ...(["GET", `/v1/projects/${id}/visibility-trends?timeframe=12m&tag=lamps`] as const),
      );
      const fall = told[0]!.data.since;
      assert.ok(trends.shifts.some(({ since }) => since === fall));
    });

    test("contract/events: an assistant, and the gap to a competitor, are watched by themselves", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["change.detected", "change.cleared"] });
      const rate = { metric: "appearance_rate" };
      const watches = [
        { ...rate, where: { provider: "claude" } },
        { ...rate, where: { provider: "grok" } },
        { ...rate, of: "competitor", competitor: "Bolt" },
        { ...rate, of: "gap", competitor: "Bolt", direction: "down" },
        { ...rate, of: "gap" },
      ];
      const path = `/v1/projects/${id}/watches`;
      await me.call("PUT", path, { watches });
      const told = await weeks(me, id, [3, 3, 3, 3, 3, 3, 0, 0, 0]);
      assert.deepEqual(told.map(({ data }) => data.headline).sort(), [
        "Acme is named less often by Claude",
        "Acme is named less often by Grok",
        "Bolt has passed Acme",
        "Bolt has passed Acme",
      ]);
      const gap = told.find(({ data }) => data.watch.of === "gap")!.data;
      assert.deepEqual([gap.competitor, gap.direction, gap.behind!.of], ["Bolt", "down", "brand"]);
      assert.ok(gap.before > 0.2 && gap.after < -0.2, gap.says);

      // A competitor that is called otherwise is watched on.
      const renamed = [{ name: "Bolt Home", aliases: ["bolt"] }];
      await me.call("PATCH", `/v1/projects/${id}`, { competitors: renamed });
      await app().settle();
      const before = told.filter(({ data }) => data.watch.of === "gap").map(({ data }) => data.id);
      const after = (await me.call<Watches>("GET", path)).data.watches.slice(3);
      assert.deepEqual(
        after.map(({ competitor, idle_because, change }) => [competitor, idle_because, change?.competitor]),
        [
          ["Bolt Home", null, "Bolt Home"],
          [null, null, "Bolt Home"],
        ],
      );
      assert.deepEqual(after.map(({ change }) => change!.id).sort(), before.sort());
      assert.deepEqual((await week(me, id, 0)).changes, []);
      // A report that was under way meanwhile has the name of before: by it nothing is known of competitors.
      const report = await newestOf(id);
      const [rival] = report.brands.rivals;
      const ofBefore = { ...report.brands, rivals: [{ ...rival!, name: "Bolt" }] };
      const judgedWatches = await judge({ ...report, brands: ofBefore });
      assert.deepEqual(
        judgedWatches.map(({ watch, series, idle }) => [watch.of, series.current !== null, idle]),
        [
          ["brand", true, undefined],
          ["brand", true, undefined],
          ["competitor", false, undefined],
          ["gap", false, undefined],
          ["gap", false, undefined],
        ],
      );
      // One that is tracked in its place is another.
      await me.call("PATCH", `/v1/projects/${id}`, { competitors: ["Cube"] });
      await app().settle();
      assert.deepEqual(
        (await week(me, id, 0)).changes.map(({ data }) => [data.because, data.level, data.headline]),
        [["another_nearest", null, "The nearest competitor of Acme is Cube, not Bolt Home"]],
      );
      assert.match(
        gap.says,
        /Acme is named \d+ points less often than Bolt; before, \d+ points more often\./,
      );
    });

    test("contract/events: what has got another name while a report was judged keeps what was told of it", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      const destination = await addDestination(me, { url: receiver.url });
      await week(me, id, 3);
      const tag = (change: object) =>
        me.call("PATCH", `/v1/projects/${id}/tags`, { promptKeys: prompts.map(promptKey), ...change });
      await tag({ add: ["Home"] });
      const rate = { metric: "appearance_rate" };
      const watches = [
        { ...rate, where: { tag: "Home" } },
        { ...rate, of: "gap" },
      ];
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches });
      const told = await weeks(me, id, [3, 3, 3, 3, 3, 0, 0]);
      const ids = told.map(({ data }) => data.id).sort();
      assert.equal(ids.length, 2, JSON.stringify(told.map(({ data }) => data.headline)));
      const report = await newestOf(id);
      const judgedWatches = await judge(report);
      await tag({ remove: ["Home"], add: ["House"] });
      await me.call("PATCH", `/v1/projects/${id}`, {
        competitors: [{ name: "Bolt Home", aliases: ["bolt"] }],
      });
      await app().settle();
      await transaction(app().db, (db) => recordTellings(db, report, judgedWatches, new Date(clock.now)));
      await app().settle();
      assert.deepEqual(
        receiver.received.splice(0).filter(({ json }) => /^(change|watch)/.test(json.type)),
        [],
      );
      const { data: shown } = await me.call<Watches>("GET", `/v1/projects/${id}/watches`);
      assert.deepEqual(
        shown.watches.map(({ where, change }) => [where.tag, change?.competitor]),
        [
          ["House", null],
          [null, "Bolt Home"],
        ],
      );
      assert.deepEqual(shown.watches.map(({ change }) => change!.id).sort(), ids);
      // A message of it that is sent again has the names of the present too.
      const ofGap = told.find(({ data }) => data.watch.of === "gap")!.data;
      const sent = (await logOf(me, destination)).filter(({ type }) => type === "change.detected");
      for (const { id: delivery } of sent)
        await me.call("POST", `/v1/webhooks/${destination.id}/deliveries/${delivery}/retry`);
      await app().settle();
      const again = receiver.received
        .splice(0)
        .map(({ json }) => json.data as unknown as Change)
        .find((one) => one.id === ofGap.id)!;
      assert.deepEqual([again.headline, again.competitor], ["Bolt Home has passed Acme", "Bolt Home"]);
      assert.deepEqual(
        [again.behind!.of, again.behind!.providers],
        [ofGap.behind!.of, ofGap.behind!.providers],
      );
      assert.deepEqual(await weeks(me, id, [0]), []);
    });

    test("contract/events: a store from before, and answers of long ago, tell nothing of the past", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      // Sessions go by the real clock.
      clock.now = Date.now() - 9 * weekMs;
      await weeks(me, id, [3, 3, 3, 3, 3, 3, 0, 0, 0]);
      await app().db.deleteFrom("project_watches").where("project_id", "=", id).execute();
      await addDestination(me, { url: receiver.url });
      assert.deepEqual(await weeks(me, id, [0, 0]), []);
      const other = await projectOf(me);
      const begun = clock.now;
      for (const [at, named] of [3, 3, 3, 3, 3, 3, 0, 0, 0].entries())
        await me.call(
          ...([
            "POST",
            `/v1/projects/${other.id}/imports`,
            answersOf(() => named, begun - (30 - at) * weekMs),
          ] as const),
        );
      await app().settle();
      assert.deepEqual(
        receiver.received.splice(0).filter(({ json }) => json.type.startsWith("change.")),
        [],
      );
    });

    test("contract/events: what a store of before remembers of a change is followed, and its end told once", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["change.detected", "change.cleared"] });
      await week(me, id, 3);
      const tag = { promptKeys: prompts.map(promptKey), add: ["Home"] };
      await me.call("PATCH", `/v1/projects/${id}/tags`, tag);
      const rate = { metric: "appearance_rate" };
      const watches = [rate, { ...rate, where: { tag: "Home" } }];
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches });
      const told = await weeks(me, id, [3, 3, 3, 3, 3, 0, 0]);
      assert.deepEqual(
        told.map(({ type }) => type),
        ["change.detected", "change.detected"],
      );
      // That version stored the change by itself, by the key of its watch.
      await sql`
        update project_watches set told = (
          select jsonb_object_agg(key, stored - 'series') from jsonb_each(told) t(key, stored))
        where project_id = ${id}`.execute(app().db);
      // A report of another kind comes first, and leaves it alone.
      assert.deepEqual((await week(me, id, 3, ["mistral", "deepseek"])).changes, []);
      assert.deepEqual(await weeks(me, id, [0, 0]), []);
      const { data: shown } = await me.call<Watches>("GET", `/v1/projects/${id}/watches`);
      const ids = told.map(({ data }) => data.id).sort();
      assert.deepEqual(shown.watches.map(({ change }) => change?.id).sort(), ids);
      const back = await weeks(me, id, [3, 3, 3, 3, 3, 3]);
      assert.deepEqual(
        back.map(({ type, data }) => [type, data.because]),
        [
          ["change.cleared", "returned"],
          ["change.cleared", "returned"],
        ],
      );
      assert.deepEqual(back.map(({ data }) => data.id).sort(), ids);
    });

    test("contract/events: the end of a change that a process of the version before has told is not told again", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      await addDestination(me, { url: receiver.url, types: ["change.detected", "change.cleared"] });
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches: [{ metric: "appearance_rate" }] });
      const told = await weeks(me, id, [3, 3, 3, 3, 3, 3, 0, 0]);
      assert.equal(told.length, 1);
      const shown = async () =>
        (await me.call<Watches>("GET", `/v1/projects/${id}/watches`)).data.watches[0]!.change?.id;
      assert.equal(await shown(), told[0]!.data.id);
      // That version says that its end was told, and keeps what it does not know.
      await sql`
        update project_watches set told = (
          select jsonb_object_agg(key, stored || '{"over": true}') from jsonb_each(told) t(key, stored))
        where project_id = ${id}`.execute(app().db);
      assert.equal(await shown(), undefined);
      const later = await weeks(me, id, [0, 3, 3, 3, 3]);
      assert.deepEqual(
        later.map(({ type, data }) => [type, data.direction]),
        [["change.detected", "up"]],
      );
    });

    test("contract/events: watches that could tell nothing are refused, each with its place", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id } = await projectOf(me);
      const path = `/v1/projects/${id}/watches`;
      const { data: usual } = await me.call<Watches>("GET", path);
      assert.deepEqual(
        [usual.usual, ...usual.watches.map(({ metric, of, competitor }) => [metric, of, competitor])],
        [true, ["appearance_rate", "brand", null], ["appearance_rate", "gap", null]],
      );
      const rate = { metric: "appearance_rate" };
      for (const [watches, codes] of [
        [[{ metric: "sentiment" }], [["/watches/0/metric", "not_judged"]]],
        [[{ ...rate, where: { tag: "Nobody's" } }], [["/watches/0/where/tag", "unknown_tag"]]],
        [
          [rate, { ...rate, of: "gap", competitor: "Gone" }],
          [["/watches/1/competitor", "unknown_competitor"]],
        ],
        [[{ ...rate, of: "competitor" }], [["/watches/0/competitor", "required"]]],
        [[{ ...rate, competitor: "Bolt" }], [["/watches/0/competitor", "not_of_this_kind"]]],
        [[rate, { ...rate, direction: "up" }], [["/watches/1", "repeated"]]],
      ] as const) {
        const { status, error } = await me.call("PUT", path, { watches });
        assert.deepEqual([status, codesOf(error)], [400, codes]);
      }
      for (const watches of [
        [{ metric: "luck" }],
        Array.from({ length: 21 }, () => rate),
        [{ ...rate, atLeast: 101 }],
      ])
        assert.equal((await me.call("PUT", path, { watches })).status, 400);
      const gap = { ...rate, of: "gap", competitor: "Bolt", direction: "down", atLeast: 5 };
      assert.equal((await me.call("PUT", path, { watches: [gap] })).status, 200);
      await me.call("PATCH", `/v1/projects/${id}`, { competitors: ["Cube"] });
      const { data: left } = await me.call<Watches>("GET", path);
      assert.deepEqual(
        [left.usual, left.watches.map(({ idle_because, at_least }) => [idle_because, at_least])],
        [false, [["competitor_gone", 5]]],
      );
      // One that has become idle stays while others are changed.
      assert.equal(
        (await me.call("PUT", path, { watches: [{ ...gap, direction: "up" }, rate] })).status,
        200,
      );
      const { data: none } = await me.call<Watches>("PUT", path, { watches: [] });
      assert.equal((await me.call("PUT", path, { watches: [gap] })).status, 400);
      assert.deepEqual([none.watches, none.usual], [[], false]);
    });
  },
);

onEachStore(
  () => ({
    engines: { chatgpt: always("Acme."), claude: always("Bolt."), gemini: failing("bad_key") },
    config: { outboundAllow: [receiver.host], rateLimitScale: 0 },
  }),
  (app) => {
    test("contract/events: an assistant whose calls all fail is asked none the less", async () => {
      const me = await app().member();
      const { id } = await me.project({ competitors: ["Bolt"], brand: "Acme" });
      await addDestination(me, { url: receiver.url, types: ["watch.idle"] });
      const watches = [{ metric: "appearance_rate", where: { provider: "gemini" } }];
      await me.call("PUT", `/v1/projects/${id}/watches`, { watches });
      for (const each of [1, 2]) {
        const run = await me.call<{ status: string }>("POST", "/v1/analyze/project", { projectId: id });
        assert.equal(run.data.status, "partial", run.text);
        await app().settle();
        assert.deepEqual(receiver.received.splice(0), [], `${each}`);
        const { data: shown } = await me.call<Watches>("GET", `/v1/projects/${id}/watches`);
        assert.equal(shown.watches[0]!.idle_because, null);
      }
    });
  },
);
