import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { sql } from "kysely";
import { stores } from "../../../../test/stores.ts";
import {
  enginesOf,
  fakeEngine,
  importInto,
  insertSomebodysProject,
  startWork,
} from "../../../../test/work.ts";
import { byPrompt, importFigures, measuredPart } from "../../../figures/imported-answer.ts";
import { promptKey } from "../../../reader/prompt.ts";
import { compileReader, namesTrackedBrand, readAnswer } from "../../../reader/read.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import { deleteLeftovers } from "../../deletion/deletion.ts";
import { newId } from "../../kernel/id.ts";
import { type Project, trackedBrands } from "../../projects/project.ts";
import { findReport, latestReport } from "../../reports/reports.ts";
import { allMeasuredAnswers } from "../../reports/rows/answer-batches.ts";
import { findAnswer } from "../../reports/rows/answers.ts";
import { trendPointsUpTo } from "../../reports/trends/trends.ts";
import { type Import, insertImport, type KeptAnswer, readingBytes, stageImport } from "./imports.ts";
import { dropLostStaged } from "./staging.ts";

const file = join(process.env.CORPUS_DIR ?? "corpus", "recorded-answers.jsonl");
if (!existsSync(file) && process.env.CI === "true") throw new Error(`with CI=true ${file} is needed`);
const noCorpus = existsSync(file) ? false : `${file} is not there; \`npm run corpus\` makes it`;

interface Recorded {
  provider: string;
  run: number;
  prompt: string;
  answered_at: string;
  answer: string;
}

/** An import of answers so long that each is stored in a step of its own. */
function brought(project: Project, steps: number): Import {
  const tracked = trackedBrands(project);
  const text = "x".repeat(50_000);
  const answers = Array.from({ length: steps }, (_, at): KeptAnswer => {
    const reading = readAnswer(compileReader(tracked), { text, citations: [], prompt: "best crm?" });
    return {
      ...{ id: newId(), promptKey: promptKey("best crm?"), prompt: "best crm?", branded: false, text },
      ...{ provider: "chatgpt", sample: at + 1, model: null, citations: [], searched: null },
      ...{ answeredAt: "2026-03-01T10:00:00.000Z", measured: measuredPart(reading) },
      reading: readingBytes(reading),
    };
  });
  return {
    ...{ id: newId(), project, brands: tracked, answers, inputHash: "brought", now: new Date() },
    figures: importFigures(answers, tracked),
  };
}

/** As after ten minutes in which its process did nothing. */
const standStill = (db: Db, { id, project }: { id: string; project: { id: string } }) =>
  sql`update staged_imports set touched_at = touched_at - interval '10 minutes'
    where project_id = ${project.id} and report_id = ${id}`.execute(db);

const asksOf = async (db: Db, id: string): Promise<number[]> =>
  (
    await db.selectFrom("asks").where("report_id", "=", id).select("ordinal").orderBy("ordinal").execute()
  ).map(({ ordinal }) => ordinal);

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>, skip: string | false = false) =>
    test(`${store.name}: ${rule}`, { skip: store.skip || skip, timeout: 60_000 }, body);

  on("brought answers make a completed report that is measured when its newest was given", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(fakeEngine("chatgpt", () => "")) });
    const report = await importInto(work, "2026-03-01T10:00:00.000Z", ["Acme", "Bolt", "Acme and Bolt"]);
    assert.deepEqual(await findReport(work.db, wholeOf(work.project.organizationId), report.id), report);
    assert.deepEqual(
      [report.status, report.source, report.type, report.measuredAt],
      ["completed", "main", "visibility_analysis", "2026-03-01T10:00:00.000Z"],
    );
    assert.deepEqual([report.jobsTotal, report.jobsDone, report.surfaces], [3, 3, ["import"]]);
    assert.equal(report.scored?.metrics.appearanceRate, 2 / 3);
    assert.equal((await latestReport(work.db, work.project.id, "main"))?.id, report.id);
    assert.deepEqual(
      (await trendPointsUpTo(work.db, report, 12)).map(({ reportId }) => reportId),
      [report.id],
    );
  });

  on("an import that is killed between any two steps is never seen, and is deleted", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(fakeEngine("chatgpt", () => "")) });
    const { db, project } = work;
    const steps = 3;
    for (let killedAt = 0; killedAt <= steps; killedAt += 1) {
      const given = brought(project, steps);
      let step = 0;
      await stageImport(db, given, () => {
        if (step++ === killedAt) throw new Error("killed");
      }).catch(() => undefined);
      assert.equal((await asksOf(db, given.id)).length, killedAt);
      assert.equal(await findReport(db, wholeOf(project.organizationId), given.id), undefined);
      assert.equal(await latestReport(db, project.id, "main"), undefined);

      await work.worker.sweep();
      assert.equal((await asksOf(db, given.id)).length, killedAt, "it may be going on");
      await standStill(db, given);
      await work.worker.sweep();
      const left = [
        await asksOf(db, given.id),
        await db.selectFrom("answer_readings").where("report_id", "=", given.id).select("ordinal").execute(),
        await db.selectFrom("staged_imports").selectAll().execute(),
        await db.selectFrom("deleted_reports").selectAll().execute(),
      ];
      assert.deepEqual(left, [[], [], [], []]);
      // Its process had only stood still.
      await assert.rejects(
        db.transaction().execute((db) => insertImport(db, given)),
        /stood still .* Send it again/,
      );
      assert.equal(await findReport(db, wholeOf(project.organizationId), given.id), undefined);
    }
  });

  on("an import that stood still before any step stores nothing more", async (t) => {
    const { db } = await store.open(t);
    const project = await insertSomebodysProject(db);
    for (let stoodAt = 0; stoodAt < 3; stoodAt += 1) {
      const given = brought(project, 3);
      let step = 0;
      const stood = stageImport(db, given, async () => {
        if (step++ !== stoodAt) return;
        await standStill(db, given);
        assert.equal(await dropLostStaged(db, 10), 1);
      });
      await assert.rejects(stood, /stood still/);
      await deleteLeftovers(db, { now: new Date(), enough: () => false });
      assert.deepEqual(await asksOf(db, given.id), []);
    }
  });

  on("imports of one project at once become reports with their own answers each", async (t) => {
    const { db } = await store.open(t);
    const project = await insertSomebodysProject(db);
    const both = [brought(project, 3), brought(project, 2)];
    await Promise.all(both.map((given) => stageImport(db, given, () => undefined)));
    assert.equal(await latestReport(db, project.id, "main"), undefined);
    for (const given of both) await db.transaction().execute((db) => insertImport(db, given));
    assert.deepEqual(
      [await asksOf(db, both[0]!.id), await asksOf(db, both[1]!.id)],
      [
        [0, 1, 2],
        [0, 1],
      ],
    );
  });

  on(
    "the figures of a report over recorded answers are those of its answers counted by hand",
    async (t) => {
      const { db } = await store.open(t);
      const project = {
        ...(await insertSomebodysProject(db)),
        brand: "Sony",
        competitors: ["Bose", "JBL", "Soundcore", "Sennheiser"].map((name) => ({
          name,
          aliases: [],
          domain: null,
          slug: name.toLowerCase(),
        })),
      };
      const tracked = trackedBrands(project);
      const reader = compileReader(tracked);
      const read = (text: string, prompt: string) => {
        const reading = readAnswer(reader, { text, citations: [], prompt });
        return { measured: measuredPart(reading), reading: readingBytes(reading) };
      };
      const rows = readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line): Recorded => JSON.parse(line))
        .filter(({ prompt }) => /headphone|earbud/i.test(prompt));
      const answers = rows.map(({ provider, run, prompt, answered_at, answer: text }) => ({
        id: newId(),
        promptKey: promptKey(prompt),
        prompt,
        branded: namesTrackedBrand(reader, prompt),
        provider: provider === "chatgpt" ? ("chatgpt" as const) : ("google_ai_mode" as const),
        sample: run,
        model: null,
        text,
        citations: [],
        searched: null,
        answeredAt: new Date(answered_at).toISOString(),
        ...read(text, prompt),
      }));
      const ordered = byPrompt(answers);
      assert.ok(answers.length > 10);
      const given = {
        ...{
          id: newId(),
          project,
          brands: tracked,
          answers: ordered,
          inputHash: "recorded",
          now: new Date(),
        },
        figures: importFigures(ordered, tracked),
      };
      await stageImport(db, given, () => undefined);
      const report = await db.transaction().execute((db) => insertImport(db, given));

      const stored = await allMeasuredAnswers(db, report);
      assert.equal(stored.length, answers.length);
      for (const answer of answers) {
        const found = await findAnswer(db, report, answer.promptKey, answer.provider, answer.sample);
        assert.equal(found?.text, answer.text);
        const { text, prompt } = answer;
        assert.deepEqual(found?.reading, readAnswer(reader, { text, citations: [], prompt }));
      }
      const unbranded = stored.filter(({ branded }) => !branded);
      for (const [name, metrics] of [
        ["Sony", report.scored?.metrics],
        ...report.scored!.competitors.map((rival) => [rival.name, rival] as const),
      ] as const) {
        const naming = unbranded.filter(({ reading }) =>
          reading?.mentions.some((mention) => mention.name === name),
        );
        assert.equal(metrics?.answers, unbranded.length);
        assert.equal(metrics?.mentions, naming.length, name);
        assert.equal(metrics?.appearanceRate, naming.length / unbranded.length, name);
      }
    },
    noCorpus,
  );
}
