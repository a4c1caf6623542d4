import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ConfigError, readConfig, shownSettings } from "./config.ts";
import { features, standardPlans } from "./server/api/access/plan.ts";

const secret = "a-secret-of-more-than-32-characters-0123456789";
const provider = { JWT_ISSUER: "https://id.example", JWT_AUDIENCE: "overheard" };

for (const [what, environment, says] of [
  ["a name that is no setting", { OVERHEARD_RUNS_AT_ONE: "5" }, /^OVERHEARD_RUNS_AT_ONE is not a setting/],
  [
    "a name that is nearly a setting",
    { OVERHEARD_DATADIR: "/data" },
    /^OVERHEARD_DATADIR is not a setting: did you mean OVERHEARD_DATA_DIR\?/,
  ],
  [
    "a setting of everybody's under our prefix",
    { OVERHEARD_DATABASE_URL: "postgres://db/o" },
    /did you mean DATABASE_URL\?/,
  ],
  [
    "an amount with its currency",
    { OVERHEARD_MONTHLY_SPEND_USD: "$50" },
    /^OVERHEARD_MONTHLY_SPEND_USD must be a number of 0 or more, .*not \$50\./,
  ],
  [
    "the address of a Service in the place of a setting",
    { OVERHEARD_METRICS_PORT: "tcp://10.96.0.7:80" },
    /^OVERHEARD_METRICS_PORT is the address of a Service that is named so, set by Kubernetes: put `enableServiceLinks: false`/,
  ],
  [
    "a proxy's user with a bare %",
    { HTTPS_PROXY: "http://us%er:hunter2@proxy:3128" },
    /^HTTPS_PROXY cannot be read .*%25/,
  ],
  [
    "pages that anybody can make as an origin",
    { OVERHEARD_CORS_ORIGINS: "null" },
    /^OVERHEARD_CORS_ORIGINS must be/,
  ],
  ["a file as an origin", { OVERHEARD_CORS_ORIGINS: "file://localhost" }, /^OVERHEARD_CORS_ORIGINS must be/],
  [
    "an app's page with a path as an origin",
    { OVERHEARD_CORS_ORIGINS: "app://obsidian.md/x" },
    /^OVERHEARD_CORS_ORIGINS must be/,
  ],
  [
    "every extension as an origin",
    { OVERHEARD_CORS_ORIGINS: "chrome-extension://*" },
    /^OVERHEARD_CORS_ORIGINS must be/,
  ],
  ["a service's port that somebody typed", { OVERHEARD_PORT: "8080" }, /did you mean PORT\?/],
  ["a number that is none", { OVERHEARD_RUNS_AT_ONCE: "many" }, /^OVERHEARD_RUNS_AT_ONCE must be/],
  ["a word that is not on the list", { OVERHEARD_WORKER: "yes" }, /^OVERHEARD_WORKER must be on or off\.$/],
  [
    "no secret in production",
    { NODE_ENV: "production", DATABASE_URL: "postgres://db/o" },
    /^OVERHEARD_SECRET/,
  ],
  [
    "a placeholder for a secret in production",
    { NODE_ENV: "production", OVERHEARD_SECRET: "change-me-change-me-change-me-change-me" },
    /^OVERHEARD_SECRET is a placeholder/,
  ],
  [
    "a short secret",
    { OVERHEARD_SECRET: "hunter2" },
    /^OVERHEARD_SECRET must have at least 32 characters\.$/,
  ],
  ["keys over plain http", { ...provider, JWKS_URL: "http://id.example/jwks" }, /^JWKS_URL/],
  ["half of an identity provider", provider, /^JWT_ISSUER, JWT_AUDIENCE and JWKS_URL belong together/],
  [
    "another database",
    { DATABASE_URL: "mysql://root:hunter2@db/o" },
    /^DATABASE_URL must be the address of a PostgreSQL server, .*no other database/,
  ],
  [
    "half a password that would be shown as a database's name",
    { DATABASE_URL: "postgres://me:12/hunter2@db/o" },
    /^DATABASE_URL cannot be read as an address/,
  ],
  [
    "a password with a bare %",
    { DATABASE_URL: "postgres://me:hunter2%x@db/o" },
    /% in its password as .* %25/,
  ],
  [
    "a password with half a letter",
    { DATABASE_URL: "postgres://me:%e9hunter2@db/o" },
    /^DATABASE_URL cannot/,
  ],
  [
    "a mode of TLS that is none",
    { DATABASE_URL: "postgres://me:hunter2@db/o?sslmode=bogus" },
    /^DATABASE_URL must have as sslmode verify-full \(.*\), no-verify \(it is not\) or disable/,
  ],
  [
    "a mode of TLS in capitals",
    { DATABASE_URL: "postgres://db/o?sslmode=Verify-Full" },
    /must have as sslmode/,
  ],
  ["a mode that the driver lacks", { DATABASE_URL: "postgres://db/o?sslmode=allow" }, /must have as sslmode/],
  [
    "two ports",
    { DATABASE_URL: "postgres://me:hunter2@db.example:5432:5433/overheard" },
    /^DATABASE_URL has two ports behind its host/,
  ],
  [
    "an IPv6 address without brackets",
    { DATABASE_URL: "postgres://me:hunter2@2001:db8::1/overheard" },
    /^DATABASE_URL has two ports .*\[::1\]/,
  ],
  [
    "a socket's folder in the place of the name",
    { DATABASE_URL: "postgres://me:hunter2@/cloudsql/p:r:i/overheard" },
    /^DATABASE_URL has a folder where the name .*\?host=\/run\/postgresql\.$/,
  ],
  [
    "a socket as other drivers have it",
    { DATABASE_URL: "postgres://me@/overheard?unix_sock=/cloudsql/p:r:i/.s.PGSQL.5432" },
    /^DATABASE_URL has the parameter unix_sock; .*\?host=/,
  ],
  ["TLS by another word", { DATABASE_URL: "postgres://db/o?ssl=yes" }, /must have as sslmode/],
  [
    "a certificate without its key",
    { DATABASE_URL: "postgres://db/o?sslmode=verify-full&sslcert=/c.pem" },
    /^DATABASE_URL names sslcert or sslkey alone/,
  ],
  [
    "several hosts of a database",
    { DATABASE_URL: "postgres://me:hunter2@db1:5432,db2:5432/o" },
    /^DATABASE_URL names several hosts/,
  ],
  [
    "no port of a database",
    { DATABASE_URL: "postgres://me:hunter2@db:99999/o" },
    /^DATABASE_URL has no port/,
  ],
  [
    "a slash in a password",
    { DATABASE_URL: "postgres://me:hun/ter2@db:5432/o" },
    /^DATABASE_URL breaks off in its password: write \/ \? # @ and % in its password as %2F/,
  ],
  [
    "a question mark in a password",
    { DATABASE_URL: "postgres://me:12?hunter2@db/o" },
    /^DATABASE_URL cannot be read as an address/,
  ],
  [
    "a command around an address",
    { DATABASE_URL: "psql 'postgres://me:hunter2@db/o'" },
    /^DATABASE_URL must begin with postgres:\/\/ .* without a command/,
  ],
  [
    "a driver before an address",
    { DATABASE_URL: "jdbc:postgresql://me:hunter2@db/o" },
    /the name of a driver before it/,
  ],
  [
    "an address in quotation marks",
    { DATABASE_URL: '"postgres://me:hunter2@db/o"' },
    /^DATABASE_URL stands in quotation marks, .*: take them away/,
  ],
  [
    "an address to listen on with its port",
    { HOST: "0.0.0.0:8787" },
    /^HOST must be an IP address or the name/,
  ],
  ["an address to listen on with its scheme", { HOST: "http://0.0.0.0" }, /^HOST must be .* without http:/],
  [
    "a public address without its scheme",
    { OVERHEARD_BASE_URL: "o.example" },
    /must begin with http:\/\/ or https/,
  ],
  ["a public address of many hosts", { OVERHEARD_BASE_URL: "https://*.o.example" }, /must name one host/],
  [
    "a page's address for its origin",
    { OVERHEARD_CORS_ORIGINS: "https://a.example/app" },
    /must be origins such as/,
  ],
  [
    "an origin without its scheme",
    { OVERHEARD_CORS_ORIGINS: "a.example" },
    /^OVERHEARD_CORS_ORIGINS must be/,
  ],
  [
    "origins of many hosts",
    { OVERHEARD_CORS_ORIGINS: "https://*.a.example" },
    /each without a path and with one host/,
  ],
  ["nearly production", { NODE_ENV: "prod" }, /^NODE_ENV must be written `production`/],
  [
    "a network for a number",
    { OVERHEARD_TRUSTED_PROXIES: "10.0.0.0/8" },
    /a whole number of 0 or more, without a unit/,
  ],
  [
    "a number with commas",
    { OVERHEARD_MONTHLY_SPEND_USD: "1,000" },
    /^OVERHEARD_MONTHLY_SPEND_USD must be a number of 0 or more, without a unit, a comma/,
  ],
  ["a number with a unit", { OVERHEARD_ENGINE_TIMEOUT_SECONDS: "90s" }, /from 1 to 600, without a unit/],
  [
    "all of a model's address",
    { LOCAL_LLM_URL: "http://ollama:11434/v1/chat/completions" },
    /^LOCAL_LLM_URL ends in \/chat\/completions, which is put behind it/,
  ],
  [
    "a header for a key",
    { OPENAI_API_KEY: "Bearer hunter2" },
    /^OPENAI_API_KEY must be the key alone, without Bearer/,
  ],
  [
    "a key in two lines",
    { OPENAI_API_KEY: "hunter2\nx" },
    /without Bearer, quotation marks, spaces and line breaks/,
  ],
  ["curly quotation marks around a key", { OPENAI_API_KEY: "“hunter2”" }, /quotation marks/],
  [
    "a variable for an address",
    { DATABASE_URL: "$DATABASE_URL" },
    /^DATABASE_URL is a variable that nothing/,
  ],
  [
    "a variable in an address",
    { DATABASE_URL: ["postgres://u:$", "{PASSWORD}@h/o"].join("") },
    /^DATABASE_URL is a variable that nothing/,
  ],
  [
    "a gap to fill in",
    { OVERHEARD_BASE_URL: "<your address>" },
    /^OVERHEARD_BASE_URL is a variable that nothing/,
  ],
  [
    "capitals in the prefix of keys",
    { OVERHEARD_KEY_PREFIX: "OH" },
    /lower-case letters or digits, a letter first/,
  ],
  [
    "a vendor for an assistant",
    { OVERHEARD_ENGINE_LIMITS: "openai=5/50" },
    /names openai, which is no assistant: the names are chatgpt, /,
  ],
  [
    "a colon for the mark between an assistant and its limits",
    { OVERHEARD_ENGINE_LIMITS: "chatgpt:50" },
    /such as chatgpt=50\/500,claude=20\/100, not chatgpt:50\.$/,
  ],
  ["a wildcard", { OVERHEARD_OUTBOUND_ALLOW: "*.lan" }, /, not \*\.lan\. There are no wildcards: name each/],
  ["a host without its port", { OVERHEARD_OUTBOUND_ALLOW: "cms.lan" }, /A port is missing\.$/],
  ["a word for a number", { OVERHEARD_TRUSTED_PROXIES: "true" }, /a whole number of 0 or more, not true\.$/],
  ["a key in the place of a number", { PORT: "sk-proj-0123456789abcdefghij" }, /a comma or anything else\.$/],
  [
    "a variable for a key",
    { ANTHROPIC_API_KEY: "$ANTHROPIC_API_KEY" },
    /^ANTHROPIC_API_KEY is a variable that nothing/,
  ],
  [
    "a command for a secret",
    { OVERHEARD_SECRET: "$(openssl rand -hex 32)-and-so-on-and-so-on" },
    /^OVERHEARD_SECRET is a command or a variable/,
  ],
  [
    "a file's text for its path",
    { OVERHEARD_RATE_LIMITS: '{"read": 1}' },
    /must be the path of a JSON file, not what is in it/,
  ],
  ["a word for plans", { OVERHEARD_PLANS: "true" }, /^OVERHEARD_PLANS must be on, off, or the path/],
  ["a number in quotation marks", { PORT: "'8787'" }, /^PORT stands in quotation marks/],
  [
    "the address of a provider's description",
    {
      ...{ OIDC_ISSUER: "https://id.example/realms/a/.well-known/openid-configuration" },
      ...{ OIDC_CLIENT_ID: "o", OIDC_CLIENT_SECRET: "s" },
    },
    /^OIDC_ISSUER must be the part before \/\.well-known/,
  ],
  [
    "a vendor's address with credentials",
    { OPENAI_BASE_URL: "https://me:hunter2@llm.example" },
    /^OPENAI_BASE_URL/,
  ],
  ["a local model at no address", { LOCAL_LLM_URL: "localhost:11434" }, /^LOCAL_LLM_URL must be/],
  [
    "a password in our own address",
    { OVERHEARD_BASE_URL: "https://:hunter2@o.example" },
    /^OVERHEARD_BASE_URL/,
  ],
  [
    "credentials of an identity provider",
    { ...provider, JWKS_URL: "https://me:hunter2@id.example/jwks" },
    /^JWKS_URL/,
  ],
  [
    "pages over plain http in production",
    {
      NODE_ENV: "production",
      OVERHEARD_SITE_URL: "http://o.example",
      OVERHEARD_BASE_URL: "https://o.example",
    },
    /^OVERHEARD_SITE_URL must be https in production/,
  ],
  [
    "an API over plain http in production",
    { NODE_ENV: "production", HOST: "0.0.0.0" },
    /^OVERHEARD_BASE_URL must be set in production where HOST is 0\.0\.0\.0/,
  ],
  [
    "pages below a path",
    { OVERHEARD_SITE_URL: "https://o.example/geo" },
    /^OVERHEARD_SITE_URL must have no path/,
  ],
  [
    "an API below a path",
    { OVERHEARD_BASE_URL: "https://o.example/geo/" },
    /^OVERHEARD_BASE_URL must have no path/,
  ],
  [
    "metrics for the whole network",
    { HOST: "0.0.0.0", OVERHEARD_METRICS_PORT: "9090" },
    /^OVERHEARD_METRICS_TOKEN is required/,
  ],
  ["one port for two things", { OVERHEARD_METRICS_PORT: "8787" }, /^OVERHEARD_METRICS_PORT must be another/],
  [
    "a token that no header can carry",
    { OVERHEARD_METRICS_TOKEN: "hunter2 hunter2" },
    /^OVERHEARD_METRICS_TOKEN/,
  ],
] as const) {
  test(`contract/reliability: ${what} stops the start with one line, which shows no value`, () => {
    assert.throws(
      () => readConfig(environment),
      (error) =>
        error instanceof ConfigError &&
        says.test(error.message) &&
        !error.message.includes("\n") &&
        !error.message.includes("hunter2"),
    );
  });
}

for (const [what, environment, says] of [
  [
    "a proxy's password with a slash",
    { HTTPS_PROXY: "http://me:hunter2/x@proxy:3128" },
    /in its password as %2F/,
  ],
  [
    "a proxy's password with a number sign",
    { HTTPS_PROXY: "http://me:1#hunter2@proxy:3128" },
    /as %2F %3F %23/,
  ],
  [
    "a proxy's user with a percent sign",
    { HTTP_PROXY: "http://m%e:hunter2@proxy:3128" },
    /^HTTP_PROXY cannot be read/,
  ],
  [
    "a SOCKS proxy",
    { HTTPS_PROXY: "socks5://me:hunter2@proxy:1080" },
    /is the address of a SOCKS proxy, which cannot be used/,
  ],
] as const)
  test(`${what} stops the start with one line`, () => {
    assert.throws(
      () => readConfig(environment),
      (error) =>
        error instanceof ConfigError && says.test(error.message) && !error.message.includes("hunter2"),
    );
  });

test("a variable that is called nearly as a setting is doubted by name, unless the setting is there", () => {
  for (const [name, meant] of [
    ["OPENAI_KEY", "OPENAI_API_KEY"],
    ["openai_api_key", "OPENAI_API_KEY"],
    ["OPENAI_APIKEY", "OPENAI_API_KEY"],
    ["OPEN_AI_TOKEN", "OPENAI_API_KEY"],
    ["OPENAI_API_BASE", "OPENAI_BASE_URL"],
    ["OPENAI_MODEL_NAME", "OPENAI_MODEL"],
    ["CLAUDE_API_KEY", "ANTHROPIC_API_KEY"],
    ["ANTROPIC_API_KEY", "ANTHROPIC_API_KEY"],
    ["GOOGLE_API_KEY", "GEMINI_API_KEY"],
    ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    ["PPLX_API_KEY", "PERPLEXITY_API_KEY"],
    ["GROK_API_KEY", "XAI_API_KEY"],
    ["MISTRALAI_API_KEY", "MISTRAL_API_KEY"],
    ["OLLAMA_HOST", "LOCAL_LLM_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["POSTGRES_URL", "DATABASE_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["SMTP_HOST", "SMTP_URL"],
    ["EMAIL_FROM", "MAIL_FROM"],
    ["OIDC_ISSUER_URL", "OIDC_ISSUER"],
    ["JWKS_URI", "JWKS_URL"],
    ["LOG_LEVEL", "OVERHEARD_LOG_LEVEL"],
    ["BASE_URL", "OVERHEARD_BASE_URL"],
    ["BETTER_AUTH_SECRET", "OVERHEARD_SECRET"],
    ["LISTEN_PORT", "PORT"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ] as const) {
    const doubts = readConfig({ [name]: "hunter2" }).idleSettings;
    assert.deepEqual(doubts, [
      { says: `${name} does nothing here.`, remedy: `If it is meant for this server, set ${meant}.` },
    ]);
  }
  const without = {
    ...{ GOOGLE_API_KEY: "x", GEMINI_API_KEY: "y", GOOGLE_APPLICATION_CREDENTIALS: "x", GROK_API_KEY: " " },
    ...{
      https_proxy: "http://proxy:1",
      no_proxy: "x",
      HOME: "/root",
      HOSTNAME: "x",
      PATH: "/",
      TERM: "x",
      USER: "x",
    },
    ...{
      npm_config_port: "1",
      NODE_OPTIONS: "x",
      KUBERNETES_SERVICE_HOST: "x",
      KUBERNETES_PORT: "x",
      PGDATA: "x",
    },
  };
  assert.deepEqual(readConfig(without).idleSettings, []);
});

test("a setting of the version before stops nothing; one line says what it did and what does it, and shows no value", () => {
  const former = {
    VALKEY_URL: "valkey://:hunter2@cache",
    OVERHEARD_SLOW_STATEMENT_MS: "500",
    DATABASE_READ_URL: "postgres://me:hunter2@db/o",
  };
  const { idleSettings } = readConfig(former);
  assert.equal(idleSettings.length, 3);
  for (const name of Object.keys(former)) {
    const [line = "", ...more] = idleSettings
      .map(({ says }) => says)
      .filter((says) => says.startsWith(`${name} does nothing`));
    assert.match(line, /^[^\n]*; [^\n]*\.$/);
    assert.deepEqual([more, line.includes("hunter2")], [[], false]);
  }
  assert.deepEqual(readConfig({ VALKEY_URL: " " }).idleSettings, []);
});

for (const [query, kept, ignored] of [
  ["", "", []],
  ["?sslmode=require", "?sslmode=verify-full", []],
  ["?uselibpqcompat=true&sslmode=require", "?uselibpqcompat=true&sslmode=require", []],
  ["?sslmode=require&channel_binding=require", "?sslmode=verify-full", ["channel_binding"]],
  ["?schema=public&pgbouncer=true", "", ["schema", "pgbouncer"]],
  ["?socket_timeout=10", "", ["socket_timeout"]],
  ["?application_name=web&statement_timeout=0&max=500", "", ["application_name", "statement_timeout", "max"]],
  ["?ssl=true", "?sslmode=verify-full", []],
  ["?ssl=false", "?sslmode=disable", []],
  ["?sslrootcert=system", "?sslmode=verify-full", []],
  ["?host=/run/postgresql", "?host=/run/postgresql", []],
] as const)
  test(`of an address of PostgreSQL nothing counts that is not read, and that is said: ${query}`, () => {
    const { databaseUrl, idleSettings } = readConfig({
      OVERHEARD_SECRET: secret,
      DATABASE_URL: `postgres://me:hunter2@db/o${query}`,
    });
    assert.equal(databaseUrl, `postgres://me:hunter2@db/o${kept}`);
    assert.deepEqual(
      idleSettings.map(({ says }) => says),
      ignored.map((name) => `The parameter ${name} of DATABASE_URL does nothing: it is not read here.`),
    );
  });

test("what does nothing as it is written is doubted, with what to write", () => {
  const doubts = (environment: Record<string, string>) =>
    readConfig(environment).idleSettings.map(({ says, remedy }) => `${says} ${remedy}`);
  assert.deepEqual(doubts({ ALL_PROXY: "http://me:hunter2@p:3128" }), [
    "ALL_PROXY does nothing here. Set HTTPS_PROXY to that proxy.",
  ]);
  assert.deepEqual(doubts({ ALL_PROXY: "http://p:3128", https_proxy: "http://p:3128" }), []);
  assert.match(
    doubts({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }).join(),
    /anybody in between .* Unset it, .* NODE_EXTRA_CA_CERTS\.$/,
  );
  assert.deepEqual(doubts({ NODE_TLS_REJECT_UNAUTHORIZED: "1" }), []);
  for (const [path, says] of [
    ["/nowhere/ca.pem", /names a file that is not there\. No authority of your own is trusted\./],
    [import.meta.filename, /names a file without a certificate in PEM\. No authority/],
  ] as const)
    assert.match(doubts({ NODE_EXTRA_CA_CERTS: path }).join(), says);
  assert.match(
    doubts({ SSL_CERT_FILE: "/ca.pem" }).join(),
    /SSL_CERT_FILE does nothing .* NODE_EXTRA_CA_CERTS/,
  );
  assert.deepEqual(doubts({ SSL_CERT_FILE: "/ca.pem", NODE_OPTIONS: "--use-openssl-ca" }), []);
  assert.match(
    doubts({ OVERHEARD_DATA_DIR: "~/data" }).join(),
    /^OVERHEARD_DATA_DIR begins with ~.* whole path\.$/,
  );
});

test("an address to listen on may stand in brackets, and an origin may end in a slash", () => {
  assert.deepEqual(
    ["[::]", "[::1]", "fe80::1%eth0"].map((HOST) => [
      readConfig({ HOST }).host,
      readConfig({ HOST }).baseUrl,
    ]),
    [
      ["::", "http://localhost:8787"],
      ["::1", "http://[::1]:8787"],
      ["fe80::1%eth0", "http://[fe80::1]:8787"],
    ],
  );
  const { corsOrigins } = readConfig({ OVERHEARD_CORS_ORIGINS: "https://A.example/,*" });
  assert.deepEqual(corsOrigins, ["https://a.example", "*"]);
});

test("contract/reliability: keys over plain http are taken from this machine itself", () => {
  const config = readConfig({ ...provider, JWKS_URL: "http://127.0.0.1:9/jwks", OVERHEARD_SECRET: secret });
  assert.equal(config.production, false);
});

test("contract/reliability: in production this machine itself may be asked by plain http", () => {
  assert.equal(readConfig({ NODE_ENV: "production" }).siteUrl, "http://127.0.0.1:8787");
});

test("contract/reliability: metrics need no token where only this machine reaches them, or with one anywhere", () => {
  for (const HOST of ["127.0.0.1", "::1", "localhost"])
    assert.equal(readConfig({ HOST, OVERHEARD_METRICS_PORT: "9090" }).metrics.port, 9090);
  const token = "b".repeat(24);
  const { metrics } = readConfig({
    HOST: "0.0.0.0",
    OVERHEARD_METRICS_PORT: "9090",
    OVERHEARD_METRICS_TOKEN: token,
  });
  assert.deepEqual(metrics, { port: 9090, token });
});

for (const [name, value, shown] of [
  ["DATABASE_URL", "postgres://me:hunter2@db/o", "(set)"],
  ["OPENAI_BASE_URL", "https://me:hunter2@llm.example/v1", "https://(hidden)@llm.example/v1"],
  [
    "LOCAL_LLM_URL",
    "http://gate.example/v1?key=hunter2&x=1",
    "http://gate.example/v1?key=(hidden)&x=(hidden)",
  ],
  ["OVERHEARD_BASE_URL", "https://me:hun/ter2,hunter2@o.example", "https://(hidden)@o.example"],
  ["JWKS_URL", "https://hunter2@id.example/jwks", "https://(hidden)@id.example/jwks"],
  ["OVERHEARD_CORS_ORIGINS", "https://a.example,https://hunter2@b.example", "https://(hidden)@b.example"],
  ["OVERHEARD_CORS_ORIGINS", "https://a.example,https://b.example", "https://a.example,https://b.example"],
  ["LOCAL_LLM_MODEL", "llama3.3", "llama3.3"],
] as const) {
  test(`contract/reliability: \`overheard config\` shows ${name} as ${shown}`, () => {
    const row = shownSettings({ [name]: value }).find((row) => row.name === name);
    assert.equal(row?.value, shown);
  });
}

const fileOf = (t: TestContext, content: string): string => {
  const dir = mkdtempSync(join(tmpdir(), "overheard-"));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "table.json"), content);
  return join(dir, "table.json");
};

for (const [content, says] of [
  ["[]", /the file must hold an object/],
  ["null", /the file must hold an object/],
  ['"hunter2"', /the file must hold an object/],
  ['{"hunter2":{}}', /the plans are free, starter, growth, agency, enterprise\.$/],
  ['{"__proto__":{"projects":5}}', /the plans are/],
  ['{"free":null}', /free must be an object of quotas, projects, features, roles\.$/],
  ['{"free":{"hunter2":5}}', /free must be an object of quotas/],
  ['{"free":{"projects":"5"}}', /free\.projects must be a whole number\.$/],
  ['{"free":{"projects":null}}', /free\.projects/],
  ['{"free":{"projects":-1}}', /free\.projects/],
  ['{"free":{"quotas":[]}}', /free\.quotas must be an object of visibility, content, readiness\.$/],
  ['{"free":{"quotas":{"prompts":5}}}', /free\.quotas must be/],
  [
    '{"agency":{"quotas":{"content":"5"}}}',
    /agency\.quotas\.content must be a whole number, or null for no limit\.$/,
  ],
  ['{"agency":{"quotas":{"content":1.5}}}', /agency\.quotas\.content/],
  ['{"free":{"features":"share_links"}}', /free\.features must be a list of visibility_analysis, /],
  ['{"free":{"features":["hunter2"]}}', /free\.features must be a list of/],
  ["{", /^The file that OVERHEARD_PLANS names is not valid JSON\.$/],
] as const) {
  test(`plans as ${content} stop the start with one line that says what was expected`, (t) => {
    assert.throws(
      () => readConfig({ OVERHEARD_PLANS: fileOf(t, content) }),
      (error) =>
        error instanceof ConfigError && says.test(error.message) && !/\n|hunter2/.test(error.message),
    );
  });
}

test("a file that Windows wrote is read with its byte order mark, and one in UTF-16 is told as that", (t) => {
  const path = fileOf(t, '\uFEFF{"free":{"projects":2}}');
  assert.equal(readConfig({ OVERHEARD_PLANS: path }).plans.free.projects, 2);
  writeFileSync(path, Buffer.from(`\uFEFF${secret}`, "utf16le"));
  for (const name of ["OVERHEARD_PLANS", "OVERHEARD_RATE_LIMITS", "OVERHEARD_SECRET_FILE"])
    assert.throws(() => readConfig({ [name]: path }), {
      message: `${name} names a file in UTF-16: save it in UTF-8.`,
    });
  writeFileSync(path, `\uFEFF${secret}\r\n`);
  assert.equal(readConfig({ OVERHEARD_SECRET_FILE: path }).secret, secret);
});

test("a table of plans changes what it names and leaves the rest as it is", (t) => {
  const given = { free: { projects: 2, quotas: { visibility: null } }, growth: { features: ["readiness"] } };
  const { plans, plansOn } = readConfig({ OVERHEARD_PLANS: fileOf(t, JSON.stringify(given)) });
  assert.equal(plansOn, true);
  const { free, growth, ...others } = standardPlans;
  assert.deepEqual(plans, {
    ...others,
    free: { ...free, projects: 2, quotas: { ...free.quotas, visibility: null } },
    growth: { ...growth, features: ["readiness"] },
  });
});

test("the table and the file in docs/plans.md are what this server takes", (t) => {
  const page = readFileSync(join(import.meta.dirname, "../docs/plans.md"), "utf8");
  for (const [plan, { quotas, projects }] of Object.entries(standardPlans)) {
    const { visibility, content, readiness } = quotas;
    const units = [visibility, content, readiness].map((units) => units ?? "unlimited");
    assert.ok(page.includes(`| \`${plan}\` | ${[...units, projects].join(" | ")} |`), plan);
  }
  const [, file = ""] = /```json config\n([\s\S]*?)```/.exec(page) ?? [];
  assert.equal(readConfig({ OVERHEARD_PLANS: fileOf(t, file) }).plans.growth.projects, 20);
  for (const feature of features) assert.ok(page.includes(`\`${feature}\``), feature);
});

for (const content of [
  "[]",
  "null",
  "5",
  '{"toString":{"limit":1,"windowSeconds":60}}',
  '{"read":{"limit":1,"windowSeconds":"60"}}',
  '{"read":{"limit":"1","windowSeconds":60}}',
  '{"read":{"limit":1,"windowSeconds":0}}',
  '{"read":null}',
  '{"read":5}',
]) {
  test(`rate limits as ${content} stop the start with one line`, (t) => {
    assert.throws(
      () => readConfig({ OVERHEARD_RATE_LIMITS: fileOf(t, content) }),
      (error) => error instanceof ConfigError && /^OVERHEARD_RATE_LIMITS: [^\n]*$/.test(error.message),
    );
  });
}

test("what Kubernetes and Docker set for a Service or container of this name stops no start", () => {
  const links = (name: string, port: number) => ({
    [`${name}_SERVICE_HOST`]: "10.96.0.7",
    [`${name}_SERVICE_PORT`]: `${port}`,
    [`${name}_SERVICE_PORT_HTTP`]: `${port}`,
    [`${name}_PORT`]: `tcp://10.96.0.7:${port}`,
    [`${name}_PORT_${port}_TCP`]: `tcp://10.96.0.7:${port}`,
    [`${name}_PORT_${port}_TCP_PROTO`]: "tcp",
    [`${name}_PORT_${port}_TCP_PORT`]: `${port}`,
    [`${name}_PORT_${port}_TCP_ADDR`]: "10.96.0.7",
    [`${name}_PORT_53_UDP`]: "udp://10.96.0.7:53",
  });
  const docker = { OVERHEARD_NAME: "/proxy/overheard", OVERHEARD_ENV_NODE_ENV: "production" };
  const config = readConfig({
    ...{ ...links("OVERHEARD", 80), ...links("OVERHEARD_SERVE", 8787), ...docker },
    PORT: "9999",
  });
  assert.equal(config.port, 9999);
});

test("secret settings can lie in files, which are named by the setting with _FILE", (t) => {
  const dir = mkdtempSync(join(tmpdir(), "overheard-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const set = {
    DATABASE_URL_FILE: file("database", "postgres://me:hunter2@db/o\n"),
    OVERHEARD_SECRET_FILE: file("secret", `${secret}\r\n`),
    OPENAI_API_KEY_FILE: file("key", "sk-from-a-file"),
  };
  const config = readConfig(set);
  assert.deepEqual([config.databaseUrl, config.secret], ["postgres://me:hunter2@db/o", secret]);
  assert.equal(config.engines.find(({ provider }) => provider === "chatgpt")?.apiKey, "sk-from-a-file");
  assert.ok(config.secrets.includes("sk-from-a-file") && config.secrets.includes("hunter2"));
  assert.equal(shownSettings(set).find(({ name }) => name === "DATABASE_URL")?.value, "(in a file)");
  const both = readConfig({ ...set, OPENAI_API_KEY: "sk-here", OPENAI_API_KEY_FILE: join(dir, "nowhere") });
  assert.equal(both.engines.find(({ provider }) => provider === "chatgpt")?.apiKey, "sk-here");
  assert.deepEqual(both.idleSettings, [
    { says: "OPENAI_API_KEY_FILE does nothing, as OPENAI_API_KEY is set too.", remedy: "Unset one of them." },
  ]);
  for (const [environment, says] of [
    [{ DATABASE_URL_FILE: join(dir, "nowhere") }, /^DATABASE_URL_FILE names a file that is not there\.$/],
    [{ DATABASE_URL_FILE: dir }, /^DATABASE_URL_FILE names a file that cannot be read \(EISDIR\)\.$/],
    [{ SMTP_URL_FILE: file("nothing", "\n") }, /^SMTP_URL_FILE names a file that is empty\.$/],
    [{ OVERHEARD_KEY_PREFIX_FILE: file("prefix", "ab") }, /^OVERHEARD_KEY_PREFIX_FILE is not a setting/],
  ] as [Record<string, string>, RegExp][])
    assert.throws(() => readConfig(environment), { name: "ConfigError", message: says });
});

test("entries of NO_PROXY that are none are doubted, and stop no start", () => {
  const { proxy, idleSettings } = readConfig({
    HTTPS_PROXY: "http://proxy:3128",
    no_proxy: "localhost,10.0.0.0/255.0.0.0, .svc,müller.example.;10.0.0.0/",
  });
  assert.equal(proxy?.except.length, 5);
  assert.deepEqual(
    idleSettings.map(({ says }) => /^The entry (\S+) of NO_PROXY does nothing/.exec(says)?.[1]),
    ["10.0.0.0/255.0.0.0", "10.0.0.0/"],
  );
});

test("origins of apps and extensions are taken as they are", () => {
  const origins = [
    "app://obsidian.md",
    "chrome-extension://abcdefghijklmnop",
    "vscode-webview://0a1b",
    "tauri://localhost",
  ];
  assert.deepEqual(readConfig({ OVERHEARD_CORS_ORIGINS: origins.join(", ") }).corsOrigins, origins);
});
