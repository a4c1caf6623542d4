import { distance } from "fastest-levenshtein";

/** What others call the vendors that settings are named after. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  OPENAI: ["OPEN_AI", "CHATGPT", "CHAT_GPT", "GPT"],
  ANTHROPIC: ["CLAUDE", "ANTHROPIC_CLAUDE"],
  GEMINI: [
    "GOOGLE",
    "GOOGLE_AI",
    "GOOGLE_GENAI",
    "GOOGLE_GEMINI",
    "GOOGLE_GENERATIVE_AI",
    "GOOGLE_AI_STUDIO",
  ],
  PERPLEXITY: ["PPLX", "PERPLEXITYAI", "PERPLEXITY_AI", "SONAR"],
  XAI: ["GROK", "X_AI"],
  DEEPSEEK: ["DEEP_SEEK"],
  MISTRAL: ["MISTRALAI", "MISTRAL_AI"],
};

const ends: readonly (readonly [end: string, others: RegExp])[] = [
  ["API_KEY", /^(?:API_?KEYS?|KEY|API_TOKEN|TOKEN|AUTH_TOKEN|SECRET|SECRET_KEY|API_SECRET)$/],
  ["BASE_URL", /^(?:BASE_URL|API_BASE|API_BASE_URL|BASE|URL|API_URL|API_HOST|ENDPOINT|API_ENDPOINT)$/],
  ["MODEL", /^(?:MODEL|MODELS|MODEL_NAME|MODEL_ID|DEFAULT_MODEL|API_MODEL)$/],
];

/** What other programs call what we have a setting for; beside these, our own names without OVERHEARD_. */
const others: Readonly<Record<string, RegExp>> = {
  DATABASE_URL:
    /^(?:DATABASE_(?:URI|DSN|CONNECTION_STRING|HOST)|DB_(?:URL|URI|DSN|HOST)|(?:POSTGRES|POSTGRESQL|PG)_?(?:URL|URI|DSN|HOST))$/,
  SMTP_URL: /^(?:SMTP_(?:URI|HOST|SERVER|DSN)|(?:E?MAIL|MAILER)_(?:URL|HOST|SERVER|DSN))$/,
  MAIL_FROM:
    /^(?:SMTP_(?:FROM|SENDER)|EMAIL_(?:FROM|SENDER)|FROM_EMAIL|MAIL_(?:SENDER|FROM_ADDRESS)|DEFAULT_FROM_EMAIL)$/,
  OIDC_ISSUER:
    /^(?:OIDC|OAUTH)_(?:ISSUER|ISSUER_UR[LI]|PROVIDER|PROVIDER_URL|AUTHORITY|DISCOVERY_UR[LI]|URL)$/,
  OIDC_CLIENT_ID: /^(?:OAUTH2?|OPENID)_CLIENT_ID$/,
  OIDC_CLIENT_SECRET: /^(?:OAUTH2?|OPENID)_CLIENT_SECRET$/,
  JWKS_URL: /^(?:JWKS_URI|JWT_JWKS_UR[LI]|JWT_JWKS)$/,
  JWT_ISSUER: /^JWT_ISS$/,
  JWT_AUDIENCE: /^JWT_AUD$/,
  LOCAL_LLM_URL:
    /^(?:LOCAL_LLM_(?:BASE_URL|HOST|ENDPOINT)|(?:OLLAMA|VLLM|LM_?STUDIO|LLM)_(?:API_)?(?:HOST|URL|BASE_URL|BASE))$/,
  LOCAL_LLM_MODEL: /^(?:OLLAMA|VLLM|LM_?STUDIO|LLM)_MODEL$/,
  REDDIT_CLIENT_ID: /^REDDIT_(?:ID|APP_ID|API_KEY)$/,
  REDDIT_CLIENT_SECRET: /^REDDIT_(?:SECRET|APP_SECRET|API_SECRET)$/,
  PORT: /^(?:HTTP|SERVER|LISTEN|APP|WEB)_PORT$/,
  HOST: /^(?:BIND|BIND_(?:ADDR|ADDRESS|HOST)|LISTEN|LISTEN_(?:ADDR|ADDRESS|HOST)|(?:HTTP|SERVER|APP)_HOST)$/,
  OVERHEARD_SECRET:
    /^(?:(?:APP|AUTH|SESSION|JWT|BETTER_AUTH|NEXTAUTH)_SECRET|SECRET_KEY(?:_BASE)?|ENCRYPTION_KEY)$/,
  OVERHEARD_BASE_URL: /^(?:PUBLIC|APP|ROOT|EXTERNAL|SERVER|WEB)_URL$/,
  OVERHEARD_TRUSTED_PROXIES: /^TRUST_PROXY$/,
  OVERHEARD_CORS_ORIGINS: /^(?:CORS_ORIGIN|CORS_ALLOWED_ORIGINS|ALLOWED_ORIGINS)$/,
  OTEL_EXPORTER_OTLP_ENDPOINT:
    /^(?:OTEL|OTLP)_(?:EXPORTER_)?(?:OTLP_)?(?:TRACES_|METRICS_|COLLECTOR_)?(?:ENDPOINT|URL)$/,
};

/** Programs write these in lower case too. */
const proxies = /^(?:HTTPS?|NO|ALL)_PROXY$/;

/** The setting that somebody may have meant by the name of a variable that is none; null where it is like none. */
export function meantSetting(name: string, settings: readonly string[]): string | null {
  const spelling = name.toUpperCase().replaceAll(/[.-]/g, "_");
  if (settings.includes(name) || proxies.test(spelling)) return null;
  const settingNamed = (candidate: string | undefined): string | null =>
    candidate !== undefined && settings.includes(candidate) ? candidate : null;
  const vendor = Object.entries(vendors)
    .flatMap(([ours, theirs]) => [ours, ...theirs].map((called) => ({ ours, called })))
    .filter(({ called }) => spelling.startsWith(`${called}_`))
    .sort((a, b) => b.called.length - a.called.length)[0];
  const end = vendor && ends.find(([, as]) => as.test(spelling.slice(vendor.called.length + 1)))?.[0];
  return (
    settingNamed(spelling) ??
    settingNamed(`OVERHEARD_${spelling}`) ??
    settingNamed(end && `${vendor.ours}_${end}`) ??
    settingNamed(Object.entries(others).find(([, as]) => as.test(spelling))?.[0]) ??
    settingNamed(spelling.replace(/_FILE$/, "")) ??
    settingNamed(misspelt(spelling, settings))
  );
}

/** One or two letters off, in a name long enough to be no other word. */
const misspelt = (name: string, settings: readonly string[]): string | undefined =>
  settings.find((setting) => setting.length > 8 && distance(setting, name) <= (setting.length > 11 ? 2 : 1));
