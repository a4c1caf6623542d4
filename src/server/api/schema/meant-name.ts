import { distance } from "fastest-levenshtein";

/** Words that callers use in place of ours, in the form of `plain`. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  answer: ["text", "response", "content", "output"],
  answeredAt: ["date", "datetime", "timestamp", "time", "createdat"],
  bodyMarkdown: ["body", "markdown", "content", "text"],
  brand: ["company", "brandname", "companyname"],
  brandAliases: ["aliases", "alias", "synonyms"],
  citations: ["sources", "links", "references", "urls"],
  competitors: ["rivals", "rival", "competition", "competingbrands"],
  crawlRecordId: ["crawlid", "crawl"],
  prompt: ["question", "query", "text"],
  prompts: ["questions", "queries", "searches", "keywords"],
  provider: ["engine", "assistant", "platform"],
  providers: ["engines", "assistants", "models", "platforms"],
  reportId: ["id", "runid", "analysisid"],
  projectId: ["id"],
  samples: ["repeats", "repetitions", "runs"],
  schedule: ["frequency", "interval", "cadence"],
  timeframe: ["period", "range", "window"],
  chatgpt: ["openai", "gpt", "gpt4", "gpt4o", "gpt5", "chatgptsearch"],
  claude: ["anthropic"],
  copilot: ["microsoft", "bing", "bingchat", "microsoftcopilot"],
  gemini: ["google", "bard", "googlegemini"],
  google_ai_overviews: ["aioverviews", "aioverview", "googleaioverview", "sge"],
  google_ai_mode: ["aimode", "googleaimode"],
  grok: ["xai"],
  meta_ai: ["meta", "llama"],
  perplexity: ["sonar", "perplexityai"],
  websiteUrl: ["website", "site", "url", "homepage"],
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The known name or word of a list that was probably meant: another spelling, a usual synonym, or the nearest. */
export function meantName(name: string, candidates: readonly string[]): string | undefined {
  const plainName = plain(name.slice(0, 64));
  const [nearest] = candidates
    .map((candidate) => ({ candidate, off: distance(plain(candidate), plainName) }))
    .filter(({ candidate, off }) => off <= Math.min(3, Math.ceil(candidate.length / 3)))
    .sort((a, b) => a.off - b.off);
  if (nearest?.off === 0) return nearest.candidate;
  return candidates.find((candidate) => synonyms[candidate]?.includes(plainName)) ?? nearest?.candidate;
}
