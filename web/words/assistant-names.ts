/** What people call each provider; from src/domain/project/provider.ts by `npm run generate`. */
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
