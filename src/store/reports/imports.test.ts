import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, importInto, insertSomebodysProject, startWork } from "../../../test/work.ts";
import { compileReader, namesTrackedBrand, readAnswer } from "../../domain/answer/read.ts";
import { trackedBrands } from "../../domain/project/project.ts";
import { promptKey } from "../../domain/project/prompt.ts";
import { byPrompt, importFigures, measuredPart } from "../../domain/report/imported-answer.ts";
import { newId } from "../../kernel/id.ts";
import { wholeOf } from "../../store/db/reach.ts";
import { allMeasuredAnswers, findAnswer } from "./answers.ts";
import { insertImport, readingBytes } from "./imports.ts";
import { findReport, latestReport } from "./reports.ts";
import { trendPointsUpTo } from "./trends.ts";

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
      const report = await db.transaction().execute((db) =>
        insertImport(db, {
          id: newId(),
          project,
          tracked,
          answers: ordered,
          inputHash: "recorded",
          figures: importFigures(ordered, tracked),
          now: new Date(),
        }),
      );

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
