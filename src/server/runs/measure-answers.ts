import { type ScoredReport, scoreReport, type TrendPoint, trendPoint } from "../../figures/report.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import { compileReader, methodVersion, namesTrackedBrand, readAnswer } from "../../reader/read.ts";
import type { Reading } from "../../reader/reading.ts";
import type { GivenAnswer, Parsing } from "../outbound/parsing.ts";
import { patiently } from "../outbound/patience.ts";

/** How answers are read and reports computed: the domain, as jobs use it. */
export interface AnswerMeasurer {
  methodVersion: string;
  /** Compiled once per set of brands. */
  readerOf(brands: TrackedBrands): Reader;
  /** Throws BusyError if this machine is too busy, and UnreadableError if the report is beyond what it can compute. */
  score(answers: readonly MeasuredAnswer[], brands: TrackedBrands): ScoredReport | Promise<ScoredReport>;
  point(scored: ScoredReport): TrendPoint;
}

export interface Reader {
  /** Throws UnreadableError for an answer that cannot be read in time. */
  read(answer: GivenAnswer): Reading | Promise<Reading>;
  /** Whether a prompt names a tracked brand. */
  branded(prompt: string): boolean | Promise<boolean>;
}

/** Measuring that reads long answers, and computes large reports, off this thread. */
export const measurerFrom = (parsing: Parsing): AnswerMeasurer => ({
  ...measuring,
  readerOf: (brands) => parsing.answers(brands),
  score: (answers, brands) => patiently(() => parsing.score({ answers, brands })),
});

export const measuring: AnswerMeasurer = {
  methodVersion,
  readerOf(brands) {
    const reader = compileReader(brands);
    return {
      read: (answer) => readAnswer(reader, answer),
      branded: (prompt) => namesTrackedBrand(reader, prompt),
    };
  },
  score: scoreReport,
  point: trendPoint,
};
