import type { GoogleGenAI } from "@google/genai";
import { type Adapter, type EngineSettings, moreTokens } from "../adapter.ts";
import type { Price } from "../price.ts";
import { versionless } from "../wire/base-url.ts";
import type { Fetch } from "../wire/bounded-fetch.ts";
import { readGenerateContent } from "../wire/generate-content.ts";

/** USD per search call. */
const search = 0.014;

const prices: readonly Price[] = [
  { prefix: "gemini-3.8-flash", input: 0.75, output: 3.75, search },
  { prefix: "gemini-3.7-flash", input: 0.75, output: 3.75, search },
  { prefix: "gemini-3.6-flash", input: 1.5, output: 7.5, search },
];

/** Gemini through generateContent; it may ground its answer on Google Search. */
export function gemini(settings: EngineSettings & { apiKey: string }): Adapter {
  const model = settings.model ?? "gemini-3.8-flash";
  const baseUrl = versionless(settings.baseUrl ?? "https://generativelanguage.googleapis.com");
  return {
    provider: "gemini",
    model,
    searches: true,
    concurrency: 30,
    prices,
    moreTokens,
    requestsPerMinute: 300,
    async ask({ prompt, search: searchSetting, roomier }, fetch) {
      let raw: Response | undefined;
      const recordingFetch: Fetch = async (input, init) => {
        const response = await fetch(input, init);
        raw = response.clone();
        return response;
      };
      const client = await geminiClient(settings.apiKey, baseUrl, recordingFetch);
      const config = {
        ...(searchSetting !== false && { tools: [{ googleSearch: {} }] }),
        ...(roomier && { maxOutputTokens: moreTokens }),
      };
      const reply = await client.models.generateContent({ model, contents: prompt, config });
      // The SDK leaves out what it does not know, such as an error and fields with underscores.
      return readGenerateContent((await raw?.json()) ?? reply);
    },
  };
}

/** Turns Vertex off explicitly: the environment could turn it on. */
async function geminiClient(apiKey: string, baseUrl: string, fetch: Fetch): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import("@google/genai");
  return new GoogleGenAI({ apiKey, vertexai: false, apiVersion: "v1beta", httpOptions: { baseUrl, fetch } });
}
