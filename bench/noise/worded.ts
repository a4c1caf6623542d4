import { scoreReport } from "../../src/figures/report.ts";
import { betaDistribution } from "../../src/figures/uncertainty/beta.ts";
import type { Interval } from "../../src/figures/uncertainty/interval.ts";
import { findRoot, logOdds } from "../../src/figures/uncertainty/root-finding.ts";
import type { TrackedBrands } from "../../src/reader/brand.ts";
import { answer, naming } from "../../test/fixtures/answers.ts";
import { Coverage } from "./coverage.ts";
import { logisticNormal } from "./prompts.ts";
import { binomial, type Random } from "./random.ts";

export interface WordedWorld {
  questions: number;
  /** Prompts to a question. */
  wordings: number;
  /** Answers to each prompt. */
  answers: number;
  rate: number;
  /** Between answers to one question. */
  correlation: number;
  /** Whether the words of the prompts show which ask the same. */
  recognized: boolean;
}

const asked = ["best", "top", "recommended", "can you recommend a good"];
const rivals = [0.05, 0.15, 0.3, 0.5];

/** Interval of the appearance rate of a report in which several prompts ask one question, and so have one rate. */
export function wordedCoverage(world: WordedWorld, draws: number, random: Random): Coverage {
  const { questions, wordings, answers, rate, correlation, recognized } = world;
  const covered = new Coverage();
  const rates = [rate, ...rivals].map((each) => logisticNormal(each, correlation));
  const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
  const names = ["Acme", ...rivals.map((_, at) => `Rival ${at}`)];
  const tracked: TrackedBrands = { own: brand("Acme"), rivals: names.slice(1).map(brand) };
  for (let draw = 0; draw < draws; draw += 1) {
    let named = 0;
    const given = Array.from({ length: questions }, (_, question) => {
      const own = rates.map((of) => of(random));
      return Array.from({ length: wordings }, (_, wording) => {
        const prompt = recognized
          ? `${asked[wording]} kettle number${question}?`
          : `kettle number${question} wording${wording} other${question * wordings + wording}?`;
        const hits = own.map((each) => binomial(random, answers, each));
        named += hits[0]!;
        return Array.from({ length: answers }, (_, at) =>
          answer({ prompt, sample: at + 1, reading: naming(names.filter((_, brand) => at < hits[brand]!)) }),
        );
      }).flat();
    }).flat();
    const { metrics } = scoreReport(given, tracked);
    const size = questions * wordings * answers;
    const worth = size / (1 + (wordings * answers - 1) * correlation);
    covered.add(metrics.appearanceRateCi!, rate, {
      ideal: oracle(named / size, worth),
      value: metrics.appearanceRate!,
    });
  }
  return covered;
}

/** Knows which prompts ask the same, and how alike their answers are. */
function oracle(rate: number, worth: number): Interval {
  const below = betaDistribution(rate * worth + 0.5, (1 - rate) * worth + 0.5);
  const end = (sure: number) => findRoot((at) => logOdds(below(at)) - logOdds(sure), 0, 1, (rate + 0.5) / 2);
  return [rate === 0 ? 0 : end(0.025), rate === 1 ? 1 : end(0.975)];
}
