import type { MeasuredAnswer } from "../answer/answer.ts";
import type { GivenCitation, Reading } from "../answer/reading.ts";
import type { TrackedBrands } from "../project/brand.ts";
import type { Provider } from "../project/provider.ts";
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

/** The figures of a report over these answers, which are grouped by prompt. */
export function importFigures(
  answers: readonly ImportedAnswer[],
  tracked: TrackedBrands,
): { scored: ScoredReport; point: TrendPoint } {
  const scored = scoreReport(answers.map(measuredAnswer), tracked);
  return { scored, point: trendPoint(scored) };
}

const measuredAnswer = ({ text: _, citations: __, measured, ...answer }: ImportedAnswer): MeasuredAnswer => ({
  ...answer,
  intent: null,
  surface: "import",
  status: "ok",
  errorCode: null,
  latencyMs: null,
  costUsd: null,
  reading: measured,
});
