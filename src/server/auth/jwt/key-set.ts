import type { createLocalJWKSet, JWK } from "jose";
import { Problem } from "../../kernel/problem.ts";
import type { ReadKeys } from "./jwks.ts";

/**
 * How long keys are trusted and how often they are fetched, in milliseconds. Source: docs/contract/authentication.md.
 */
export interface KeySetTimes {
  /** Used without fetching again. */
  freshMs: number;
  /** Used while the provider cannot be reached. */
  staleMs: number;
  /** Between two attempts, whether for an unknown key or after a failure. */
  retryMs: number;
}

export const contractTimes: KeySetTimes = { freshMs: 600_000, staleMs: 86_400_000, retryMs: 30_000 };

/** Before the first success nothing can be accepted at all, so it is tried again sooner. */
const firstRetryMs = 1_000;

type FindKey = ReturnType<typeof createLocalJWKSet>;

export interface KeySet {
  /** Finds the key for a token that names `kid`. Throws SERVICE_UNAVAILABLE if no keys can be had. */
  finderFor(kid: string): Promise<FindKey>;
  /** For the readiness of the server. */
  state(): "empty" | "fresh" | "stale";
}

interface Held {
  kids: Set<string>;
  find: FindKey;
  readAt: number;
}

export function createKeySet(options: {
  read: ReadKeys;
  times?: KeySetTimes;
  /** Milliseconds on a clock that never jumps. */
  elapsed?(): number;
}): KeySet {
  const { read, times = contractTimes, elapsed = () => performance.now() } = options;
  let keySet: Held | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const refresh = async () => {
    triedAt = elapsed();
    try {
      keySet = { ...(await finderOver(await read())), readAt: elapsed() };
    } catch {
      // The provider cannot be reached: known keys are used until they are too old.
    } finally {
      reading = null;
    }
  };
  const age = () => (keySet ? elapsed() - keySet.readAt : Number.POSITIVE_INFINITY);
  const suffices = (kid: string) => age() < times.freshMs && keySet?.kids.has(kid);

  return {
    async finderFor(kid) {
      if (!suffices(kid)) {
        const pause = keySet ? times.retryMs : Math.min(firstRetryMs, times.retryMs);
        if (!reading && elapsed() - triedAt >= pause) reading = refresh();
        if (reading) await reading;
      }
      if (!keySet || age() > times.staleMs) {
        throw new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: Math.ceil(times.retryMs / 1000) });
      }
      return keySet.find;
    },
    state() {
      if (age() < times.freshMs) return "fresh";
      return age() <= times.staleMs ? "stale" : "empty";
    },
  };
}

async function finderOver(keys: JWK[]): Promise<Omit<Held, "readAt">> {
  const { createLocalJWKSet } = await import("jose");
  return { kids: new Set(keys.map((key) => key.kid ?? "")), find: createLocalJWKSet({ keys }) };
}
