import { LRUCache } from "lru-cache";
import type { Engine } from "./call-engine.ts";

/** Calls that an organization has made of a model: what others ask may take far less, or longer. */
export interface ModelCall extends Pick<Engine, "provider" | "model"> {
  organizationId: string;
}

/** How long a call may take before it is given up, by what the organization's calls of the same model have taken in this process. */
export interface ModelTimeout {
  /** Milliseconds. */
  of(call: ModelCall): number;
  /** How long a call took; null: it was given up. */
  note(call: ModelCall, ms: number | null): void;
}

/** Organizations and models with the most recent calls. */
const modelsMost = 500;
/** Calls of a model that are remembered, and with how many its usual time is known. */
const [keptCalls, enough] = [2_000, 400];
/** Of all calls, those that take no longer than what counts as usual. */
const usual = 0.995;
/** Between two looks at the same model, in calls. */
const lookEvery = 20;

/** Twice what all but one call in two hundred take, between `leastMs` and `mostMs`; `mostMs` while too few calls are known. */
export function createModelTimeout({ leastMs, mostMs }: { leastMs: number; mostMs: number }): ModelTimeout {
  const models = new LRUCache<string, { times: number[]; noted: number; ms: number }>({ max: modelsMost });
  const modelOf = ({ organizationId, provider, model }: ModelCall) => {
    const key = `${organizationId} ${provider} ${model}`;
    const stats = models.get(key) ?? { times: [], noted: 0, ms: mostMs };
    models.set(key, stats);
    return stats;
  };
  return {
    of: (call) => modelOf(call).ms,
    note(call, ms) {
      const model = modelOf(call);
      model.times[model.noted % keptCalls] = ms ?? Number.POSITIVE_INFINITY;
      model.noted += 1;
      if (model.noted < enough || model.noted % lookEvery !== 0) return;
      const sorted = Float64Array.from(model.times).sort();
      const longest = sorted[Math.ceil(usual * sorted.length) - 1]!;
      model.ms = Math.min(mostMs, Math.max(leastMs, 2 * longest));
    },
  };
}
