import type { Adapter, EngineSettings } from "../adapter.ts";
import { versioned } from "../wire/base-url.ts";
import { openaiClient } from "../wire/openai-client.ts";
import { readResponses } from "../wire/responses.ts";

/** Grok through xAI's Responses API with its web search; its older `search_parameters` are withdrawn. */
export function xai(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "grok-4.7";
  const baseUrl = versioned(settings.baseUrl ?? "https://api.x.ai/v1");
  return {
    provider: "grok",
    model,
    searches: true,
    concurrency: 30,
    requestsPerMinute: 300,
    async put(question, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const reply = await client.responses.create({
        model,
        input: question.prompt,
        ...(question.search !== false && { tools: [{ type: "web_search" }] }),
        store: false,
      });
      return readResponses(reply);
    },
  };
}
