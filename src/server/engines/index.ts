import { type Provider, providers, settingOf, vendorOf } from "../../reader/provider.ts";
import { createLog, type Log } from "../kernel/log.ts";
import { type Adapter, type EngineSettings, engineOf } from "./adapter.ts";
import type { Engine, EngineListing, Engines } from "./engine.ts";
import { sandbox } from "./sandbox/sandbox.ts";
import { anthropic } from "./vendors/anthropic.ts";
import { deepseek } from "./vendors/deepseek.ts";
import { gemini } from "./vendors/gemini.ts";
import { local } from "./vendors/local.ts";
import { mistral } from "./vendors/mistral.ts";
import { openai } from "./vendors/openai.ts";
import { perplexity } from "./vendors/perplexity.ts";
import { xai } from "./vendors/xai.ts";
import type { Fetch } from "./wire/bounded-fetch.ts";
import type { Line } from "./wire/call.ts";

export type { EngineSettings } from "./adapter.ts";

export interface EngineOptions {
  timeoutMs: number;
  /** The sandbox's seed. */
  seed?: number;
  network?: Fetch;
  now?: () => number;
  /** Where calls that failed are noted; nowhere if absent. */
  log?: Log;
}

interface Vendor {
  sdk: "openai" | "anthropic" | "gemini";
  adapter: (settings: EngineSettings & { apiKey: string }) => Adapter;
}

const vendors: { [P in Provider]?: Vendor } = {
  chatgpt: { sdk: "openai", adapter: openai },
  claude: { sdk: "anthropic", adapter: anthropic },
  gemini: { sdk: "gemini", adapter: gemini },
  perplexity: { sdk: "openai", adapter: perplexity },
  grok: { sdk: "openai", adapter: xai },
  deepseek: { sdk: "openai", adapter: deepseek },
  mistral: { sdk: "openai", adapter: mistral },
};

/** The engines that the settings enable, and `sandbox`, which needs none. */
export function buildEngines(settings: readonly EngineSettings[], options: EngineOptions): Engines {
  const { timeoutMs, seed = 1, network = fetch, now = Date.now } = options;
  const { log = createLog("silent") } = options;
  const line: Line = { timeoutMs, network, now };
  const engines = new Map<Provider, Engine>();
  for (const engineSettings of settings) {
    const adapter = adapterFor(engineSettings);
    if (adapter) engines.set(engineSettings.provider, engineOf(adapter, engineSettings, line, log));
  }
  const configuredProviders = providers.filter((provider) => engines.has(provider));
  const own = settings.find(({ provider }) => provider === "sandbox");
  const { concurrency, requestsPerMinute } = own ?? {};
  engines.set(
    "sandbox",
    sandbox({ seed, ...(concurrency && { concurrency }), ...(requestsPerMinute && { requestsPerMinute }) }),
  );
  return {
    get: (provider) => engines.get(provider),
    configured: () => (configuredProviders.length > 0 ? [...configuredProviders] : ["sandbox"]),
    list: () => providers.map((provider) => listing(provider, engines.get(provider))),
    withKey(provider, apiKey) {
      const set = settings.find((engineSettings) => engineSettings.provider === provider);
      const ownSettings = { baseUrl: null, model: null, ...set, provider, apiKey };
      const adapter = vendors[provider]?.adapter(ownSettings);
      return adapter && engineOf(adapter, ownSettings, line, log);
    },
    async warm() {
      const sdks = new Set(configuredProviders.map((provider) => vendors[provider]?.sdk ?? "openai"));
      await Promise.all([...sdks].map((sdk) => load[sdk]()));
    },
  };
}

function adapterFor(settings: EngineSettings): Adapter | undefined {
  const { provider, apiKey, baseUrl } = settings;
  if (provider === "local") return baseUrl ? local({ ...settings, baseUrl }) : undefined;
  return apiKey ? vendors[provider]?.adapter({ ...settings, apiKey }) : undefined;
}

const load = {
  openai: () => import("openai"),
  anthropic: () => import("@anthropic-ai/sdk"),
  gemini: () => import("@google/genai"),
};

function listing(provider: Provider, engine: Engine | undefined): EngineListing {
  if (!engine) {
    return { provider, configured: false, model: null, searches: false, unavailableReason: reason(provider) };
  }
  const { model, searches } = engine;
  return { provider, configured: true, model, searches, unavailableReason: null };
}

function reason(provider: Provider): string {
  const setting = settingOf(provider);
  if (!setting) return "No adapter: this assistant has no API; import its answers.";
  return vendorOf(provider)
    ? `The server has no key for it (${setting}); an organization can save its own.`
    : `The server has not set it up (${setting}).`;
}
