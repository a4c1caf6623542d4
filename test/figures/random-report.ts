import type { MeasuredAnswer } from "../../src/reader/answer.ts";
import type { TrackedBrands } from "../../src/reader/brand.ts";
import type { Provider } from "../../src/reader/provider.ts";
import type { Reading } from "../../src/reader/reading.ts";
import { answer, citation, failedCall, tracked as four, naming } from "../fixtures/answers.ts";

/** Numbers between 0 and 1. */
type Random = () => number;

/** The answers of two runs of one project, the second some time after the first. */
export interface RandomReports {
  tracked: TrackedBrands;
  before: MeasuredAnswer[];
  after: MeasuredAnswer[];
}

const engines: readonly Provider[] = ["chatgpt", "claude", "perplexity"];

/** Edges are likely: a single prompt, engine or answer, brands that are always named or never, calls that all fail. */
export function randomReports(random: Random): RandomReports {
  const upTo = (most: number) => 1 + Math.floor(most * random());
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(values.length * random())]!;
  const tracked = { ...four, rivals: four.rivals.slice(0, Math.floor(4 * random())) };
  const shape = { prompts: oneOf([1, 2, upTo(5), upTo(12)]), engines: upTo(3), runs: oneOf([1, 2, upTo(5)]) };
  const failing = engines.map(() => oneOf([0, 0, 0, 0.1, 0.6, 1]));
  const searching = engines.map(() => random() < 0.6);
  const branded = oneOf([0, 0, 0.3, 1]);
  const rate = () => oneOf([0, 1, random(), random() ** 3]);
  const names = [tracked.own, ...tracked.rivals].map(({ name }) => name);
  const rates = names.map(rate);
  const prompts = Array.from({ length: shape.prompts }, (_, at) => ({
    prompt: `p${at}`,
    branded: random() < branded,
    rates: rates.map((usual) => (random() < 0.7 ? usual : rate())),
  }));
  const moved = oneOf([0, 0, 0.3, -0.3]);

  function reading(likely: readonly number[]): Reading {
    const named = names.filter((_, brand) => random() < likely[brand]!);
    const order = named.map((name) => ({ name, place: random() })).sort((a, b) => a.place - b.place);
    const found = naming(order.map(({ name }) => name));
    for (const mention of found.mentions) {
      mention.recommended = random() < 0.5;
      mention.sentimentScore = random() < 0.8 ? 100 * random() ** 0.5 : null;
    }
    const pages = Array.from({ length: Math.floor(4 * random()) }, () =>
      oneOf(["acme.example", "bolt.example", "news.example", "shop.example"]),
    );
    const told = random() < 0.5;
    found.citations = pages.map((domain) =>
      citation(domain, { cited: random() < 0.9, wordShare: told ? 1 / pages.length : null }),
    );
    return found;
  }

  const run = (shift: number): MeasuredAnswer[] =>
    prompts.flatMap(({ prompt, branded, rates }) =>
      engines.slice(0, shape.engines).flatMap((provider, engine) =>
        Array.from({ length: shape.runs }, (_, sample) => {
          const asked = { prompt, branded, provider, sample: sample + 1 };
          if (random() < failing[engine]!) return failedCall(asked);
          const likely = rates.map((each, brand) => (brand === 0 ? each + shift : each));
          return answer({ ...asked, reading: reading(likely), searched: searching[engine]! });
        }),
      ),
    );
  return { tracked, before: run(0), after: run(moved) };
}
