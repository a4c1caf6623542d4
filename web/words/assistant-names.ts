// From src/reader/provider.ts by `npm run generate`.

/** What people call each provider. */
export const assistantNames: Record<string, string> = {
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
  local: "Local model",
  sandbox: "Sandbox (made up)",
};

/** What they are called in a sentence, where that is something else. */
export const namesInSentences: Record<string, string> = {
  local: "a local model",
  sandbox: "the sandbox",
};

/** Nobody charges for their answers. */
export const freeAssistants: readonly string[] = ["local", "sandbox"];
