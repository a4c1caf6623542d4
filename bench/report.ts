/**
 * Scoring a report: how long its figures, intervals, stability, sources and gaps take, and how much memory, beside a
 * plain loop that only counts the answers naming the brand. Readings are made up, of the size of real ones, parsed
 * from JSON and condensed one by one, as they come from the store. Each report has a process to itself, as nothing is compiled
 * when one is scored, and as memory is counted for the whole process. Ends with 1 if a bound is missed.
 */

import { spawnSync } from "node:child_process";

import { condenser } from "../src/figures/condense.ts";
import { scoreReport } from "../src/figures/report.ts";
import type { MeasuredAnswer } from "../src/reader/answer.ts";
import type { TrackedBrands } from "../src/reader/brand.ts";
import { type Provider, providers } from "../src/reader/provider.ts";
import type { Reading } from "../src/reader/reading.ts";

const sizes = [
  { prompts: 20, engines: 6, samples: 5, rivals: 20, ms: 150 },
  { prompts: 500, engines: 8, samples: 5, rivals: 20, ms: 10_000 },
  { prompts: 2000, engines: 5, samples: 3, rivals: 10, ms: 1_200 },
  { prompts: 2000, engines: 10, samples: 5, rivals: 20, ms: 10_000 },
];
const mb = 500;

const [size] = process.argv.slice(2);
if (size === undefined) measureAll();
else process.exitCode = measured(sizes[Number(size)]!) ? 0 : 1;

function measureAll(): void {
  console.log("Made-up readings, each with 5 of the tracked brands, 6 other names and 8 citations.");
  console.log(
    row(["report", "answers", "score ms", "goal", "count ms", "ratio", "peak MB", "goal", "kept KB"]),
  );
  for (const place of sizes.keys()) {
    const { status } = spawnSync(process.execPath, ["--expose-gc", import.meta.filename, `${place}`], {
      stdio: "inherit",
    });
    if (status !== 0) process.exitCode = 1;
  }
}

/** Whether a report of this size keeps to its bounds. */
function measured({ prompts, engines, samples, rivals, ms }: (typeof sizes)[number]): boolean {
  const tracked = brands(rivals);
  const answers = answersOf(prompts, engines, samples, rivals);
  globalThis.gc?.();
  const counting = fastest(
    5,
    () => answers.filter(({ reading }) => reading!.mentions.some(({ isOwnBrand }) => isOwnBrand)).length,
  );
  const scoring = fastest(1, () => scoreReport(answers, tracked));
  const peak = process.memoryUsage().rss / 1e6;
  const kept = JSON.stringify(scoring.result).length / 1000;
  const within = scoring.ms <= ms && peak <= mb;
  const ratio = Math.round(scoring.ms / counting.ms);
  const score = [scoring.ms.toFixed(0), `≤ ${ms}`, counting.ms.toFixed(2), `${ratio}`];
  const memory = [peak.toFixed(0), `≤ ${mb}`, kept.toFixed(0)];
  const name = `${prompts} prompts × ${engines} engines × ${samples} samples, ${rivals} rivals`;
  console.log(`${row([name, String(answers.length), ...score, ...memory])}${within ? "" : "  missed"}`);
  return within;
}

function fastest<T>(times: number, run: () => T): { ms: number; result: T } {
  let best = Number.POSITIVE_INFINITY;
  let result!: T;
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    result = run();
    best = Math.min(best, performance.now() - start);
  }
  return { ms: best, result };
}

function brands(rivals: number): TrackedBrands {
  const brand = (name: string, domain: string) => ({ name, aliases: [], domains: [domain], about: null });
  return {
    own: brand("Acme", "acme.example"),
    rivals: Array.from({ length: rivals }, (_, at) => brand(`Rival ${at}`, `rival${at}.example`)),
  };
}

function answersOf(prompts: number, engines: number, samples: number, rivals: number): MeasuredAnswer[] {
  const answers: MeasuredAnswer[] = [];
  const condensed = condenser();
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    for (const provider of providers.slice(0, engines)) {
      for (let sample = 1; sample <= samples; sample += 1)
        answers.push(condensed(answerOf(prompt, provider, sample, rivals)));
    }
  }
  return answers;
}

function answerOf(prompt: number, provider: Provider, sample: number, rivals: number): MeasuredAnswer {
  const seed = (prompt * 31 + sample * 17 + provider.length * 7) % 1009;
  return JSON.parse(
    JSON.stringify({
      id: `0197a3c2-5b7e-7c41-9d1e-${String(prompt * 1000 + sample).padStart(12, "0")}`,
      promptKey: `p_${String(prompt).padStart(20, "0")}`,
      prompt: `which of the tools for task ${prompt} should a small company buy?`,
      intent: null,
      branded: prompt % 10 === 9,
      provider,
      surface: "api",
      model: `${provider}-large`,
      sample,
      status: "ok",
      errorCode: null,
      answeredAt: "2026-01-15T09:00:00.000Z",
      latencyMs: 4000,
      costUsd: 0.01,
      searched: true,
      reading: readingOf(seed, rivals),
    } satisfies MeasuredAnswer),
  );
}

/** 5 tracked brands, each named three times, 6 untracked ones and 8 citations. */
function readingOf(seed: number, rivals: number): Reading {
  return {
    mentions: Array.from({ length: 5 }, (_, at) => {
      const index = (seed + at * 4) % (rivals + 1);
      const name = index === rivals ? "Acme" : `Rival ${index}`;
      return {
        name,
        isOwnBrand: index === rivals,
        position: at + 1,
        listRank: at + 1,
        recommended: at < 3,
        sentimentScore: 50 + ((seed * 7 + at) % 40),
        evidence: [0, 300, 900].map((from) => ({
          start: from + at * 40,
          end: from + at * 40 + name.length,
          text: name,
          rule: "name",
          confidence: 0.97,
        })),
      };
    }),
    notCounted: [],
    alsoNamed: Array.from({ length: 6 }, (_, at) => ({
      name: `Other ${(seed + at * 3) % 40}`,
      start: at * 40 + 20,
      listRank: at + 6,
    })),
    citations: Array.from({ length: 8 }, (_, at) => ({
      url: `https://site${(seed * 3 + at) % 400}.example/articles/${(seed + at) % 900}`,
      domain: `site${(seed * 3 + at) % 400}.example`,
      title: "An article about the best tools",
      position: at + 1,
      sourceType: "editorial",
      cited: at < 6,
      wordShare: at < 6 ? 1 / 6 : null,
    })),
    refusal: false,
    sentences: 24,
  };
}

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(56) : cell.padStart(10))).join("");
}
