import type { Engine } from "./call-engine.ts";

/** How long a call may take before it is given up, by what the calls of the same model have taken in this process. */
export interface Patience {
  /** Milliseconds. */
  of(engine: Pick<Engine, "provider" | "model">): number;
  /** How long a call took; null: it was given up. */
  note(engine: Pick<Engine, "provider" | "model">, ms: number | null): void;
}

/** Calls of a model that are remembered, and with how many its usual time is known. */
const [kept, enough] = [2_000, 400];
/** Of all calls, those that take no longer than what counts as usual. */
const usual = 0.995;
/** Between two looks at the same model, in calls. */
const lookEvery = 20;

/** Twice what all but one call in two hundred take, between `leastMs` and `mostMs`; `mostMs` while too few calls are known. */
export function createPatience({ leastMs, mostMs }: { leastMs: number; mostMs: number }): Patience {
  const models = new Map<string, { times: number[]; noted: number; ms: number }>();
  const modelOf = ({ provider, model }: Pick<Engine, "provider" | "model">) => {
    const key = `${provider} ${model}`;
    const known = models.get(key) ?? { times: [], noted: 0, ms: mostMs };
    models.set(key, known);
    return known;
  };
  return {
    of: (engine) => modelOf(engine).ms,
    note(engine, ms) {
      const model = modelOf(engine);
      model.times[model.noted % kept] = ms ?? Number.POSITIVE_INFINITY;
      model.noted += 1;
      if (model.noted < enough || model.noted % lookEvery !== 0) return;
      const sorted = Float64Array.from(model.times).sort();
      const longest = sorted[Math.ceil(usual * sorted.length) - 1]!;
      model.ms = Math.min(mostMs, Math.max(leastMs, 2 * longest));
    },
  };
}
