import type { Schemas } from "../../api/client.ts";

export type ImportProvider = Schemas["ImportProvider"];

/** What people write for each, in small letters and digits alone. The first that fits is meant. */
const spellings: readonly (readonly [ImportProvider, RegExp])[] = [
  ["google_ai_overviews", /^(googles?)?(search)?(ai|generative)overviews?$|^(google)?aio$|^(google)?sge$/],
  ["google_ai_mode", /^(googles?)?(search)?aimode$/],
  // "llama-3.1-sonar-large" is a model of Perplexity's.
  ["perplexity", /^perplexity|^pplx|^sonar|^(meta)?llama[0-9]*sonar/],
  ["copilot", /^(microsoft|ms|bing|github|windows)?copilot|^bing(chat|ai)?$/],
  // OpenAI gives gpt-oss away; no assistant of its own has it.
  ["local", /^local|^ollama|^(openai)?gptoss/],
  ["chatgpt", /^(openai)?(s)?chatgpt|^gpt|^openai|^o[134](mini|pro|preview)?$/],
  ["claude", /^claude|^anthropic/],
  ["gemini", /^(google|vertex|vertexai)?(gemini|bard)/],
  ["grok", /^(x?ai)?grok|^xai/],
  ["deepseek", /^deepseek/],
  ["mistral", /^mistral|^mixtral|^magistral|^ministral|^lechat/],
  ["meta_ai", /^meta(ai|llama|$)|^llama/],
];

/** Who passes questions on, before the name of a model: "openrouter/anthropic/…", "us.anthropic.…". */
const gateways = /^(?:openrouter|litellm|azure|models|bedrock|(?:us|eu|apac|global)(?=anthropic))+/;

/** Whose scraper a file is from, and how: "dataforseo_chat_gpt", "google_ai_mode_scraper". */
const collectors =
  /^(?:apify|brightdata|dataforseo|oxylabs|serpapi|searchapi|scrapeless|scrapingbee|scrapingdog|cloro|decodo)+/;
const ways =
  /(?:scrapers?|crawler|actor|api|search|results?|responses?|answers?|live|advanced|html|web|ui|free|v\d)+$/;

/** The assistant that people mean by "ChatGPT", "gpt-5" or "Google AI Overviews"; null if it is none that is known. */
export function assistantMeant(text: string): ImportProvider | null {
  const bare = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "")
    .replace(collectors, "")
    .replace(gateways, "")
    .replace(ways, "");
  return spellings.find(([, pattern]) => pattern.test(bare))?.[0] ?? null;
}

/** Every assistant whose answers can be imported, the most usual first. */
export const importProviders: readonly ImportProvider[] = [
  ...(["chatgpt", "claude", "gemini", "perplexity", "google_ai_overviews", "google_ai_mode"] as const),
  ...(["copilot", "grok", "deepseek", "mistral", "meta_ai", "local"] as const),
];
