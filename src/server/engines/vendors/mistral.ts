import { type Adapter, type EngineSettings, moreTokens } from "../adapter.ts";
import type { Price } from "../price.ts";
import { versioned } from "../wire/base-url.ts";
import { readChat } from "../wire/chat.ts";
import { openaiClient } from "../wire/openai-client.ts";

const prices: readonly Price[] = [
  { prefix: "mistral-medium", input: 1.5, output: 7.5 },
  { prefix: "mistral-large-4", input: 1.36, output: 4.18 },
];

/** Mistral's models without search: their web search exists only in the beta Conversations API. */
export function mistral(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "mistral-medium-latest";
  const baseUrl = versioned(settings.baseUrl ?? "https://api.mistral.ai/v1");
  return {
    provider: "mistral",
    model,
    searches: false,
    concurrency: 20,
    prices,
    moreTokens,
    requestsPerMinute: 300,
    async ask({ prompt, roomier }, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const messages = [{ role: "user" as const, content: prompt }];
      return readChat(
        await client.chat.completions.create({ model, messages, ...(roomier && { max_tokens: moreTokens }) }),
      );
    },
  };
}
