import type { Adapter, EngineSettings } from "../adapter.ts";
import { readChat } from "../wire/chat.ts";
import { openaiClient } from "../wire/openai-client.ts";

/** DeepSeek's models from memory, over their OpenAI-compatible Chat Completions. */
export function deepseek(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "deepseek-flash";
  const baseUrl = settings.baseUrl ?? "https://api.deepseek.com";
  return {
    provider: "deepseek",
    model,
    searches: false,
    concurrency: 40,
    requestsPerMinute: 600,
    async put({ prompt }, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const messages = [{ role: "user" as const, content: prompt }];
      return readChat(await client.chat.completions.create({ model, messages }));
    },
  };
}
