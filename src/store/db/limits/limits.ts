import type { Pool } from "pg";
import type { LimitClass, Limiter, LimitRule } from "../../../kernel/access/limit.ts";
import type { Counter, ValkeyPlace } from "./counter.ts";
import { countInMemory } from "./memory.ts";
import { countInPostgres } from "./postgres.ts";
import { countInValkey } from "./valkey.ts";

/** Where windows live: in this process alone, or shared by all of them. */
export type LimitPlace = "memory" | { pool: Pool } | ValkeyPlace;

export interface LimiterOptions {
  rules: Record<string, LimitRule>;
  /** Multiplies every limit; 0 switches them off. */
  scale: number;
  place: LimitPlace;
  /** Milliseconds of a clock that never goes back; used in memory only. */
  clock?: () => number;
}

/** A limiter with what it holds open; dispose of it before the store. */
export type OpenLimiter = Limiter & Pick<Counter, "ready"> & AsyncDisposable;

/** Throws StoreError where the place cannot be used. A class without a rule is a mistake of the program. */
export function createLimiter({ rules, scale, place, clock }: LimiterOptions): OpenLimiter {
  const counter = scale === 0 ? unlimited : counterIn(place, clock);
  const { count } = counter;
  return {
    ready: counter.ready,
    [Symbol.asyncDispose]: () => counter[Symbol.asyncDispose](),
    async take(who, bucket, limitClass: LimitClass) {
      const rule = rules[limitClass];
      if (!rule) throw new Error(`no rate limit is set for the class ${limitClass}`);
      if (count === null) return null;
      const limit = scaled(rule.limit, scale);
      const window = await count(`${bucket}:${who}`, rule.windowSeconds);
      return {
        allowed: window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: wholeSeconds(window.msLeft, rule.windowSeconds),
      };
    },
  };
}

function counterIn(place: LimitPlace, clock: LimiterOptions["clock"]): Counter {
  if (place === "memory") return { ...nothingToOpen, count: countInMemory(clock) };
  // The pool is the store's.
  if ("pool" in place) return { ...nothingToOpen, count: countInPostgres(place.pool) };
  return countInValkey(place);
}

const nothingToOpen = { ready: async () => undefined, [Symbol.asyncDispose]: async () => undefined };

const unlimited = { ...nothingToOpen, count: null };

/** A limit that is set never becomes 0 by scaling, which would refuse everything. */
const scaled = (limit: number, scale: number): number =>
  limit === 0 ? 0 : Math.max(1, Math.round(limit * scale));

/** Whoever waits this long finds the window closed; a shared clock that is off never promises more than a window. */
const wholeSeconds = (msLeft: number, windowSeconds: number): number =>
  Math.min(Math.max(1, Math.ceil(msLeft / 1000)), Math.max(1, Math.ceil(windowSeconds)));
