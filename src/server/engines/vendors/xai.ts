import { type Adapter, type EngineSettings, moreTokens } from "../adapter.ts";
import { overTwoFor, type Price } from "../price.ts";
import { versioned } from "../wire/base-url.ts";
import { openaiClient } from "../wire/openai-client.ts";
import { readResponses } from "../wire/responses.ts";

/** USD per search call. */
const search = 0.005;

const prices: readonly Price[] = [
  { prefix: "grok-4.7", input: 2, output: 6, search, ...overTwoFor(200_000, 4, 12) },
  { prefix: "grok-4.6", input: 2, output: 6, search, ...overTwoFor(200_000, 4, 12) },
  { prefix: "grok-4.5", input: 2, output: 6, search, ...overTwoFor(200_000, 4, 12) },
  { prefix: "grok-4.3", input: 1.25, output: 2.5, search, ...overTwoFor(200_000, 2.5, 5) },
];

/** Grok through xAI's Responses API with its web search; its older `search_parameters` are withdrawn. */
export function xai(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "grok-4.7";
  const baseUrl = versioned(settings.baseUrl ?? "https://api.x.ai/v1");
  return {
    provider: "grok",
    model,
    searches: true,
    concurrency: 30,
    prices,
    moreTokens,
    requestsPerMinute: 300,
    async ask(question, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const reply = await client.responses.create({
        model,
        input: question.prompt,
        ...(question.search !== false && { tools: [{ type: "web_search" }] }),
        ...(question.roomier && { max_output_tokens: moreTokens }),
        store: false,
      });
      return readResponses(reply);
    },
  };
}
