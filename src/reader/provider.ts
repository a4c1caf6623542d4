/** An assistant: what people call it, and how an operator sets up its engine. */
interface Assistant {
  /** As written in a sentence. */
  name: string;
  /** Standing alone, as in a table, if different from the name. */
  label?: string;
  /** The company behind its API; absent if we have no adapter for it. */
  vendor?: string;
  /** What its settings begin with, if not with the vendor in capitals. */
  settings?: string;
}

/** Every assistant that answers can come from; always `provider` on the wire. Source: docs/contract/metrics.md. */
export const assistants = {
  chatgpt: { name: "ChatGPT", vendor: "OpenAI" },
  claude: { name: "Claude", vendor: "Anthropic" },
  gemini: { name: "Gemini", vendor: "Google", settings: "GEMINI" },
  perplexity: { name: "Perplexity", vendor: "Perplexity" },
  google_ai_overviews: { name: "Google AI Overviews" },
  google_ai_mode: { name: "Google AI Mode" },
  copilot: { name: "Copilot" },
  grok: { name: "Grok", vendor: "xAI" },
  deepseek: { name: "DeepSeek", vendor: "DeepSeek" },
  mistral: { name: "Mistral", vendor: "Mistral" },
  meta_ai: { name: "Meta AI" },
  local: { name: "a local model", label: "Local model" },
  sandbox: { name: "the sandbox", label: "Sandbox (made up)" },
} as const satisfies Record<string, Assistant>;

export type Provider = keyof typeof assistants;

export const providers = Object.keys(assistants) as [Provider, ...Provider[]];

const assistant = (provider: Provider): Assistant => assistants[provider];

/** As written in a sentence: "ChatGPT", "a local model". */
export const providerName = (provider: Provider): string => assistant(provider).name;

/** Standing alone, as in a table: "ChatGPT", "Local model". */
export const providerLabel = (provider: Provider): string =>
  assistant(provider).label ?? assistant(provider).name;

/** The company behind its API and the prefix of its settings; undefined if there is none. */
export function vendorOf(provider: Provider): { name: string; settings: string } | undefined {
  const { vendor, settings = vendor?.toUpperCase() } = assistant(provider);
  return vendor && settings ? { name: vendor, settings } : undefined;
}

/** The setting that enables its engine, such as `OPENAI_API_KEY`; null if none does. */
export function settingOf(provider: Provider): string | null {
  if (provider === "local") return "LOCAL_LLM_URL";
  const vendor = vendorOf(provider);
  return vendor ? `${vendor.settings}_API_KEY` : null;
}

/** Whether nobody charges for its answers: a model on a server of one's own, and the sandbox. */
export const costsNothing = (provider: Provider): boolean => provider === "local" || provider === "sandbox";

/** Assistants that can also be asked elsewhere: only the sandbox makes up its answers here. */
export const realProviders = providers.filter((provider) => provider !== "sandbox");

/** Where an answer was seen: a vendor's API, its web interface, an import, or our sandbox. */
export const surfaces = ["api", "web", "import", "sandbox"] as const;

export type Surface = (typeof surfaces)[number];
