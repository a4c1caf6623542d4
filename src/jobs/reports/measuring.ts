import type { MeasuredAnswer } from "../../domain/answer/answer.ts";
import { compileReader, methodVersion, namesTrackedBrand, readAnswer } from "../../domain/answer/read.ts";
import type { GivenCitation, Reading } from "../../domain/answer/reading.ts";
import type { TrackedBrands } from "../../domain/project/brand.ts";
import { type ScoredReport, scoreReport, type TrendPoint, trendPoint } from "../../domain/report/report.ts";

/** How answers are read and reports computed: the domain, as the jobs use it. */
export interface Measuring {
  methodVersion: string;
  /** Compiled once for a set of brands. */
  readerOf(tracked: TrackedBrands): Reader;
  score(answers: readonly MeasuredAnswer[], tracked: TrackedBrands): ScoredReport;
  point(scored: ScoredReport): TrendPoint;
}

export interface Reader {
  read(answer: { text: string; citations: readonly GivenCitation[]; prompt: string }): Reading;
  /** Whether a prompt names a tracked brand. */
  branded(prompt: string): boolean;
}

export const measuring: Measuring = {
  methodVersion,
  readerOf(tracked) {
    const reader = compileReader(tracked);
    return {
      read: (answer) => readAnswer(reader, answer),
      branded: (prompt) => namesTrackedBrand(reader, prompt),
    };
  },
  score: scoreReport,
  point: trendPoint,
};
