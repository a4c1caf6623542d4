/** Why an agent fetches pages. */
export type AgentPurpose = "search" | "user" | "training";

/**
 * The scored agents, by purpose. `Google-Extended` and `Applebot-Extended` are only tokens in robots.txt and fetch
 * nothing themselves. Source: docs/readiness.md.
 */
export const scoredAgents: Readonly<Record<AgentPurpose, readonly string[]>> = {
  search: [
    "OAI-SearchBot",
    "Claude-SearchBot",
    "PerplexityBot",
    "Googlebot",
    "Bingbot",
    "Applebot",
    "DuckAssistBot",
  ],
  user: ["ChatGPT-User", "Claude-User", "Perplexity-User"],
  training: [
    "GPTBot",
    "ClaudeBot",
    "Google-Extended",
    "Applebot-Extended",
    "CCBot",
    "Meta-ExternalAgent",
    "Amazonbot",
  ],
};

/** The agents under whose names a check asks for the page; at most five, as each is a request. */
export const askedAgents: readonly string[] = [
  "OAI-SearchBot",
  "ChatGPT-User",
  "GPTBot",
  "ClaudeBot",
  "PerplexityBot",
];

/** The weight of each purpose: pages that assistants may not search or fetch cannot be cited; training is a choice. */
export const purposeWeights: Readonly<Record<AgentPurpose, number>> = { search: 1, user: 1, training: 0.25 };

/**
 * Further agents on the community list ai.robots.txt when it was last read; reported but not scored.
 * Source: https://github.com/ai-robots-txt/ai.robots.txt at 000552c, read on 2026-11-21.
 */
export const otherAgents: readonly string[] = `
AddSearchBot, AI2Bot, AI2Bot-DeepResearchEval, Ai2Bot-Dolma, aiHitBot, AgentTimes, amazon-kendra, AmazonBuyForMe,
Amzn-SearchBot, Amzn-User, Andibot, Anomura, anthropic-ai, ApifyBot, ApifyWebsiteContentCrawler, Aranet-SearchBot,
atlassian-bot, Awario, AzureAI-SearchBot, bedrockbot, bigsur.ai, Bravebot, Brightbot, Brightbot 1.0, BuddyBot,
Bytespider, Channel3Bot, ChatGLM-Spider, ChatGPT Agent, Claude-Code, Claude-Web, Cloudflare-AutoRAG, CloudVertexBot,
Code, cohere-ai, cohere-training-data-crawler, Cotoyogi, Crawl4AI, Crawlspace, Datenbank Crawler, DeepSeekBot, Devin,
Diffbot, Echobot Bot, EchoboxBot, ExaBot, FacebookBot, facebookexternalhit, Factset_spyderbot, FirecrawlAgent,
FriendlyCrawler, Gemini-Deep-Research, Google-Agent, Google-CloudVertexBot, Google-Firebase, Google-Gemini-CLI,
Google-NotebookLM, GoogleAgent-Mariner, GoogleOther, GoogleOther-Image, GoogleOther-Video, HenkBot, iAskBot,
iaskspider, IbouBot, ICC-Crawler, ImagesiftBot, imageSpider, img2dataset, ISSCyberRiskCrawler, kagi-fetcher,
Kangaroo Bot, KlaviyoAIBot, KunatoCrawler, laion-huggingface-processor, LAIONDownloader, LCC, LinerBot, Linguee Bot,
LinkupBot, Manus-User, Meta-ExternalFetcher, meta-webindexer, MistralAI-User, MyCentralAIScraperBot, NagetBot,
netEstate Imprint Crawler, newsai, NotebookLM, NovaAct, omgili, omgilibot, OpenAI, opencode, Operator, PanguBot,
Panscient, panscient.com, PetalBot, PhindBot, Poggio-Citations, Poseidon Research Crawler, QualifiedBot, QuillBot,
quillbot.com, SBIntuitionsBot, Scrapy, SemrushBot-OCOB, SemrushBot-SWA, Shap-User, ShapBot, Sidetrade indexer bot,
Spider, TavilyBot, Terra Cotta, TerraCotta, Thinkbot, TikTokSpider, Timpibot, Trae, TwinAgent, VelenPublicWebCrawler,
WARDBot, Webzio-Extended, wpbot, WRTNBot, YaK, YandexAdditional, YandexAdditionalBot, YouBot, ZanistaBot
`
  .split(",")
  .map((name) => name.trim());
