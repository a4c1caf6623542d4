import type { Provider, Surface } from "../project/provider.ts";
import type { Reading } from "./reading.ts";

/** The error code of an ask that was not asked any more, as its run was cancelled. */
export const cancelled = "cancelled";

/** One ask of a report with what was read from its answer: the row that every figure is computed from. */
export interface MeasuredAnswer {
  /** The ask's id. */
  id: string;
  promptKey: string;
  prompt: string;
  intent: string | null;
  /** The prompt names a tracked brand: kept out of the headline figures. */
  branded: boolean;
  provider: Provider;
  surface: Surface;
  /** As the vendor named it, null when unknown. */
  model: string | null;
  /** 1-based. */
  sample: number;
  /** A failed call is not measured: it leaves every denominator. */
  status: "ok" | "failed";
  errorCode: string | null;
  /** RFC 3339 UTC. */
  answeredAt: string | null;
  latencyMs: number | null;
  costUsd: number | null;
  /** Whether the engine searched the web for it; null when unknown. */
  searched: boolean | null;
  /** What the assistant reports to have searched for, in order; none where it does not say. */
  searches?: readonly string[];
  /** Null exactly where the call failed. */
  reading: Reading | null;
}
