import type { NotShown } from "./hidden-parts/not-shown-kind.ts";
import type { Provider, Surface } from "./provider.ts";
import type { Reading } from "./reading.ts";

/** The error code of an ask that was never sent because its run was cancelled. */
export const cancelled = "cancelled";

/** The error code of an ask that a run under way has yet to settle: it has been asked, and has not failed. */
export const pending = "pending";

/** One ask of a report with the reading of its answer: the row that every figure is computed from. */
export interface MeasuredAnswer {
  /** The ask's id. */
  id: string;
  promptKey: string;
  prompt: string;
  intent: string | null;
  /** The prompt itself names a tracked brand, so the answer is left out of the headline figures. */
  branded: boolean;
  provider: Provider;
  surface: Surface;
  /** The vendor's own name for the model; null if unknown. */
  model: string | null;
  /** 1-based. */
  sample: number;
  /** A failed call is not measured: no denominator includes it. */
  status: "ok" | "failed";
  errorCode: string | null;
  /** RFC 3339 UTC. */
  answeredAt: string | null;
  latencyMs: number | null;
  costUsd: number | null;
  /** Whether the engine searched the web; null if unknown. */
  searched: boolean | null;
  /** The searches that the assistant reports, in order; absent if it reports none. */
  searches?: readonly string[];
  /** How many of its citations were not kept; absent: none. */
  citationsLeftOut?: number;
  /** Null if, and only if, the call failed. */
  reading: Reading | null;
  /** The parts of its text that are not shown, where there is no reading as nothing else is in it. */
  notShown?: readonly NotShown[];
}

/** The error code of an answer whose text is a thought, or a call of a tool, and nothing that is shown. */
const nothingShown = "nothing_shown";

/** A reading as figures take it: an answer of which nothing is shown counts as a failed call. */
export function measuredReading(
  reading: Reading,
): Pick<MeasuredAnswer, "status" | "errorCode" | "reading" | "notShown"> {
  if (!reading.unseen) return { status: "ok", errorCode: null, reading };
  return { status: "failed", errorCode: nothingShown, reading: null, notShown: reading.notShown ?? [] };
}
