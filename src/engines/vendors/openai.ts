import { type Adapter, countryOf, type EngineSettings } from "../adapter.ts";
import { versioned } from "../wire/base-url.ts";
import { openaiClient } from "../wire/openai-client.ts";
import { readResponses } from "../wire/responses.ts";

/** ChatGPT's models through OpenAI's Responses API, free to search the web. */
export function openai(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "gpt-6.1-terra";
  const baseUrl = versioned(settings.baseUrl ?? "https://api.openai.com/v1");
  return {
    provider: "chatgpt",
    model,
    searches: true,
    concurrency: 40,
    requestsPerMinute: 500,
    async put(question, fetch) {
      const client = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
      const country = countryOf(question);
      const location = { type: "approximate" as const, ...(country && { country }) };
      const reply = await client.responses.create({
        model,
        input: question.prompt,
        ...(question.search !== false && {
          tools: [{ type: "web_search", user_location: location }],
          include: ["web_search_call.action.sources"],
        }),
        store: false,
      });
      return readResponses(reply);
    },
  };
}
