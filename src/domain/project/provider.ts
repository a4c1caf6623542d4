/** Every assistant an answer can come from; on the wire always `provider`. Source: docs/contract/metrics.md. */
export const providers = [
  "chatgpt",
  "claude",
  "gemini",
  "perplexity",
  "google_ai_overviews",
  "google_ai_mode",
  "copilot",
  "grok",
  "deepseek",
  "mistral",
  "meta_ai",
  "local",
  "sandbox",
] as const;

export type Provider = (typeof providers)[number];

/** Assistants that somebody can have asked elsewhere: the sandbox makes its answers up, here. */
export const realProviders = providers.filter((provider) => provider !== "sandbox");

/** Where an answer was seen: a vendor's API, its web interface, an import, or our own sandbox. */
export const surfaces = ["api", "web", "import", "sandbox"] as const;

export type Surface = (typeof surfaces)[number];
