import type { Adapter, EngineSettings } from "../adapter.ts";
import { versioned } from "../wire/base-url.ts";
import { readChat } from "../wire/chat.ts";
import { openaiClient } from "../wire/openai-client.ts";

/** Mistral's models from memory: their web search exists only in the beta Conversations API. */
export function mistral(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "mistral-medium-latest";
  const baseUrl = versioned(settings.baseUrl ?? "https://api.mistral.ai/v1");
  return {
    provider: "mistral",
    model,
    searches: false,
    concurrency: 20,
    requestsPerMinute: 300,
    async put({ prompt }, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const messages = [{ role: "user" as const, content: prompt }];
      return readChat(await client.chat.completions.create({ model, messages }));
    },
  };
}
