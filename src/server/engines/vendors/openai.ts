import { type Adapter, countryOf, type EngineSettings, moreTokens } from "../adapter.ts";
import { overTwoFor, type Price } from "../price.ts";
import { versioned } from "../wire/base-url.ts";
import { openaiClient } from "../wire/openai-client.ts";
import { readResponses } from "../wire/responses.ts";

/** USD per search call. */
const search = 0.01;

const prices: readonly Price[] = [
  { prefix: "gpt-6-astra", input: 10, output: 50, search, ...overTwoFor(272_000, 20, 75) },
  { prefix: "gpt-6.1-sol", input: 2, output: 10, search, ...overTwoFor(272_000, 4, 15) },
  { prefix: "gpt-6.1-terra", input: 1, output: 5, search, ...overTwoFor(272_000, 2, 7.5) },
  { prefix: "gpt-6-sol", input: 2, output: 10, search, ...overTwoFor(272_000, 4, 15) },
  { prefix: "gpt-6-luna", input: 0.1, output: 0.5, search, ...overTwoFor(272_000, 0.2, 0.75) },
  { prefix: "gpt-5.6-sol", input: 5, output: 30, search, ...overTwoFor(272_000, 10, 45) },
  { prefix: "gpt-5.6-terra", input: 2, output: 12, search, ...overTwoFor(272_000, 4, 18) },
  { prefix: "gpt-5.6-luna", input: 0.2, output: 1.2, search, ...overTwoFor(272_000, 0.4, 1.8) },
  { prefix: "gpt-5.4-mini", input: 0.75, output: 4.5, search },
];

/** ChatGPT's models through OpenAI's Responses API; they may search the web. */
export function openai(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "gpt-6.1-terra";
  const baseUrl = versioned(settings.baseUrl ?? "https://api.openai.com/v1");
  return {
    provider: "chatgpt",
    model,
    searches: true,
    concurrency: 40,
    prices,
    moreTokens,
    requestsPerMinute: 500,
    async ask(question, fetch) {
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
        ...(question.roomier && { max_output_tokens: moreTokens }),
        store: false,
      });
      return readResponses(reply);
    },
  };
}
