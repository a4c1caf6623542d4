import type { Provider } from "./provider.ts";

/** What people call the assistants. */
const names: Record<Provider, string> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  gemini: "Gemini",
  perplexity: "Perplexity",
  google_ai_overviews: "Google AI Overviews",
  google_ai_mode: "Google AI Mode",
  copilot: "Copilot",
  grok: "Grok",
  deepseek: "DeepSeek",
  mistral: "Mistral",
  meta_ai: "Meta AI",
  local: "a local model",
  sandbox: "the sandbox",
};

/** In a sentence: "ChatGPT", "a local model". */
export const providerName = (provider: Provider): string => names[provider];

/** Standing alone, as in a table: "ChatGPT", "Local model". */
export const providerLabel = (provider: Provider): string => labels[provider] ?? names[provider];

const labels: Partial<Record<Provider, string>> = { local: "Local model", sandbox: "Sandbox (made up)" };

/** "ChatGPT, Claude and Gemini". */
export function listed(words: readonly string[]): string {
  const [last] = words.slice(-1);
  return words.length < 2 ? (last ?? "") : `${words.slice(0, -1).join(", ")} and ${last}`;
}
