import type Anthropic from "@anthropic-ai/sdk";
import { type Adapter, countryOf, type EngineSettings } from "../adapter.ts";
import type { Reply } from "../answer.ts";
import { EngineError } from "../engine.ts";
import { overTwoFor, type Price } from "../price.ts";
import { versionless } from "../wire/base-url.ts";
import type { Fetch } from "../wire/bounded-fetch.ts";
import { readMessages } from "../wire/messages.ts";

/** Claude's thinking counts towards the same limit. */
const maxTokens = 8_192;
/** For a long text besides its thinking; for some models the SDK requires streaming above this. */
const maxTokensAtLength = 16_384;
const searchesMax = 5;
/** The vendor pauses a turn that searches for long; it is then resumed. */
const turnsMax = 5;

/** USD per search call. */
const search = 0.01;

const prices: readonly Price[] = [
  { prefix: "claude-fable-5", input: 10, output: 50, search },
  { prefix: "claude-opus-5-5", input: 4, output: 20, search },
  { prefix: "claude-opus-5", input: 5, output: 25, search },
  { prefix: "claude-sonnet-5", input: 2, output: 10, search },
  { prefix: "claude-sonnet-4", input: 3, output: 15, search },
  { prefix: "claude-haiku-5-5", input: 0.1, output: 0.5, search, ...overTwoFor(100_000, 0.5, 2.5) },
  { prefix: "claude-haiku-4-5", input: 1, output: 5, search },
];

/** Claude through the Messages API; it may search the web. */
export function anthropic(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "claude-sonnet-5-5";
  const baseUrl = versionless(settings.baseUrl ?? "https://api.anthropic.com");
  return {
    provider: "claude",
    model,
    searches: true,
    concurrency: 30,
    prices,
    moreTokens: maxTokensAtLength,
    requestsPerMinute: 300,
    async ask(question, fetch): Promise<Reply> {
      const client = await anthropicClient(settings.apiKey, baseUrl, fetch);
      const country = countryOf(question);
      const searchTool: Anthropic.WebSearchTool20250305 = {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: searchesMax,
        ...(country && { user_location: { type: "approximate", country } }),
      };
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: question.prompt }];
      const turns: unknown[] = [];
      while (turns.length < turnsMax) {
        const turn = await client.messages.create({
          model,
          max_tokens: question.search === false || question.roomier ? maxTokensAtLength : maxTokens,
          messages,
          ...(question.search !== false && { tools: [searchTool] }),
        });
        turns.push(turn);
        if (turn?.stop_reason !== "pause_turn") return readMessages(turns);
        if (!Array.isArray(turn.content)) throw new EngineError("bad_answer");
        messages.push({ role: "assistant", content: turn.content });
      }
      return readMessages(turns);
    },
  };
}

async function anthropicClient(apiKey: string, baseURL: string, fetch: Fetch): Promise<Anthropic> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  return new Anthropic({ apiKey, authToken: null, baseURL, maxRetries: 0, logLevel: "off", fetch });
}
