import type { Pool } from "pg";
import type { LimitClass, Limiter, LimitRule } from "../../kernel/limit.ts";
import type { Counted, Counter } from "./counter.ts";
import { countInMemory } from "./memory.ts";
import { countInPostgres } from "./postgres.ts";

/** Where windows live: in this process alone, or shared by all processes. */
export type LimitPlace = "memory" | { pool: Pool };

export interface LimiterOptions {
  rules: Record<string, LimitRule>;
  /** Multiplies every limit; 0 turns limits off. */
  scale: number;
  place: LimitPlace;
  /** Milliseconds of a monotonic clock; used in memory only. */
  clock?: () => number;
}

export function createLimiter({ rules, scale, place, clock }: LimiterOptions): Limiter {
  const counter = scale === 0 ? unlimited : counterIn(place, clock);
  const { count } = counter;

  /** What is counted; a class without a rule is a programming error. */
  function requestOf(who: string, bucket: string, limitClass: LimitClass): Counted {
    const rule = rules[limitClass];
    if (!rule) throw new Error(`no rate limit is set for the class ${limitClass}`);
    const { windowSeconds } = rule;
    return { key: `${bucket}:${who}`, limitClass, limit: scaled(rule.limit, scale), windowSeconds };
  }

  return {
    async take(who, bucket, limitClass: LimitClass) {
      const request = requestOf(who, bucket, limitClass);
      if (count === null) return null;
      const { limit, windowSeconds } = request;
      const window = await count(request);
      return {
        allowed: window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: wholeSeconds(window.msLeft, windowSeconds),
      };
    },
    giveBack: (who, bucket, limitClass) => counter.giveBack(requestOf(who, bucket, limitClass)),
  };
}

function counterIn(place: LimitPlace, clock: LimiterOptions["clock"]): Counter {
  return place === "memory" ? countInMemory(clock) : countInPostgres(place.pool);
}

const unlimited = { count: null, giveBack: async () => undefined };

/** Scaling never turns a limit into 0, which would refuse everything. */
const scaled = (limit: number, scale: number): number =>
  limit === 0 ? 0 : Math.max(1, Math.round(limit * scale));

/** After this wait the window is closed; a shared clock that is off never adds more than one window. */
const wholeSeconds = (msLeft: number, windowSeconds: number): number =>
  Math.min(Math.max(1, Math.ceil(msLeft / 1000)), Math.max(1, Math.ceil(windowSeconds)));
