/** An assistant: what people call it, and how an operator sets up its engine. */
interface Assistant {
  /** In a sentence. */
  name: string;
  /** Standing alone, as in a table, where that is not the name. */
  label?: string;
  /** Who answers behind its API, and what the names of the settings begin with; absent: we have no adapter for it. */
  vendor?: { name: string; settings: string };
}

/** Every assistant an answer can come from; on the wire always `provider`. Source: docs/contract/metrics.md. */
export const assistants = {
  chatgpt: { name: "ChatGPT", vendor: { name: "OpenAI", settings: "OPENAI" } },
  claude: { name: "Claude", vendor: { name: "Anthropic", settings: "ANTHROPIC" } },
  gemini: { name: "Gemini", vendor: { name: "Google", settings: "GEMINI" } },
  perplexity: { name: "Perplexity", vendor: { name: "Perplexity", settings: "PERPLEXITY" } },
  google_ai_overviews: { name: "Google AI Overviews" },
  google_ai_mode: { name: "Google AI Mode" },
  copilot: { name: "Copilot" },
  grok: { name: "Grok", vendor: { name: "xAI", settings: "XAI" } },
  deepseek: { name: "DeepSeek", vendor: { name: "DeepSeek", settings: "DEEPSEEK" } },
  mistral: { name: "Mistral", vendor: { name: "Mistral", settings: "MISTRAL" } },
  meta_ai: { name: "Meta AI" },
  local: { name: "a local model", label: "Local model" },
  sandbox: { name: "the sandbox", label: "Sandbox (made up)" },
} as const satisfies Record<string, Assistant>;

export type Provider = keyof typeof assistants;

export const providers = Object.keys(assistants) as [Provider, ...Provider[]];

const assistant = (provider: Provider): Assistant => assistants[provider];

/** In a sentence: "ChatGPT", "a local model". */
export const providerName = (provider: Provider): string => assistant(provider).name;

/** Standing alone, as in a table: "ChatGPT", "Local model". */
export const providerLabel = (provider: Provider): string =>
  assistant(provider).label ?? assistant(provider).name;

/** Whose API stands behind it and what its settings begin with; undefined if there is none. */
export const vendorOf = (provider: Provider): Assistant["vendor"] => assistant(provider).vendor;

/** Assistants that somebody can have asked elsewhere: the sandbox makes its answers up, here. */
export const realProviders = providers.filter((provider) => provider !== "sandbox");

/** Where an answer was seen: a vendor's API, its web interface, an import, or our own sandbox. */
export const surfaces = ["api", "web", "import", "sandbox"] as const;

export type Surface = (typeof surfaces)[number];
