import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import type { Static } from "typebox";
import { doors, issuesOf } from "../../../test/doors.ts";
import { join } from "../../../test/organizations/joining.ts";
import { type Member, onEachStore } from "../../../test/start-app.ts";
import { promptKey } from "../../reader/prompt.ts";
import { UnreadableError } from "../outbound/parsing.ts";
import type { ProjectView } from "../projects/project-view.ts";
import type { SummaryView } from "../reports/report-view.ts";
import type { ProviderAnswerView } from "../reports/rows/provider-answer-view.ts";
import type { CorrectionEffectView } from "./correction-effect-view.ts";
import type { CorrectionView } from "./correction-view.ts";

type Correction = Static<typeof CorrectionView>;
type Effect = Static<typeof CorrectionEffectView>;
type Project = Static<typeof ProjectView>;

const brand = { brand: "Acme", competitors: ["Bolt"] };
const prompt = "Which pump is the quietest?";
// The same words about a hill in three answers, and the pump maker in the fourth.
const hill = "Hikers rest on the slope of Acme Hill near the old quarry.";
const answers = [
  `${hill} Bolt is fine.`,
  `In short: ${hill}`,
  `Some say so. ${hill}`,
  "Acme makes the quietest pump, ahead of Bolt.",
];
const rows = answers.map((answer, at) => ({ prompt, provider: "chatgpt", answer, sample: at + 1 }));

onEachStore(
  () => ({}),
  (app) => {
    const begun = async (me: Member, terms: object = brand) => {
      const { id } = await me.project(terms as Record<string, unknown>);
      const { data } = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, rows);
      return { id, report: data.id, path: `/v1/projects/${id}/corrections` };
    };
    const answerOf = async (me: Member, report: string, sample: number) =>
      (
        await me.call<ProviderAnswerView>(
          "GET",
          `/v1/reports/${report}/provider-answer?promptKey=${promptKey(prompt)}&provider=chatgpt&sample=${sample}`,
        )
      ).data;
    const place = (reportId: string, sample: number, name = "Acme") => {
      const start = answers[sample - 1]!.indexOf(name);
      const end = start + name.length;
      return { reportId, promptKey: promptKey(prompt), provider: "chatgpt", sample, start, end };
    };
    const rate = async (me: Member, report: string) =>
      (await me.call<SummaryView>("GET", `/v1/reports/${report}`)).data.metrics.appearance_rate;
    const readAgain = async (me: Member, report: string, expected: number | null) => {
      await app().settle();
      assert.equal(await rate(me, report), expected);
    };

    test("contract/retention: a correction whose report is deleted keeps the rule and loses the excerpts, and nothing is read again for it", async () => {
      const me = await app().member();
      const { id, report, path } = await begun(me);
      const { data: other } = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, rows);
      await me.call("POST", path, { kind: "not_us", occurrence: place(report, 1) });
      await readAgain(me, other.id, 0.25);
      const stored = async () =>
        JSON.stringify(
          (
            await sql`
              select (select jsonb_agg(to_jsonb(c)) from corrections c where c.project_id = ${id}) as corrections,
                (select jsonb_agg(brands) from report_readings where project_id = ${id}) as readings,
                (select jsonb_agg(brands) from reports where project_id = ${id}) as reports`.execute(app().db)
          ).rows,
        );
      assert.match(await stored(), /the old quarry/);
      await app().app.worker.sweep();
      assert.match(await stored(), /the old quarry/, "while the answer is there");
      assert.equal((await me.call("DELETE", `/v1/reports/${report}`)).status, 200);
      await app().app.worker.sweep();
      assert.doesNotMatch(await stored(), /quarry|slope/);
      const { data } = await me.call<Correction[]>("GET", path);
      assert.deepEqual(
        data.map(({ kind, brand, text, before, after, reports_to_read }) => [
          ...[kind, brand, text, before?.trim(), after?.trim(), reports_to_read],
        ]),
        [["not_us", "Acme", "Acme", "of", "Hill", 0]],
      );
      await readAgain(me, other.id, 0.25);
      // Read anew, the rule still holds.
      const { data: fresh } = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, rows);
      await readAgain(me, fresh.id, 0.25);
    });

    test("said of one occurrence, it holds for its like: previewed, saved, read again, undone", async () => {
      const me = await app().member();
      const { report, path } = await begun(me);
      assert.equal(await rate(me, report), 1);
      const said = { kind: "not_us", occurrence: place(report, 1) };

      const preview = await me.call<Effect>("POST", `${path}/preview`, said);
      assert.equal(preview.status, 200, preview.text);
      const { newest_report: newest, examples, ...counts } = preview.data;
      assert.deepEqual(counts, {
        ...{ reports: 1, answers: 4, complete: true, changed_answers: 3 },
        ...{ newly_counted: 0, no_longer_counted: 3, content_trust: "untrusted_third_party" },
      });
      assert.deepEqual(newest?.brands[0]?.appearance_rate, { before: 1, after: 0.25 });
      assert.deepEqual(
        examples.map(({ text, counts, occurrence }) => [text, counts, occurrence.sample]),
        [
          ["Acme", false, 1],
          ["Acme", false, 2],
          ["Acme", false, 3],
        ],
      );
      assert.equal(await rate(me, report), 1, "a preview stores nothing");

      const created = await me.call<Correction>("POST", path, { ...said, note: "A hill." });
      assert.equal(created.status, 201, created.text);
      assert.equal(created.data.reports_to_read, 1);
      assert.deepEqual(
        [created.data.brand, created.data.text, created.data.note, created.data.by],
        [...["Acme", "Acme", "A hill.", me.email]],
      );
      const { details } = await app()
        .db.selectFrom("audit_log")
        .select("details")
        .where("action", "=", "create_correction")
        .where("object_id", "=", created.data.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(details, { kind: "not_us", brand: "Acme" });
      await readAgain(me, report, 0.25);
      const [listed] = (await me.call<Correction[]>("GET", path)).data;
      assert.deepEqual(listed, { ...created.data, reports_to_read: 0 });
      const { data: summary } = await me.call<SummaryView>("GET", `/v1/reports/${report}`);
      assert.deepEqual(summary.corrected, { occurrences: 3, answers: 3 });
      const read = await answerOf(me, report, 2);
      assert.deepEqual(
        read.not_counted.map(({ text, rule, uncertain }) => [text, rule, uncertain]),
        [["Acme", "corrected", false]],
      );

      const gone = await me.call("DELETE", `${path}/${created.data.id}`);
      assert.equal(gone.status, 200);
      await readAgain(me, report, 1);
      assert.deepEqual((await me.call("GET", path)).data, []);
      const again = await me.call("DELETE", `${path}/${created.data.id}`);
      assert.deepEqual([again.status, again.error.code], [404, "CORRECTION_NOT_FOUND"]);
    });

    test("a preview is a large read, and takes no turn of others", async (t) => {
      const me = await app().member();
      const { report, path } = await begun(me);
      const { heavyReads } = app().app.ports;
      const parts = { taken: 0, left: 0 };
      const entered = t.mock.method(heavyReads, "enter", async () => ({
        part: <T>(work: () => Promise<T>) => {
          parts.taken += 1;
          return work();
        },
        leave: () => {
          parts.left += 1;
        },
      }));
      const said = { kind: "not_us", occurrence: place(report, 1) };
      assert.equal((await me.call<Effect>("POST", `${path}/preview`, said)).data.complete, true);
      assert.deepEqual([entered.mock.callCount(), parts], [1, { taken: 0, left: 1 }]);
    });

    test("later answers are read on what was said, in imports too", async () => {
      const me = await app().member();
      const { id, report, path } = await begun(me);
      await me.call("POST", path, { kind: "not_us", occurrence: place(report, 1) });
      const { data } = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, rows);
      assert.equal(data.metrics.appearance_rate, 0.25);
    });

    test("a member who sees one client reads what was said, and of the others nobody's address", async () => {
      const me = await app().member({ plan: "agency" });
      const { data: workspace } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
        ...{ name: "A client", kind: "client" },
      });
      const { report, path } = await begun(me, { ...brand, workspaceId: workspace.id });
      await me.call("POST", path, { kind: "not_us", occurrence: place(report, 1) });
      const [client, editor] = [await app().member(), await app().member()];
      const viewer = await join(me, client, "viewer", [workspace.id]);
      const limited = await join(me, editor, "editor", [workspace.id]);
      const by = async (as: typeof viewer.as) =>
        (await as<Correction[]>("GET", path)).data.map((one) => one.by);
      assert.deepEqual(await by(viewer.as), [null]);
      await limited.as("POST", path, { kind: "us", occurrence: place(report, 1) });
      assert.deepEqual(await by(limited.as), [editor.email]);
      assert.deepEqual(
        (await me.call<Correction[]>("GET", path)).data.map((one) => one.by),
        [editor.email],
      );
    });

    test("who says the opposite of the same place takes the correction's place", async () => {
      const me = await app().member();
      const { report, path } = await begun(me);
      await me.call("POST", path, { kind: "not_us", occurrence: place(report, 1) });
      await readAgain(me, report, 0.25);
      await me.call("POST", path, { kind: "us", occurrence: place(report, 1) });
      await readAgain(me, report, 1);
      const { data } = await me.call<Correction[]>("GET", path);
      assert.deepEqual(
        data.map(({ kind }) => kind),
        ["us"],
      );
    });

    test("figures that take too long to work out leave a preview without them", async (t) => {
      const me = await app().member();
      const { report, path } = await begun(me);
      const { parsing } = app().app.ports.services;
      t.mock.method(parsing, "score", () => Promise.reject(new UnreadableError("time")));
      const said = { kind: "not_us", occurrence: place(report, 1) };
      const { status, data, text } = await me.call<Effect>("POST", `${path}/preview`, said);
      assert.equal(status, 200, text);
      assert.deepEqual([data.newest_report, data.complete, data.no_longer_counted], [null, false, 3]);
    });

    test("another name is previewed, becomes one of the brand's, and goes with its correction", async () => {
      const me = await app().member();
      const { id, report, path } = await begun(me, { brand: "Zeta", competitors: ["Bolt"] });
      const said = { kind: "alias", alias: "Acme" };
      const { data: effect } = await me.call<Effect>("POST", `${path}/preview`, said);
      assert.deepEqual([effect.newly_counted, effect.changed_answers], [4, 4]);
      assert.deepEqual(effect.newest_report?.brands[0]?.appearance_rate, { before: 0, after: 1 });
      const created = await me.call<Correction>("POST", path, said);
      assert.equal(created.status, 201, created.text);
      const aliases = async () => (await me.call<Project>("GET", `/v1/projects/${id}`)).data.brand_aliases;
      assert.deepEqual(await aliases(), ["Acme"]);
      await readAgain(me, report, 1);
      assert.deepEqual(issuesOf(await me.call("POST", path, said)), ["body /alias duplicate"]);
      await me.call("DELETE", `${path}/${created.data.id}`);
      assert.deepEqual(await aliases(), []);
      await readAgain(me, report, 0);
    });

    test("a name taken away in the settings is no correction any more", async () => {
      const me = await app().member();
      const { id, path } = await begun(me);
      await me.call("POST", path, { kind: "alias", alias: "Acme Pumps", brand: "Acme" });
      await me.call("POST", path, { kind: "alias", alias: "Bolt Pumps", brand: "Bolt" });
      assert.equal((await me.call<Correction[]>("GET", path)).data.length, 2);
      await me.call("PATCH", `/v1/projects/${id}`, { brandAliases: null, competitors: ["Bolt"] });
      assert.deepEqual((await me.call("GET", path)).data, []);
    });

    test("what no correction can say is refused with its place", async () => {
      const me = await app().member();
      const { report, path } = await begun(me);
      const [at, alias] = [place(report, 1), "Acme Pumps"];
      const refusals: [string, object, string][] = [
        ["no occurrence", { kind: "us" }, "body /occurrence missing"],
        ["no name", { kind: "alias" }, "body /alias missing"],
        ["both", { kind: "us", occurrence: at, alias }, "body /alias not_allowed"],
        [
          "nothing there",
          { kind: "us", occurrence: { ...at, end: at.end + 1 } },
          "body /occurrence no_occurrence",
        ],
        ["another brand", { kind: "us", occurrence: at, brand: "Bolt" }, "body /occurrence no_occurrence"],
        ["unseen", { kind: "alias", alias: "\u200b" }, "body /alias blank"],
        ["untracked", { kind: "alias", alias, brand: "Zeta" }, "body /brand unknown_brand"],
      ];
      for (const [what, body, issue] of refusals)
        for (const to of [path, `${path}/preview`])
          assert.deepEqual(issuesOf(await me.call("POST", to, body)), [issue], what);
      const away = { kind: "us", occurrence: { ...at, reportId: randomUUID() } };
      assert.equal((await me.call("POST", path, away)).error.code, "REPORT_NOT_FOUND");
      const unasked = { kind: "us", occurrence: { ...at, sample: 9 } };
      assert.equal((await me.call("POST", path, unasked)).error.code, "ANSWER_NOT_FOUND");
    });

    test("an address is no mention, whoever says so", async () => {
      const me = await app().member();
      const { id } = await me.project(brand);
      const answer = "Read https://shop.example/Acme first, and then Acme.";
      const row = { prompt, provider: "chatgpt", answer };
      const { data } = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, [row]);
      const start = answer.indexOf("Acme");
      const occurrence = { ...place(data.id, 1), start, end: start + 4 };
      const said = await me.call("POST", `/v1/projects/${id}/corrections`, { kind: "us", occurrence });
      assert.deepEqual(issuesOf(said), ["body /occurrence no_occurrence"]);
    });

    test("a project keeps two hundred, and what another project said does not concern it", async () => {
      const me = await app().member();
      const { id, report, path } = await begun(me);
      await me.call("POST", path, { kind: "not_us", occurrence: place(report, 1) });
      const { report: other } = await begun(me);
      assert.equal(await rate(me, other), 1);
      const rowsOf = Array.from({ length: 199 }, () => ({
        ...{ project_id: id, id: randomUUID(), kind: "us" as const, brand: "Nobody", text: "x" },
        created_at: new Date(),
      }));
      await app().db.insertInto("corrections").values(rowsOf).execute();
      const full = await me.call("POST", path, { kind: "us", occurrence: place(report, 4) });
      assert.deepEqual(issuesOf(full), ["body /kind too_many"]);
      const stranger = await app().member();
      for (const [method, to] of [
        ["GET", path],
        ["POST", path],
        ["POST", `${path}/preview`],
      ] as const)
        assert.equal(
          (await stranger.call(method, to, method === "GET" ? undefined : { kind: "alias", alias: "x" }))
            .error.code,
          "PROJECT_NOT_FOUND",
        );
    });

    test("both doors say the same", async () => {
      for (const door of doors) {
        const me = await app().member();
        const { id, report } = await begun(me);
        const token = await door.token(me);
        const said = { projectId: id, kind: "not_us", occurrence: place(report, 1) };
        const ask = (name: string, fields: Record<string, unknown>) =>
          door.call(app().app.door, token, name, fields);
        const preview = await ask("preview_correction", said);
        assert.equal((preview.data as Effect).no_longer_counted, 3, door.name);
        const made = await ask("create_correction", said);
        assert.equal((made.data as Correction).kind, "not_us", door.name);
        const list = await ask("list_corrections", { projectId: id });
        assert.equal((list.data as Correction[]).length, 1, door.name);
        await readAgain(me, report, 0.25);
      }
    });
  },
);
