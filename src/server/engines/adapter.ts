import { costsNothing, type Provider } from "../../reader/provider.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../outbound/foreign-response.ts";
import { answerFrom, type Reply } from "./answer.ts";
import { type Engine, EngineError, type Question } from "./engine.ts";
import { estimateOf, type Price } from "./price.ts";
import type { Fetch } from "./wire/bounded-fetch.ts";
import { callVendor, type Line } from "./wire/call.ts";

/** How an operator configured an engine; nulls and absent fields leave the adapter's defaults. */
export interface EngineSettings {
  provider: Provider;
  apiKey: string | null;
  baseUrl: string | null;
  model: string | null;
  concurrency?: number | null;
  requestsPerMinute?: number | null;
}

/** What is specific to one vendor. */
export interface Adapter {
  provider: Provider;
  /** Null: the first model that its server lists, until it has listed them. */
  model: string | null;
  searches: boolean;
  /** What its models cost; a model that is not listed costs null. */
  prices: readonly Price[];
  concurrency: number;
  requestsPerMinute: number;
  /** How many tokens an answer may have that was cut off before a word of it was seen, and is asked for once more. */
  moreTokens: number;
  /** Puts one question through the vendor's SDK, over `fetch` only, and reads its raw reply. May throw anything. */
  ask(question: Question, fetch: Fetch): Promise<Reply>;
}

/** The engine that asks through `adapter`: one bounded, cancellable call, with failures as EngineError. */
export function engineOf(adapter: Adapter, settings: EngineSettings, line: Line, log: Log): Engine {
  const { provider, searches, prices } = adapter;
  return {
    provider,
    surface: "api",
    get model() {
      return adapter.model;
    },
    searches,
    concurrency: settings.concurrency ?? adapter.concurrency,
    requestsPerMinute: settings.requestsPerMinute ?? adapter.requestsPerMinute,
    estimateUsd:
      adapter.model === null || costsNothing(provider) ? 0 : estimateOf(prices, adapter.model, searches),
    async ask(question, signal) {
      const putQuestion = async (fetch: Fetch) => {
        const reply = await adapter.ask(question, fetch);
        const moreTokens = question.roomier ? null : adapter.moreTokens;
        return answerFrom(reply, { model: adapter.model, prices, moreTokens });
      };
      const answer = await callVendor(line, signal, putQuestion, (failure, response) => {
        const { kind, reason, came } = failure;
        if (kind !== "cancelled")
          logFailure(log, { provider, kind, reason, came }, response, "an assistant gave no answer");
      }).catch((error: EngineError) => {
        // There is no more room than there was.
        if (question.roomier && error.kind === "refused" && error.reason === null)
          throw new EngineError("cut_short", { costUsd: error.costUsd, cause: error });
        throw error;
      });
      return costsNothing(provider) ? { ...answer, costUsd: 0 } : answer;
    },
  };
}

/** For adapters that leave an answer's length to the vendor's default. */
export const moreTokens = 32_768;

/** ISO 3166-1 alpha-2 as vendors take it, or undefined if the question has none. */
export function countryOf(question: Question): string | undefined {
  const country = question.country.toUpperCase();
  return /^[A-Z]{2}$/.test(country) ? country : undefined;
}
