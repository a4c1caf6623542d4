import { type Adapter, type EngineSettings, moreTokens } from "../adapter.ts";
import type { Price } from "../price.ts";
import { readChat } from "../wire/chat.ts";
import { openaiClient } from "../wire/openai-client.ts";

const prices: readonly Price[] = [
  // The peak rate; outside Beijing working hours it is half.
  { prefix: "deepseek-flash", input: 0.3, output: 1.2 },
  { prefix: "deepseek-v4-flash", input: 0.3, output: 1.2 },
  { prefix: "deepseek-v4-pro", input: 1.32, output: 3.96 },
];

/** DeepSeek's models, without search, over their OpenAI-compatible Chat Completions. */
export function deepseek(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "deepseek-flash";
  const baseUrl = settings.baseUrl ?? "https://api.deepseek.com";
  return {
    provider: "deepseek",
    model,
    searches: false,
    concurrency: 40,
    prices,
    moreTokens,
    requestsPerMinute: 600,
    async ask({ prompt, roomier }, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const messages = [{ role: "user" as const, content: prompt }];
      return readChat(
        await client.chat.completions.create({ model, messages, ...(roomier && { max_tokens: moreTokens }) }),
      );
    },
  };
}
