import { type Adapter, type EngineSettings, moreTokens } from "../adapter.ts";
import type { Question } from "../engine.ts";
import type { Price } from "../price.ts";
import { versioned } from "../wire/base-url.ts";
import type { Fetch } from "../wire/bounded-fetch.ts";
import { readChat } from "../wire/chat.ts";
import { openaiClient } from "../wire/openai-client.ts";
import { readResponses } from "../wire/responses.ts";

/** USD per search call. */
const search = 0.0025;

const prices: readonly Price[] = [
  { prefix: "perplexity/sonar", input: 0.25, output: 2.5, search },
  // Sonar chat completions bill one request fee, that of the low search context.
  { prefix: "sonar", input: 1, output: 1, search: 0.005 },
  { prefix: "sonar-pro", input: 3, output: 15, search: 0.006 },
];

/**
 * Perplexity's Sonar. Its Chat Completions ended on 2026-09-27, so it is asked through their successor, the Agent API
 * (docs.perplexity.ai/docs/agent-api/migrate-from-sonar); a gateway that has only the former is asked through that.
 */
export function perplexity(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "perplexity/sonar";
  const baseUrl = settings.baseUrl ?? "https://api.perplexity.ai";
  const askSonar = async ({ prompt, search: searchSetting, roomier }: Question, fetch: Fetch) => {
    const sonar = await openaiClient({ apiKey: settings.apiKey, baseUrl }, fetch);
    const messages = [{ role: "user" as const, content: prompt }];
    const former = model.replace(/^perplexity\//, "");
    const terms = {
      ...(searchSetting === false && { disable_search: true }),
      ...(roomier && { max_tokens: moreTokens }),
    };
    const read = readChat(await sonar.chat.completions.create({ model: former, messages, ...terms }));
    // The request fee is due whether or not it searches.
    return { ...read, searched: searchSetting !== false, searches: read.searches || 1 };
  };
  return {
    provider: "perplexity",
    model,
    searches: true,
    concurrency: 20,
    prices,
    moreTokens,
    requestsPerMinute: 150,
    async ask(question, fetch) {
      if (isFormer(model)) return askSonar(question, fetch);
      const agent = await openaiClient({ apiKey: settings.apiKey, baseUrl: versioned(baseUrl) }, fetch);
      try {
        const reply = await agent.responses.create({
          model,
          input: question.prompt,
          ...(question.roomier && { max_output_tokens: moreTokens }),
          ...(question.search !== false && {
            tools: [{ type: "web_search" }],
            // The product always searches; left alone, the model answers some questions from memory.
            tool_choice: { type: "web_search" } as never,
          }),
        });
        return readResponses(reply);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return askSonar(question, fetch);
    },
  };
}

/** Model names of the former API, such as `sonar-pro`; the Agent API's include their vendor. */
function isFormer(model: string): boolean {
  return model.startsWith("sonar");
}

/** The server does not have this route. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 404 || error.status === 405);
}
