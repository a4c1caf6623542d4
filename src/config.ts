import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { domainToASCII } from "node:url";
import { meantSetting } from "./meant-setting.ts";
import { providers, vendorOf } from "./reader/provider.ts";
import { openPlans, type PlanTable, standardPlans } from "./server/api/access/plan.ts";
import { faultInPlans, type GivenPlans, planTableOf } from "./server/api/access/plan-file.ts";
import { meantName } from "./server/api/schema/meant-name.ts";
import { oneInWords } from "./server/api/schema/shape.ts";
import type { EngineSettings } from "./server/engines/index.ts";
import { type LimitRule, limitClasses } from "./server/kernel/limit.ts";
import { databaseAddress } from "./server/outbound/database-address.ts";
import { isEveryAddress, isLoopback } from "./server/outbound/loopback.ts";
import { exceptionIn } from "./server/outbound/proxy/proxy-rules.ts";
import type { TelemetrySettings } from "./server/telemetry/telemetry.ts";
import type { CrawlSettings } from "./site/crawl/crawl.ts";

/** Everything that the environment decides, read once. */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Null: the embedded store in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  baseUrl: string;
  siteUrl: string;
  /** Null: made once and kept in the data directory (embedded store only). */
  secret: string | null;
  /** What was sealed and hashed with it is still read; null: there was none, or it is done with. */
  previousSecret: string | null;
  keyPrefix: string;
  signUp: "open" | "closed";
  /** How long people stay signed in: since a session's last renewal, and in all. */
  sessions: { idleSeconds: number; maxSeconds: number };
  monthlySpendUsd: number;
  plans: PlanTable;
  plansOn: boolean;
  /** Where requests are counted when the store is a server: `shared` is exact across processes. */
  limits: "shared" | "memory";
  rateLimitScale: number;
  rateLimits: Record<string, LimitRule>;
  runsAtOnce: number;
  analyzeReuseSeconds: number;
  outboundAllow: readonly string[];
  /** The proxy that everything outside is reached through; null: none. */
  proxy: { url: string; except: string[]; resolves: boolean } | null;
  crawl: CrawlSettings;
  worker: boolean;
  spreadSchedules: boolean;
  engineTimeoutMs: number;
  /** Shutdown times: `noticeMs` to announce it before refusing connections, `graceMs` for what is under way. */
  shutdown: { noticeMs: number; graceMs: number };
  engines: EngineSettings[];
  /** Whether they are lent to organizations. */
  sharedEngines: boolean;
  sandboxSeed: number;
  /** Null: Reddit itself is not searched. */
  reddit: { clientId: string; clientSecret: string; authUrl: string; apiUrl: string } | null;
  jwt: { issuer: string; audience: string; jwksUrl: string } | null;
  /** Whether people sign in to the built-in accounts with passwords. */
  passwords: boolean;
  /** The OpenID Connect provider for signing in to the built-in accounts; null: none. */
  oidc: OidcConfig | null;
  /** Null: no mail is sent; the operator's commands print the links. */
  mail: { url: string; from: string } | null;
  /** Where /metrics is served: on a separate port, or with a token on the main one. The bearer token guards either. */
  metrics: { port: number | null; token: string | null };
  /** Where traces and metrics are sent; null: nowhere. */
  telemetry: TelemetrySettings | null;
  logLevel: string;
  /** The values of secret settings, and the passwords in addresses, to be struck out of foreign text in the log. */
  secrets: readonly string[];
  /** Number of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: number;
  corsOrigins: readonly string[];
  /** What is set and does nothing. */
  idleSettings: readonly { says: string; remedy: string }[];
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name for people. */
  name: string;
  /** Mail domains whose users get an account, in lower case; `*`: any; empty: only people who already have an account. */
  domains: string[];
  roleClaim: string | null;
  roles: { value: string; role: string }[];
  /** Scopes that it is asked for beside the usual ones. */
  scopes: string[];
  trustEmail: boolean;
}

/** A setting that prevents the start; `message` is one line that says what to do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = Record<string, string | undefined>;

interface Setting {
  name: string;
  /** As `overheard config` and .env.example show it. */
  fallback: string;
  says: string;
  secret?: boolean;
}

const vendor = (prefix: string, who: string): Setting[] => [
  { name: `${prefix}_API_KEY`, fallback: "", says: `API key for ${who}`, secret: true },
  { name: `${prefix}_BASE_URL`, fallback: "", says: `different base URL for ${who}` },
  { name: `${prefix}_MODEL`, fallback: "", says: `different model of ${who}` },
];

const vendors = providers.flatMap((provider) => {
  const vendor = vendorOf(provider);
  return vendor ? [{ provider, ...vendor }] : [];
});

/** Every variable that the program reads, in the order of `.env.example`. */
export const settings: readonly Setting[] = [
  {
    name: "NODE_ENV",
    fallback: "",
    says: "`production` rejects placeholder secrets, and plain http (but on loopback) for this server, JWKS_URL and Reddit",
  },
  { name: "HOST", fallback: "127.0.0.1", says: "address to listen on" },
  { name: "PORT", fallback: "8787", says: "port to listen on" },
  {
    name: "DATABASE_URL",
    fallback: "",
    says: "PostgreSQL 15 or newer; without it, the embedded store",
    secret: true,
  },
  {
    name: "OVERHEARD_DATA_DIR",
    fallback: "./.overheard",
    says: "folder of the embedded store, the secret, the lock and the socket",
  },
  {
    name: "OVERHEARD_BASE_URL",
    fallback: "",
    says: "public address of the API; default: http://HOST:PORT, with localhost where HOST is 0.0.0.0 or ::",
  },
  { name: "OVERHEARD_SITE_URL", fallback: "", says: "public address of the pages; default: the base URL" },
  {
    name: "OVERHEARD_SECRET",
    fallback: "",
    says: "at least 32 random characters, for signing and encryption; required with DATABASE_URL",
    secret: true,
  },
  {
    name: "OVERHEARD_SECRET_PREVIOUS",
    fallback: "",
    says: "the secret before OVERHEARD_SECRET, while it is being replaced: see docs/operating.md",
    secret: true,
  },
  { name: "OVERHEARD_KEY_PREFIX", fallback: "oh", says: "prefix of API keys" },
  {
    name: "OVERHEARD_PASSWORDS",
    fallback: "on",
    says: "`off`: people sign in with the identity provider of OIDC_ISSUER alone",
  },
  { name: "OVERHEARD_SIGN_UP", fallback: "closed", says: "`open` lets anybody create an account" },
  {
    name: "OVERHEARD_SESSION_IDLE_HOURS",
    fallback: "168",
    says: "hours without use after which people are signed out, 1 to 8,760",
  },
  {
    name: "OVERHEARD_SESSION_MAX_HOURS",
    fallback: "720",
    says: "hours after which people must sign in again, 1 to 8,760",
  },
  {
    name: "OVERHEARD_MONTHLY_SPEND_USD",
    fallback: "100",
    says: "most that all engines together may cost in a month",
  },
  { name: "OVERHEARD_PLANS", fallback: "off", says: "`on`, or a JSON file with plans: see docs/plans.md" },
  {
    name: "OVERHEARD_LIMITS",
    fallback: "shared",
    says: "`memory` counts in each process: right for a single server on PostgreSQL",
  },
  {
    name: "OVERHEARD_RATE_LIMIT_SCALE",
    fallback: "1",
    says: "multiplies every rate limit; 0 switches them off",
  },
  { name: "OVERHEARD_RATE_LIMITS", fallback: "", says: "JSON file with limits by class: see docs/limits.md" },
  { name: "OVERHEARD_RUNS_AT_ONCE", fallback: "3", says: "analyses that a user may have running at once" },
  {
    name: "OVERHEARD_ANALYZE_REUSE_SECONDS",
    fallback: "0",
    says: "reuse a finished report of up to this age",
  },
  {
    name: "OVERHEARD_OUTBOUND_ALLOW",
    fallback: "",
    says: "private addresses that may be fetched: host:port,…",
  },
  {
    name: "HTTPS_PROXY",
    fallback: "",
    says: "proxy that everything outside is reached through, http:// or https://; HTTP_PROXY where it is not set",
    secret: true,
  },
  { name: "HTTP_PROXY", fallback: "", says: "the same, where HTTPS_PROXY is not set", secret: true },
  {
    name: "NO_PROXY",
    fallback: "",
    says: "what is reached directly: hosts and what is below them, host:port, addresses, ranges; this machine and private addresses always are",
  },
  {
    name: "OVERHEARD_PROXY_RESOLVES",
    fallback: "off",
    says: "`on`: names unknown here are left to the proxy, which must itself refuse addresses of your network",
  },
  { name: "OVERHEARD_CRAWL_PAGES", fallback: "200", says: "most pages in one crawl" },
  { name: "OVERHEARD_CRAWL_SECONDS", fallback: "120", says: "longest duration of one crawl" },
  {
    name: "OVERHEARD_CRAWL_DELAY_MS",
    fallback: "250",
    says: "pause between two requests to one site; its robots.txt may ask for more; 0 is impolite",
  },
  { name: "OVERHEARD_CRAWL_AT_ONCE", fallback: "4", says: "requests to one site at once" },
  {
    name: "OVERHEARD_WORKER",
    fallback: "on",
    says: "`off`: this process serves requests only, and runs no jobs",
  },
  {
    name: "OVERHEARD_SCHEDULE_SPREAD",
    fallback: "on",
    says: "`off`: all scheduled runs start at 06:00 sharp instead of spread over the hour",
  },
  {
    name: "OVERHEARD_SHARED_ENGINES",
    fallback: "on",
    says: "`off`: each organization asks with its own keys only",
  },
  { name: "OVERHEARD_ENGINE_TIMEOUT_SECONDS", fallback: "90", says: "longest wait for an answer" },
  {
    name: "OVERHEARD_ENGINE_LIMITS",
    fallback: "",
    says: "provider=concurrent/per minute,… such as chatgpt=50/500; default: by vendor",
  },
  {
    name: "OVERHEARD_SHUTDOWN_NOTICE_SECONDS",
    fallback: "",
    says: "after SIGTERM, time in which /readyz answers 503 but requests are still accepted; default: 5 with DATABASE_URL, else 0",
  },
  {
    name: "OVERHEARD_SHUTDOWN_GRACE_SECONDS",
    fallback: "10",
    says: "time from the signal in which requests and engine calls in progress can finish",
  },
  {
    name: "OVERHEARD_SANDBOX_SEED",
    fallback: "1",
    says: "seed of the sandbox; another number gives other made-up answers",
  },
  {
    name: "OVERHEARD_METRICS_PORT",
    fallback: "",
    says: "port of /metrics, /healthz and /readyz, for workers too; default: the main port, /metrics with a token only",
  },
  {
    name: "OVERHEARD_METRICS_TOKEN",
    fallback: "",
    says: "bearer token for /metrics; required unless HOST is a loopback address",
    secret: true,
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: "",
    says: "OpenTelemetry collector that gets traces and metrics by OTLP over HTTP, such as http://127.0.0.1:4318",
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: "",
    says: "headers for it: name=value,… with values percent-encoded",
    secret: true,
  },
  { name: "OTEL_SERVICE_NAME", fallback: "overheard", says: "name under which it shows this server" },
  { name: "OTEL_TRACES_SAMPLER_ARG", fallback: "1", says: "share of traces that are recorded, 0 to 1" },
  { name: "OVERHEARD_LOG_LEVEL", fallback: "info", says: "trace, debug, info, warn, error, silent" },
  {
    name: "OVERHEARD_TRUSTED_PROXIES",
    fallback: "0",
    says: "number of reverse proxies in front, for X-Forwarded-For",
  },
  {
    name: "OVERHEARD_CORS_ORIGINS",
    fallback: "",
    says: "origins of web pages that may call the API: origin,…; default: the site URL",
  },
  ...vendors.flatMap(({ settings, name, provider }) =>
    vendor(settings, name.toLowerCase() === provider ? name : `${name} (${provider})`),
  ),
  {
    name: "LOCAL_LLM_URL",
    fallback: "",
    says: "an OpenAI-compatible server: Ollama, vLLM, LM Studio (local)",
  },
  { name: "LOCAL_LLM_MODEL", fallback: "", says: "model of that server; default: the first it lists" },
  {
    name: "LOCAL_LLM_API_KEY",
    fallback: "",
    says: "API key for that server, if it requires one",
    secret: true,
  },
  {
    name: "REDDIT_CLIENT_ID",
    fallback: "",
    says: "client id of a Reddit app, to search Reddit for opportunities",
  },
  { name: "REDDIT_CLIENT_SECRET", fallback: "", says: "client secret of that app", secret: true },
  { name: "REDDIT_BASE_URL", fallback: "", says: "different base URL for Reddit's API" },
  {
    name: "JWT_ISSUER",
    fallback: "",
    says: "issuer of an identity provider, instead of the built-in accounts",
  },
  { name: "JWT_AUDIENCE", fallback: "", says: "audience that its tokens must name" },
  { name: "JWKS_URL", fallback: "", says: "address of its keys (JWKS)" },
  {
    name: "OIDC_ISSUER",
    fallback: "",
    says: "issuer of an OpenID Connect provider to sign in with: see docs/sign-in.md",
  },
  { name: "OIDC_CLIENT_ID", fallback: "", says: "client id of this server there" },
  { name: "OIDC_CLIENT_SECRET", fallback: "", says: "client secret of this server there", secret: true },
  { name: "OIDC_NAME", fallback: "", says: "what people call that provider; default: its host name" },
  {
    name: "OIDC_DOMAINS",
    fallback: "",
    says: "domains whose addresses get an account: example.com,…; `*`: any; default: none, accounts are made first",
  },
  {
    name: "OIDC_ROLE_CLAIM",
    fallback: "",
    says: "claim that says what somebody may be here, such as groups",
  },
  {
    name: "OIDC_ROLES",
    fallback: "",
    says: "role for each value of that claim: admins=admin,marketing=editor,*=viewer; nobody else gets in",
  },
  {
    name: "OIDC_SCOPES",
    fallback: "",
    says: "further scopes that bring that claim, separated by spaces; a scope that is named as the claim is asked for by itself",
  },
  {
    name: "OIDC_TRUST_EMAIL",
    fallback: "off",
    says: "`on`: take addresses without email_verified too, as Microsoft Entra ID sends them",
  },
  {
    name: "SMTP_URL",
    fallback: "",
    says: "mail server for password links and invitations: smtps://USER:PASSWORD@HOST, or smtp:// with STARTTLS",
    secret: true,
  },
  { name: "MAIL_FROM", fallback: "", says: "sender of that mail, such as Overheard <overheard@example.com>" },
];

const fallbacks = new Map(settings.map((setting) => [setting.name, setting.fallback]));

/** Settings of the version before, which stop no start until the next one. */
const formerSettings: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: "It named a replica for reading; everything is read from DATABASE_URL.",
  OVERHEARD_SLOW_STATEMENT_MS:
    "It logged slow statements; PostgreSQL does that itself with log_min_duration_statement.",
  VALKEY_URL:
    "It had requests counted in Valkey; they are counted in PostgreSQL, or in the process without DATABASE_URL.",
};

/** Files with the values of secret settings, as Docker and Kubernetes mount them. */
const fileSettings: ReadonlyMap<string, string> = new Map(
  settings.flatMap(({ name, secret }) => (secret ? [[`${name}_FILE`, name]] : [])),
);

/** With what is in the files that `…_FILE` names, and without those names where they were read. Throws ConfigError. */
function withSecretFiles(environment: Environment): Environment {
  const read: Environment = {};
  for (const [file, name] of fileSettings) {
    const path = environment[file]?.trim();
    if (!path) continue;
    // Where a script has read the file into the setting, the server may not be able to.
    if (environment[name]?.trim()) continue;
    read[file] = "";
    read[name] = textOfFile(path, file);
    if (read[name].trim() === "") throw new ConfigError(`${file} names a file that is empty.`);
  }
  return { ...environment, ...read };
}

/** Environment → Config. Throws ConfigError with one line for a malformed or unknown setting. */
export function readConfig(variables: Environment): Config {
  refuseUnknown(variables);
  const environment = withSecretFiles(variables);
  refuseQuoted(environment);
  refuseUnfilled(environment);
  const text = (name: string) => environment[name]?.trim() || (fallbacks.get(name) ?? "");
  const optional = (name: string) => text(name) || null;
  const host = listeningHost(text("HOST"));
  const port = number(text("PORT"), "PORT", { integer: true, max: 65_535 });
  const production = text("NODE_ENV") === "production";
  if (!production && /^prod/i.test(text("NODE_ENV")))
    throw new ConfigError("NODE_ENV must be written `production`.");
  if (production && isEveryAddress(host) && text("OVERHEARD_BASE_URL") === "")
    throw new ConfigError(
      `OVERHEARD_BASE_URL must be set in production where HOST is ${host}: it is the https address that people use.`,
    );
  const own = `http://${isEveryAddress(host) ? "localhost" : host.includes(":") ? `[${host.replace(/%.*$/, "")}]` : host}:${port}`;
  const baseUrl = publicAddress(text("OVERHEARD_BASE_URL") || own, "OVERHEARD_BASE_URL", production);
  const siteUrl = publicAddress(text("OVERHEARD_SITE_URL") || baseUrl, "OVERHEARD_SITE_URL", production);
  const database = databaseUrl(optional("DATABASE_URL"));
  const config: Config = {
    production,
    host,
    port,
    databaseUrl: database.databaseUrl,
    dataDir: resolve(text("OVERHEARD_DATA_DIR")),
    baseUrl,
    siteUrl,
    secret: secret(optional("OVERHEARD_SECRET"), production),
    previousSecret: optional("OVERHEARD_SECRET_PREVIOUS"),
    keyPrefix: shaped(
      text("OVERHEARD_KEY_PREFIX"),
      /^[a-z][a-z0-9]{1,11}$/,
      "OVERHEARD_KEY_PREFIX",
      "2 to 12 lower-case letters or digits, a letter first",
    ),
    signUp: oneOf(text("OVERHEARD_SIGN_UP"), ["open", "closed"], "OVERHEARD_SIGN_UP"),
    sessions: sessionLives(text),
    monthlySpendUsd: number(text("OVERHEARD_MONTHLY_SPEND_USD"), "OVERHEARD_MONTHLY_SPEND_USD"),
    ...planTable(text("OVERHEARD_PLANS")),
    limits: oneOf(text("OVERHEARD_LIMITS"), ["shared", "memory"], "OVERHEARD_LIMITS"),
    rateLimitScale: number(text("OVERHEARD_RATE_LIMIT_SCALE"), "OVERHEARD_RATE_LIMIT_SCALE"),
    rateLimits: rateLimits(optional("OVERHEARD_RATE_LIMITS")),
    runsAtOnce: number(text("OVERHEARD_RUNS_AT_ONCE"), "OVERHEARD_RUNS_AT_ONCE", { integer: true, min: 1 }),
    analyzeReuseSeconds: number(text("OVERHEARD_ANALYZE_REUSE_SECONDS"), "OVERHEARD_ANALYZE_REUSE_SECONDS"),
    outboundAllow: list(text("OVERHEARD_OUTBOUND_ALLOW")).map(hostAndPort),
    proxy: outboundProxy(environment, text("OVERHEARD_PROXY_RESOLVES")),
    crawl: {
      pagesMax: number(text("OVERHEARD_CRAWL_PAGES"), "OVERHEARD_CRAWL_PAGES", {
        integer: true,
        min: 1,
        max: 2_000,
      }),
      timeMs:
        1000 * number(text("OVERHEARD_CRAWL_SECONDS"), "OVERHEARD_CRAWL_SECONDS", { min: 1, max: 3_600 }),
      delayMs: number(text("OVERHEARD_CRAWL_DELAY_MS"), "OVERHEARD_CRAWL_DELAY_MS", { max: 60_000 }),
      atOnce: number(text("OVERHEARD_CRAWL_AT_ONCE"), "OVERHEARD_CRAWL_AT_ONCE", {
        integer: true,
        min: 1,
        max: 16,
      }),
    },
    worker: oneOf(text("OVERHEARD_WORKER"), ["on", "off"], "OVERHEARD_WORKER") === "on",
    spreadSchedules:
      oneOf(text("OVERHEARD_SCHEDULE_SPREAD"), ["on", "off"], "OVERHEARD_SCHEDULE_SPREAD") === "on",
    engineTimeoutMs:
      1000 *
      number(text("OVERHEARD_ENGINE_TIMEOUT_SECONDS"), "OVERHEARD_ENGINE_TIMEOUT_SECONDS", {
        min: 1,
        max: 600,
      }),
    shutdown: shutdown(text, optional("DATABASE_URL") !== null),
    engines: engineSettings(optional, engineLimits(list(text("OVERHEARD_ENGINE_LIMITS")))),
    sharedEngines:
      oneOf(text("OVERHEARD_SHARED_ENGINES"), ["on", "off"], "OVERHEARD_SHARED_ENGINES") === "on",
    sandboxSeed: number(text("OVERHEARD_SANDBOX_SEED"), "OVERHEARD_SANDBOX_SEED", { integer: true }),
    reddit: redditApp(optional, production),
    jwt: identityProvider(optional, production),
    ...signingIn(text),
    mail: mailServer(optional),
    metrics: metrics(optional, host, port),
    telemetry: telemetry(text),
    logLevel: oneOf(
      text("OVERHEARD_LOG_LEVEL"),
      ["trace", "debug", "info", "warn", "error", "silent"],
      "OVERHEARD_LOG_LEVEL",
    ),
    secrets: settings.flatMap(({ name, secret }) => (secret ? secretsOf(text(name)) : [])),
    trustedProxies: number(text("OVERHEARD_TRUSTED_PROXIES"), "OVERHEARD_TRUSTED_PROXIES", { integer: true }),
    corsOrigins:
      list(text("OVERHEARD_CORS_ORIGINS")).length > 0
        ? list(text("OVERHEARD_CORS_ORIGINS")).map(pageOrigin)
        : [siteUrl],
    idleSettings: [
      ...Object.entries(formerSettings)
        .filter(([name]) => environment[name]?.trim())
        .map(([name, did]) => ({
          says: `${name} does nothing in this version. ${did}`,
          remedy: "Unset it.",
        })),
      ...doubtsOf(environment, text("OVERHEARD_DATA_DIR")),
      ...database.ignored.map((name) => ({
        says: `The parameter ${name} of DATABASE_URL does nothing: it is not read here.`,
        remedy: "Take it out of the address.",
      })),
    ],
  };
  if (config.jwt && config.oidc)
    throw new ConfigError(
      "OIDC_ISSUER signs people in to the built-in accounts, and JWT_ISSUER takes their place: set one of them.",
    );
  if (config.databaseUrl && !config.secret) {
    throw new ConfigError(
      "OVERHEARD_SECRET is needed with DATABASE_URL: set it to at least 32 random characters, the same for every process, or to the secret that this store was used with.",
    );
  }
  if (config.previousSecret && (!config.secret || config.secret === config.previousSecret))
    throw new ConfigError(
      "OVERHEARD_SECRET_PREVIOUS is the secret before OVERHEARD_SECRET: set OVERHEARD_SECRET to another one, or leave it out.",
    );
  return config;
}

/** Most variables that are doubted by their names. */
const doubtsMax = 12;

/** What is set and does not do what it seems to. */
function doubtsOf(environment: Environment, dataDir: string): Config["idleSettings"] {
  const readVariable = (name: string) => (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
  const isSet = (name: string): boolean => (environment[name]?.trim() ?? "") !== "";
  const doubts = Object.keys(environment)
    .filter((name) => isSet(name) && !(name in formerSettings))
    .flatMap((name) => {
      const setting = meantSetting(name, [...fallbacks.keys()]);
      if (setting === null || isSet(setting)) return [];
      const remedy = /_FILE$/i.test(name)
        ? `Set ${setting} to what that file holds.`
        : `If it is meant for this server, set ${setting}.`;
      return [{ says: `${name} does nothing here.`, remedy }];
    })
    .slice(0, doubtsMax);
  for (const [file, name] of fileSettings)
    if (isSet(file) && isSet(name))
      doubts.push({ says: `${file} does nothing, as ${name} is set too.`, remedy: "Unset one of them." });
  if (readVariable("ALL_PROXY") && !readVariable("HTTPS_PROXY") && !readVariable("HTTP_PROXY"))
    doubts.push({ says: "ALL_PROXY does nothing here.", remedy: "Set HTTPS_PROXY to that proxy." });
  // Whole networks share one list, so that what it has for other programs ends no start.
  for (const entry of proxyExceptions(readVariable("NO_PROXY")).filter((each) => exceptionIn(each) === null))
    doubts.push({
      says: `The entry ${entry.slice(0, 100)} of NO_PROXY does nothing: it is no host, host:port, address or range.`,
      remedy: "Write it like example.com, example.com:8443, 203.0.113.7 or 203.0.113.0/24.",
    });
  if (readVariable("NODE_TLS_REJECT_UNAUTHORIZED") === "0")
    doubts.push({
      says: "NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody in between read and change what is sent.",
      remedy: "Unset it, and name your own authority's file in NODE_EXTRA_CA_CERTS.",
    });
  const authorities = environment.NODE_EXTRA_CA_CERTS?.trim() ?? "";
  const lost = authorities === "" ? null : withoutCertificate(authorities);
  if (lost)
    doubts.push({
      says: `${lost} No authority of your own is trusted.`,
      remedy: "Name a file of certificates in PEM that this user may read.",
    });
  if (
    isSet("SSL_CERT_FILE") &&
    authorities === "" &&
    environment.NODE_USE_SYSTEM_CA !== "1" &&
    !/--use-(?:openssl|system)-ca/.test([environment.NODE_OPTIONS, ...process.execArgv].join(" "))
  )
    doubts.push({
      says: "SSL_CERT_FILE does nothing here.",
      remedy: "If it names an authority of your own, set NODE_EXTRA_CA_CERTS to that file.",
    });
  if (dataDir.startsWith("~"))
    doubts.push({
      says: "OVERHEARD_DATA_DIR begins with ~, which is taken for the name of a folder here.",
      remedy: "Write the whole path.",
    });
  return doubts;
}

/** Node passes over a file that it cannot use with a line of its own, and goes on. */
function withoutCertificate(path: string): string | null {
  try {
    const isCertificate = textOfFile(path, "NODE_EXTRA_CA_CERTS").includes("-----BEGIN CERTIFICATE-----");
    return isCertificate ? null : "NODE_EXTRA_CA_CERTS names a file without a certificate in PEM.";
  } catch (error) {
    return (error as ConfigError).message;
  }
}

function listeningHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host)) return host;
  throw new ConfigError(
    "HOST must be an IP address or the name of this machine, without http://, port and path, such as 0.0.0.0 or ::.",
  );
}

/** Schemes of pages that anybody can make, and that browsers give no origin. */
const withoutOrigin = ["file:", "data:", "javascript:", "blob:", "about:"];

/** An origin as browsers send it. Apps and extensions have schemes of their own, such as app://obsidian.md. */
function pageOrigin(text: string): string {
  const url = URL.parse(text);
  if (text === "*") return text;
  const isApps = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*\\]+$/i.test(text) && !/^(?:https?|wss?|ftp):/i.test(text);
  if (url && isApps && !withoutOrigin.includes(url.protocol)) return `${url.protocol}//${url.host}`;
  if (
    url &&
    ["http:", "https:"].includes(url.protocol) &&
    !text.includes("*") &&
    url.href === `${url.origin}/`
  )
    return url.origin;
  throw new ConfigError(
    "OVERHEARD_CORS_ORIGINS must be origins such as https://app.example.com or app://obsidian.md, separated by commas, each without a path and with one host; or * alone.",
  );
}

/** Without use, nobody stays signed in for longer than in all. The app renews a session within the hour. */
function sessionLives(text: (name: string) => string): Config["sessions"] {
  const hours = (name: string) => number(text(name), name, { min: 1, max: 8_760 });
  const maxSeconds = 3_600 * hours("OVERHEARD_SESSION_MAX_HOURS");
  return { idleSeconds: Math.min(maxSeconds, 3_600 * hours("OVERHEARD_SESSION_IDLE_HOURS")), maxSeconds };
}

function metrics(
  optional: (name: string) => string | null,
  host: string,
  mainPort: number,
): Config["metrics"] {
  const [port, token] = [optional("OVERHEARD_METRICS_PORT"), optional("OVERHEARD_METRICS_TOKEN")];
  if (port !== null && token === null && !isLoopback(host === "::1" ? "[::1]" : host)) {
    throw new ConfigError(
      "OVERHEARD_METRICS_TOKEN is required with OVERHEARD_METRICS_PORT unless HOST is a loopback address.",
    );
  }
  if (token !== null)
    shaped(token, /^[\x21-\x7e]+$/, "OVERHEARD_METRICS_TOKEN", "plain ASCII without spaces");
  if (port === null) return { port, token };
  const own = number(port, "OVERHEARD_METRICS_PORT", { integer: true, max: 65_535 });
  if (own !== 0 && own === mainPort)
    throw new ConfigError("OVERHEARD_METRICS_PORT must be another port than PORT.");
  return { port: own, token };
}

function telemetry(text: (name: string) => string): Config["telemetry"] {
  const endpoint = text("OTEL_EXPORTER_OTLP_ENDPOINT");
  const share = number(text("OTEL_TRACES_SAMPLER_ARG"), "OTEL_TRACES_SAMPLER_ARG", { max: 1 });
  if (!endpoint) return null;
  const pairs = list(text("OTEL_EXPORTER_OTLP_HEADERS")).map((pair) => {
    const [, name, value = ""] = /^([!#$%&'*+.^`|~\w-]+)\s*=\s*([\x21-\x7e]*)$/.exec(pair) ?? [];
    const decoded = percentDecoded(value);
    if (name && decoded !== null) return [name, decoded] as const;
    throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS must be like name=value,name=value.");
  });
  return {
    // The paths below it are each signal's, and are added.
    endpoint: origin(endpoint, "OTEL_EXPORTER_OTLP_ENDPOINT").replace(/\/v1\/(?:traces|metrics|logs)$/, ""),
    headers: Object.fromEntries(pairs),
    serviceName: text("OTEL_SERVICE_NAME"),
    share,
  };
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Servers that share a store may have a load balancer in front, which needs a look or two to see that one is ending. */
const balancersLookSeconds = "5";

function shutdown(text: (name: string) => string, shared: boolean): Config["shutdown"] {
  const [notice, grace] = ["OVERHEARD_SHUTDOWN_NOTICE_SECONDS", "OVERHEARD_SHUTDOWN_GRACE_SECONDS"] as const;
  const noticeMs = 1000 * number(text(notice) || (shared ? balancersLookSeconds : "0"), notice, { max: 300 });
  const graceMs = 1000 * number(text(grace), grace, { min: 1, max: 900 });
  if (noticeMs <= graceMs) return { noticeMs, graceMs };
  throw new ConfigError(`${grace} must not be less than ${notice}: both begin with the signal.`);
}

/** Programs write these names in capitals or not. */
function outboundProxy(environment: Environment, resolves: string): Config["proxy"] {
  const readVariable = (name: string) => (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
  const name = readVariable("HTTPS_PROXY") ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = readVariable(name);
  const isOn = oneOf(resolves, ["on", "off"], "OVERHEARD_PROXY_RESOLVES") === "on";
  if (text === "") return null;
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  const isCut = url === null ? text.includes("@") : `${url.pathname}${url.search}${url.hash}`.includes("@");
  if (isCut || !isEncoded(`${url?.username}${url?.password}`))
    throw new ConfigError(
      `${name} cannot be read as an address; write / ? # @ and % in its password as %2F %3F %23 %40 %25.`,
    );
  if (url && /^socks\w*:$/.test(url.protocol))
    throw new ConfigError(
      `${name} is the address of a SOCKS proxy, which cannot be used: give that of an HTTP proxy, such as http://proxy.example.com:3128.`,
    );
  if (!url || !["http:", "https:"].includes(url.protocol) || url.hostname === "")
    throw new ConfigError(
      `${name} must be the http or https address of a proxy, such as http://proxy.example.com:3128, with % in its user and password as %25.`,
    );
  return { url: url.href, except: proxyExceptions(readVariable("NO_PROXY")), resolves: isOn };
}

const proxyExceptions = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/**
 * Whether Kubernetes set it in every pod beside a Service, or Docker beside a linked container, that is named like a
 * setting's beginning. Source: "Discovering services", and Docker's "Legacy container links".
 */
const isServiceLink = (name: string, value = ""): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$/.test(name) ||
  /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT(_START|_END)?|ADDR))?$/.test(name) ||
  (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//i.test(value)) ||
  (/_NAME$/.test(name) && /^\/[\w.-]+\/[\w.-]+$/.test(value)) ||
  /^OVERHEARD_(\w+_)?ENV_/.test(name);

function refuseUnknown(environment: Environment): void {
  const ours = Object.entries(environment).filter(([name]) => name.startsWith("OVERHEARD_"));
  const linked = ours.find(([name, value]) => fallbacks.has(name) && isServiceLink(name, value));
  if (linked)
    throw new ConfigError(
      `${linked[0]} is the address of a Service that is named so, set by Kubernetes: put \`enableServiceLinks: false\` into the pod's spec, or set ${linked[0]} there.`,
    );
  const unknown = ours.find(
    ([name, value]) =>
      !fallbacks.has(name) &&
      !fileSettings.has(name) &&
      !(name in formerSettings) &&
      !isServiceLink(name, value),
  )?.[0];
  if (!unknown) return;
  const bare = unknown.replace(/^OVERHEARD_/, "");
  const suggestion = fallbacks.has(bare) ? bare : meantName(unknown, [...fallbacks.keys()]);
  throw new ConfigError(
    `${unknown} is not a setting${suggestion ? `: did you mean ${suggestion}?` : "."} \`npm run -s overheard -- config\` lists all settings.`,
  );
}

/** Values that may begin and end with a quotation mark: they are compared or shown as they are. */
const opaque: ReadonlySet<string> = new Set([
  "OVERHEARD_SECRET",
  "OVERHEARD_SECRET_PREVIOUS",
  "OVERHEARD_METRICS_TOKEN",
  "OIDC_NAME",
  "OIDC_CLIENT_SECRET",
]);

/** Where no shell reads a value, its quotation marks are part of it: Docker's --env-file, systemd's credentials. */
function refuseQuoted(environment: Environment): void {
  const quoted = [...fallbacks.keys()].find(
    (name) => !opaque.has(name) && /^(["'`]).*\1$/s.test(environment[name]?.trim() ?? ""),
  );
  if (quoted)
    throw new ConfigError(
      `${quoted} stands in quotation marks, which are taken for a part of it: take them away.`,
    );
}

/** What stands in a file where only a shell, compose or whoever copied it fills it in. */
const unfilled = /\$\{\w+\}|^\$\(|^(?:\$[A-Za-z_]\w*|%\w+%|<[^>@]*>)$/;

function refuseUnfilled(environment: Environment): void {
  const name = [...fallbacks.keys()].find(
    (each) => !opaque.has(each) && unfilled.test(environment[each]?.trim() ?? ""),
  );
  if (name) throw new ConfigError(`${name} is a variable that nothing has filled in.`);
}

function number(
  text: string,
  name: string,
  bounds: { integer?: boolean; min?: number; max?: number } = {},
): number {
  const value = Number(text);
  const { integer = false, min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  if (text !== "" && value >= min && value <= max && (!integer || Number.isInteger(value))) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new ConfigError(
    `${name} must be ${integer ? "a whole number" : "a number"} ${range}${/\d/.test(text) && !Number.isFinite(value) ? ", without a unit, a comma or anything else" : ""}${notThis(text)}.`,
  );
}

/** What was set in its place, if it is too short and plain for a secret of another setting. */
const notThis = (text: string): string => (/^[\w.:*/=+%$€-]{1,11}$/.test(text) ? `, not ${text}` : "");

function oneOf<const T extends string>(text: string, allowed: readonly T[], name: string): T {
  const match = allowed.find((value) => value === text);
  if (match) return match;
  throw new ConfigError(`${name} must be ${oneInWords(allowed)}.`);
}

function shaped(text: string, shape: RegExp, name: string, says: string): string {
  if (shape.test(text)) return text;
  throw new ConfigError(`${name} must be ${says}.`);
}

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

function hostAndPort(text: string): string {
  if (/^[^\s/@?#]+:\d{1,5}$/.test(text) && URL.canParse(`http://${text}`)) return text;
  const why = text.includes("*")
    ? "There are no wildcards: name each host."
    : /:\/\//.test(text)
      ? "Leave out what stands before the host, such as https://."
      : /:\d+$/.test(text)
        ? ""
        : "A port is missing.";
  throw new ConfigError(
    `OVERHEARD_OUTBOUND_ALLOW must be hosts with ports, such as 127.0.0.1:8080,cms.lan:443${notThis(text)}. ${why}`.trim(),
  );
}

function origin(text: string, name: string): string {
  const url = URL.parse(text);
  if (url && ["http:", "https:"].includes(url.protocol) && !url.search && !url.hash && !hasCredentials(url)) {
    const address = url.href.replace(/\/+$/, "");
    const [path] = /\/(?:chat\/completions|completions|responses|messages)$/.exec(address) ?? [];
    if (path)
      throw new ConfigError(
        `${name} ends in ${path}, which is put behind it: give what stands before that, such as https://llm.example.com/v1.`,
      );
    return address;
  }
  if (!/^https?:\/\//i.test(text))
    throw new ConfigError(
      `${name} must be an http or https address: it must begin with http:// or https://.`,
    );
  throw new ConfigError(`${name} must be an http or https address without credentials or query.`);
}

const hasCredentials = ({ username, password }: URL): boolean => username !== "" || password !== "";

/** Where people and assistants reach this server: they send passwords and tokens there. */
function publicAddress(text: string, name: string, production: boolean): string {
  const address = origin(text, name);
  const { protocol, hostname, pathname } = new URL(address);
  if (hostname.includes("*")) throw new ConfigError(`${name} must name one host, without *.`);
  if (pathname !== "/")
    throw new ConfigError(
      `${name} must have no path: pages and assistants find this server at the root of a host, so give it a name of its own, such as https://overheard.example.com.`,
    );
  if (!production || protocol === "https:" || isLoopback(hostname)) return address;
  throw new ConfigError(`${name} must be https in production, e.g. https://overheard.example.`);
}

function databaseUrl(text: string | null): { databaseUrl: string | null; ignored: string[] } {
  if (text === null) return { databaseUrl: null, ignored: [] };
  const address = databaseAddress(text);
  if ("fault" in address) throw new ConfigError(`DATABASE_URL ${address.fault}`);
  return { databaseUrl: withPlainPassword(address.url, "DATABASE_URL"), ignored: address.ignored };
}

/**
 * A `/`, `?` or `#` in a password ends the host before it, and the rest would be shown as a path; a `%` is read with
 * what follows. A socket's address has no host.
 */
function withPlainPassword(text: string, name: string): string {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@localhost/"));
  if (url && !`${url.pathname}${url.hash}`.includes("@") && isEncoded(text)) return text;
  throw new ConfigError(
    `${name} cannot be read as an address; write / ? # @ and % in its password as %2F %3F %23 %40 %25.`,
  );
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function secret(text: string | null, production: boolean): string | null {
  if (text !== null && unfilled.test(text))
    throw new ConfigError("OVERHEARD_SECRET is a command or a variable that no shell has filled in.");
  if (text !== null && text.length < 32)
    throw new ConfigError("OVERHEARD_SECRET must have at least 32 characters.");
  if (production && text !== null && new Set(text).size < 10) {
    throw new ConfigError("OVERHEARD_SECRET is a placeholder; set it to at least 32 random characters.");
  }
  return text;
}

function textOfFile(path: string, name: string): string {
  try {
    return textOf(readFileSync(path), name);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === "ENOENT"
        ? `${name} names a file that is not there.`
        : `${name} names a file that cannot be read (${code}).`,
    );
  }
}

/** As editors and shells on Windows write it: with a byte order mark, or in UTF-16, which nothing here reads. */
function textOf(bytes: Buffer, name: string): string {
  if (/^(?:fffe|feff)/.test(bytes.toString("hex", 0, 2)))
    throw new ConfigError(`${name} names a file in UTF-16: save it in UTF-8.`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

function jsonFile(path: string, name: string): unknown {
  if (/^[{[]/.test(path))
    throw new ConfigError(`${name} must be the path of a JSON file, not what is in it.`);
  const text = textOfFile(path, name);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`The file that ${name} names is not valid JSON.`);
  }
}

function planTable(text: string): { plans: PlanTable; plansOn: boolean } {
  if (text === "off") return { plans: openPlans, plansOn: false };
  if (text === "on") return { plans: standardPlans, plansOn: true };
  if (/^(?:true|yes|1|false|no|0|on|off)$/i.test(text))
    throw new ConfigError("OVERHEARD_PLANS must be on, off, or the path of a JSON file with plans.");
  const plans = jsonFile(text, "OVERHEARD_PLANS");
  const fault = faultInPlans(plans);
  if (fault) throw new ConfigError(`OVERHEARD_PLANS: ${fault}`);
  return { plans: planTableOf(plans as GivenPlans), plansOn: true };
}

function rateLimits(path: string | null): Record<string, LimitRule> {
  const limits = path === null ? {} : jsonFile(path, "OVERHEARD_RATE_LIMITS");
  if (isTable(limits) && Object.entries(limits).every(([name, rule]) => isClass(name) && isRule(rule)))
    return { ...limitClasses, ...limits };
  throw new ConfigError(
    `OVERHEARD_RATE_LIMITS: the file must hold an object; each of ${Object.keys(limitClasses).join(", ")} takes {"limit": n, "windowSeconds": s}.`,
  );
}

const isTable = (value: unknown): value is Record<string, LimitRule> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isClass = (name: string): boolean => Object.hasOwn(limitClasses, name);

function isRule(rule: Partial<LimitRule> | null): boolean {
  const { limit, windowSeconds } = rule ?? {};
  return Number.isSafeInteger(limit) && limit! >= 0 && Number.isFinite(windowSeconds) && windowSeconds! > 0;
}

function identityProvider(optional: (name: string) => string | null, production: boolean): Config["jwt"] {
  const [issuer, audience, jwksUrl] = [
    optional("JWT_ISSUER"),
    optional("JWT_AUDIENCE"),
    optional("JWKS_URL"),
  ];
  if (!issuer && !audience && !jwksUrl) return null;
  if (!issuer || !audience || !jwksUrl)
    throw new ConfigError("JWT_ISSUER, JWT_AUDIENCE and JWKS_URL belong together: set all three.");
  const url = URL.parse(jwksUrl);
  if (!url || hasCredentials(url) || !isSafe(url, production)) {
    throw new ConfigError(
      "JWKS_URL must be an https address without credentials; plain http is accepted on this machine only, and not in production.",
    );
  }
  return { issuer, audience, jwksUrl };
}

/** No claim makes anybody an owner: an owner hands that over. */
const rolesByClaim = ["admin", "editor", "viewer"];

function signingIn(text: (name: string) => string): Pick<Config, "passwords" | "oidc"> {
  const passwords = oneOf(text("OVERHEARD_PASSWORDS"), ["on", "off"], "OVERHEARD_PASSWORDS") === "on";
  const [issuer, clientId, clientSecret] = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"].map(text);
  if (!issuer && !clientId && !clientSecret) {
    if (passwords) return { passwords, oidc: null };
    throw new ConfigError("OVERHEARD_PASSWORDS=off needs OIDC_ISSUER: nobody could sign in.");
  }
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three.",
    );
  const url = URL.parse(issuer);
  // Its tokens name it exactly, so it stays as written.
  if (!url || url.search || url.hash || hasCredentials(url) || !isSafe(url, false)) {
    throw new ConfigError(
      "OIDC_ISSUER must be an https address without credentials or query; plain http is accepted on this machine only.",
    );
  }
  if (url.pathname.includes("/.well-known/"))
    throw new ConfigError("OIDC_ISSUER must be the part before /.well-known/openid-configuration alone.");
  const domains = list(text("OIDC_DOMAINS")).map((domain) =>
    domain === "*" ? domain : domainToASCII(domain),
  );
  if (!domains.every((domain) => domain === "*" || /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain)))
    throw new ConfigError(
      "OIDC_DOMAINS must be like example.com,example.org, each in full and without @; or * for any.",
    );
  const roleClaim = text("OIDC_ROLE_CLAIM") || null;
  const roles = list(text("OIDC_ROLES")).map((item) => {
    const at = item.lastIndexOf("=");
    const [value, role] = [item.slice(0, at).trim(), item.slice(at + 1).trim()];
    if (at > 0 && rolesByClaim.includes(role)) return { value, role };
    throw new ConfigError(
      "OIDC_ROLES must be like admins=admin,marketing=editor,*=viewer: a value of the claim, =, and admin, editor or viewer.",
    );
  });
  if ((roleClaim === null) !== (roles.length === 0))
    throw new ConfigError("OIDC_ROLE_CLAIM and OIDC_ROLES belong together: set both.");
  const trustEmail = oneOf(text("OIDC_TRUST_EMAIL"), ["on", "off"], "OIDC_TRUST_EMAIL") === "on";
  const name = text("OIDC_NAME") || url.hostname;
  const scopes = text("OIDC_SCOPES")
    .split(/[\s,]+/)
    .filter(Boolean);
  // Source: RFC 6749 §3.3.
  if (!scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
    throw new ConfigError("OIDC_SCOPES must be names of scopes, separated by spaces, such as groups.");
  const rules = { domains, roleClaim, roles, trustEmail };
  return { passwords, oidc: { issuer, clientId, clientSecret, name, scopes, ...rules } };
}

function mailServer(optional: (name: string) => string | null): Config["mail"] {
  const [url, from] = [optional("SMTP_URL"), optional("MAIL_FROM")];
  if (!url && !from) return null;
  if (!url || !from) throw new ConfigError("SMTP_URL and MAIL_FROM belong together: set both.");
  const parsed = URL.parse(url);
  if (!parsed || !["smtp:", "smtps:"].includes(parsed.protocol) || parsed.hostname === "" || parsed.search)
    throw new ConfigError(
      "SMTP_URL must begin with smtps:// or smtp:// and name a host, such as smtps://user:password@smtp.example.com.",
    );
  withPlainPassword(url, "SMTP_URL");
  if (!/^(?:[^<>@\p{Cc}]{1,100} )?<?[^\s<>@]+@[^\s<>@]+>?$/u.test(from))
    throw new ConfigError(
      "MAIL_FROM must be an address, or a name and an address: Overheard <o@example.com>.",
    );
  return { url, from };
}

function redditApp(optional: (name: string) => string | null, production: boolean): Config["reddit"] {
  const [clientId, clientSecret] = [optional("REDDIT_CLIENT_ID"), optional("REDDIT_CLIENT_SECRET")];
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret)
    throw new ConfigError("REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET belong together: set both.");
  const customUrl = optional("REDDIT_BASE_URL");
  if (customUrl === null)
    return { clientId, clientSecret, authUrl: "https://www.reddit.com", apiUrl: "https://oauth.reddit.com" };
  const baseUrl = origin(customUrl, "REDDIT_BASE_URL");
  if (!isSafe(new URL(baseUrl), production)) {
    throw new ConfigError(
      "REDDIT_BASE_URL must be https; plain http is accepted on this machine only, and not in production.",
    );
  }
  return { clientId, clientSecret, authUrl: baseUrl, apiUrl: baseUrl };
}

/** Whether secrets may be sent there: over https, or within this machine outside production. */
function isSafe({ protocol, hostname }: URL, production: boolean): boolean {
  return protocol === "https:" || (isLoopback(hostname) && !production);
}

function optionalOrigin(optional: (name: string) => string | null, name: string): string | null {
  const url = optional(name);
  return url === null ? null : origin(url, name);
}

type EngineLimits = Map<string, Pick<EngineSettings, "concurrency" | "requestsPerMinute">>;

function engineLimits(items: readonly string[]): EngineLimits {
  return new Map(
    items.map((item) => {
      const [, provider, concurrency, requestsPerMinute] =
        /^(\w+)=([1-9]\d{0,4})\/([1-9]\d{0,6})$/.exec(item) ?? [];
      if (provider === undefined)
        throw new ConfigError(
          `OVERHEARD_ENGINE_LIMITS must be assistants with their calls at once and calls a minute, such as chatgpt=50/500,claude=20/100${notThis(item)}.`,
        );
      if (!(providers as readonly string[]).includes(provider))
        throw new ConfigError(
          `OVERHEARD_ENGINE_LIMITS names ${provider.slice(0, 40)}, which is no assistant: the names are ${providers.join(", ")}.`,
        );
      return [provider, { concurrency: Number(concurrency), requestsPerMinute: Number(requestsPerMinute) }];
    }),
  );
}

/** The key of a vendor, which goes into a header. Throws ConfigError for what no key is. */
function vendorKey(key: string | null, name: string): string | null {
  if (key === null) return null;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigError(
    `${name} must be the key alone, without Bearer, quotation marks, spaces and line breaks.`,
  );
}

function engineSettings(optional: (name: string) => string | null, limits: EngineLimits): EngineSettings[] {
  const withKeys = vendors.map(({ provider, settings }) => ({
    provider,
    apiKey: vendorKey(optional(`${settings}_API_KEY`), `${settings}_API_KEY`),
    baseUrl: optionalOrigin(optional, `${settings}_BASE_URL`),
    model: optional(`${settings}_MODEL`),
  }));
  const local = {
    provider: "local" as const,
    apiKey: vendorKey(optional("LOCAL_LLM_API_KEY"), "LOCAL_LLM_API_KEY"),
    baseUrl: optionalOrigin(optional, "LOCAL_LLM_URL"),
    model: optional("LOCAL_LLM_MODEL"),
  };
  const sandbox = { provider: "sandbox" as const, apiKey: null, baseUrl: null, model: null };
  return [...withKeys, local, sandbox].map((settings) => ({ ...settings, ...limits.get(settings.provider) }));
}

/** Of an address, what is secret is its password. */
function secretsOf(value: string): string[] {
  const { protocol, password } = URL.parse(value) ?? {};
  if (!protocol || !value.includes("://")) return value === "" ? [] : [value];
  return password ? [password, unescaped(password)] : [];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The current settings for `overheard config`, with secrets and the secret parts of addresses hidden. */
export function shownSettings(environment: Environment): { name: string; value: string; says: string }[] {
  return settings.map(({ name, fallback, says, secret }) => {
    const value = environment[name]?.trim();
    if (secret && !value && environment[`${name}_FILE`]?.trim()) return { name, value: "(in a file)", says };
    return { name, value: value ? (secret ? "(set)" : masked(value)) : fallback || "(none)", says };
  });
}

/** Hides what comes before an @ in an address, and the values of its query, however malformed it is. */
const masked = (text: string): string =>
  text.replace(/(\/\/).*@/, "$1(hidden)@").replaceAll(/([?&][^=&#]*=)[^&#]*/g, "$1(hidden)");
