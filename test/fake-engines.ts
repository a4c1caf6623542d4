import { type Provider, providers, vendorOf } from "../src/reader/provider.ts";
import type { Engines } from "../src/server/engines/engine.ts";
import {
  type Engine,
  type EngineAnswer,
  EngineError,
  type EngineErrorKind,
  type Question,
} from "../src/server/engines/engine.ts";
import { buildEngines } from "../src/server/engines/index.ts";
import { fakeEngine } from "./work.ts";

/** What a fake engine says to a question. */
export type Answering = (question: Question, signal: AbortSignal) => Said | Promise<Said>;
type Said = string | Partial<EngineAnswer>;

export const always =
  (said: Said): Answering =>
  () =>
    said;

export const byPrompt =
  (say: (prompt: string, sample: number) => Said): Answering =>
  ({ prompt, sample }) =>
    say(prompt, sample);

/** Fails every call in this way; `bad_key` and `refused` are not tried again. */
export const failing =
  (kind: EngineErrorKind): Answering =>
  () => {
    throw new EngineError(kind);
  };

/** Answers after so many milliseconds. */
export const slow =
  (ms: number, said: Said = "Nobody comes to mind."): Answering =>
  (_question, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms, said);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new EngineError("cancelled"));
      });
    });

export interface Hanging extends Answering {
  /** Answers everything that waits, and whatever comes later at once. */
  release(said?: Said): void;
  /** Questions that wait. */
  waiting(): number;
}

/** Those that no test may leave hanging. */
const hung = new Set<Hanging>();

/** Does not answer before it is released. */
export function hanging(): Hanging {
  const waiting = new Set<(said: Said) => void>();
  let released: Said | undefined;
  const answering: Answering = (_question, signal) => {
    if (released !== undefined) return released;
    return new Promise<Said>((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener("abort", () => {
        waiting.delete(resolve);
        reject(new EngineError("cancelled"));
      });
    });
  };
  const made = Object.assign(answering, {
    release(said: Said = "Nobody comes to mind.") {
      released = said;
      for (const resolve of waiting) resolve(said);
      waiting.clear();
    },
    waiting: () => waiting.size,
  });
  hung.add(made);
  return made;
}

export type Script = Partial<Record<Provider, Answering>>;

/** The engines of an app, which say what the test has them say. */
export interface FakeEngines extends Engines {
  /** From here on they answer so; one that is not named says that nobody comes to mind. */
  say(script: Script): void;
  /** From here on they answer so to whoever asks with this key of their own. */
  sayTo(apiKey: string, answering: Answering): void;
  /** Lets everything go that hangs, and they answer again as in the beginning. */
  reset(): void;
  /** Questions put so far, in their order. */
  asked: { provider: Provider; prompt: string; sample: number; apiKey?: string }[];
}

/** Engines for the providers that the script names, beside the built-in sandbox. */
export function fakeEngines(
  script: Script,
  terms: Partial<Pick<Engine, "estimateUsd" | "concurrency">> = {},
): FakeEngines {
  const builtIn = buildEngines([], { timeoutMs: 1000 });
  const asked: FakeEngines["asked"] = [];
  let current = script;
  let byKey: Record<string, Answering> = {};
  const engines = new Map(
    providers
      .filter((provider) => script[provider])
      .map((provider) => {
        const ask: Answering = (question, signal) => {
          asked.push({ provider, prompt: question.prompt, sample: question.sample });
          return (current[provider] ?? always("Nobody comes to mind."))(question, signal);
        };
        return [provider, fakeEngine(provider, async (question, signal) => ask(question, signal), terms)];
      }),
  );
  return {
    get: (provider) => engines.get(provider) ?? builtIn.get(provider),
    configured: () => (engines.size > 0 ? [...engines.keys()] : builtIn.configured()),
    list: () =>
      builtIn.list().map((listing) => {
        const engine = engines.get(listing.provider);
        if (!engine) return listing;
        return {
          provider: engine.provider,
          configured: true,
          model: engine.model,
          searches: engine.searches,
          unavailableReason: null,
        };
      }),
    withKey(provider, apiKey) {
      if (!vendorOf(provider)) return undefined;
      const ask: Answering = (question, signal) => {
        asked.push({ provider, prompt: question.prompt, sample: question.sample, apiKey });
        return (byKey[apiKey] ?? current[provider] ?? always("Nobody comes to mind."))(question, signal);
      };
      return fakeEngine(provider, async (question, signal) => ask(question, signal), terms);
    },
    warm: async () => {},
    sayTo(apiKey, answering) {
      byKey[apiKey] = answering;
    },
    say(script) {
      current = script;
    },
    reset() {
      for (const answering of hung) answering.release();
      hung.clear();
      current = script;
      byKey = {};
    },
    asked,
  };
}
