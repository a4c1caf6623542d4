import type { MeasuredAnswer } from "../answer/answer.ts";
import type { GivenCitation, Reading } from "../answer/reading.ts";
import type { TrackedBrands } from "../project/brand.ts";
import type { Provider } from "../project/provider.ts";
import { type ScoredReport, scoreReport, type TrendPoint, trendPoint } from "./report.ts";

/** An answer that a caller brought, with what was read from it. */
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
  /** What the figures are computed from: of what was read, no more than they look at. */
  measured: Reading;
}

/** The part of a reading that figures are computed from. */
export const measuredPart = (reading: Reading): Reading => ({
  ...reading,
  mentions: reading.mentions.map((mention) => ({ ...mention, evidence: mention.evidence.slice(0, 1) })),
  notCounted: [],
});

/** Answers to one prompt stand together, in the order in which their prompts come first. */
export const byPrompt = <T extends { promptKey: string }>(answers: readonly T[]): T[] =>
  [...Map.groupBy(answers, ({ promptKey }) => promptKey).values()].flat();

/** The figures of a report over these answers, which stand by their prompts. */
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
