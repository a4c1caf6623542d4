import { type MeasuredAnswer, measuredReading } from "../reader/answer.ts";
import type { TrackedBrands } from "../reader/brand.ts";
import type { Provider } from "../reader/provider.ts";
import type { GivenCitation, Reading } from "../reader/reading.ts";
import { type ScoredReport, scoreReport, type TrendPoint, trendPoint } from "./report.ts";

/** An imported answer with its reading. */
export interface ImportedAnswer {
  id: string;
  promptKey: string;
  prompt: string;
  branded: boolean;
  provider: Provider;
  sample: number;
  model: string | null;
  text: string;
  citations: GivenCitation[];
  searched: boolean | null;
  /** RFC 3339. */
  answeredAt: string;
  /** The part of the reading that figures are computed from. */
  measured: Reading;
}

/** Reduces a reading to the part that figures are computed from. */
export const measuredPart = (reading: Reading): Reading => ({
  ...reading,
  mentions: reading.mentions.map((mention) => ({ ...mention, evidence: mention.evidence.slice(0, 1) })),
  notCounted: [],
});

/** Groups answers by prompt, in the order in which the prompts first occur. */
export const byPrompt = <T extends { promptKey: string }>(answers: readonly T[]): T[] =>
  [...Map.groupBy(answers, ({ promptKey }) => promptKey).values()].flat();

/** Figures of a report over imported answers. */
export interface ImportFigures {
  scored: ScoredReport;
  point: TrendPoint;
}

/** The figures of a report over these answers, which are grouped by prompt. */
export function importFigures(answers: readonly ImportedAnswer[], brands: TrackedBrands): ImportFigures {
  return withPoint(scoreReport(answers.map(measuredAnswer), brands));
}

export const withPoint = (scored: ScoredReport): ImportFigures => ({ scored, point: trendPoint(scored) });

/** The part of an imported answer that figures are computed from. */
export const measuredAnswer = ({
  text: _,
  citations: __,
  measured,
  ...answer
}: ImportedAnswer): MeasuredAnswer => ({
  ...answer,
  intent: null,
  surface: "import",
  latencyMs: null,
  costUsd: null,
  ...measuredReading(measured),
});
