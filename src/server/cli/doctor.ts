import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { type Config, ConfigError } from "../../config.ts";
import { type ProviderFault, providerFaultIn } from "../auth/oidc/provider-error.ts";
import { unusedStore } from "../db/moving/notes.ts";
import { findingsOfEngines } from "../operator/doctor/engine-findings.ts";
import { checks, type Finding, failed, ok, warning } from "../operator/doctor/finding.ts";
import { findingsOfMachine } from "../operator/doctor/machine-findings.ts";
import { findingsOfStore } from "../operator/doctor/store-findings.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";
import { tableOf } from "../operator/table.ts";

/**
 * Checks everything that a server needs and prints the findings, with what to do, as a table or as JSON. Exits with 1 if
 * something does not work.
 */
export async function doctor(
  readConfig: () => Config,
  { json = false, ask = false }: { json?: boolean; ask?: boolean },
  io: Io,
): Promise<void> {
  const findings = inOrder(await findingsOf(readConfig, ask));
  const faults = findings.filter(({ state }) => state === "failed").length;
  if (json) say(io, JSON.stringify({ ok: faults === 0, findings }, null, 2));
  else print(findings, io);
  if (faults > 0)
    throw new CommandError(`${faults === 1 ? "one thing does" : `${faults} things do`} not work.`);
}

async function findingsOf(readConfig: () => Config, ask: boolean): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [failed("configuration", error.message, "Change that setting and run `doctor` again.")];
  }
  const { examineCollector, examineEngines, examineMail, examineProvider, examineProxy } = await import(
    "../examine.ts"
  );
  const [facts, store, engines, mail, provider, proxy, collector] = await Promise.all([
    machine(config),
    storeOf(config),
    examineEngines(config, ask),
    examineMail(config),
    examineProvider(config),
    examineProxy(config),
    examineCollector(config),
  ]);
  return [
    ...findingsOfMachine(config, facts),
    ...store,
    ...findingsOfProxy(proxy),
    ...findingsOfCollector(collector),
    ...findingsOfEngines(engines),
    findingOfMail(mail),
    findingOfProvider(config, provider),
  ];
}

async function storeOf(config: Config): Promise<Finding[]> {
  try {
    const unused = unusedStore(config);
    const facts = await operate(config, "examineStore", {}, async (config) => {
      const { examineClosedStore } = await import("../examine.ts");
      return examineClosedStore(config);
    });
    return facts
      ? [...findingsOfStore(facts, config), ...(unused ? [findingOfUnused(unused)] : [])]
      : [ok("store", `There is no store in ${config.dataDir} yet; the first start creates it.`)];
  } catch (error) {
    const remedy = `Do what the message says. docs/operating.md, “${
      config.databaseUrl === null ? "The data directory" : "Which PostgreSQL"
    }”, says more.`;
    if (error instanceof CommandError) return [failed("store", error.message, remedy)];
    return [failed("store", "The store cannot be read.", remedy)];
  }
}

const findingOfUnused = (dataDir: string): Finding =>
  warning(
    "store",
    `A store lies unused in ${dataDir}.`,
    "`move --to database` brings it into an empty PostgreSQL; if it is not needed, move its folder away.",
  );

function findingsOfProxy(proxy: { address: string; works: boolean } | null): Finding[] {
  if (proxy === null) return [];
  const { address, works } = proxy;
  if (works) return [ok("outbound", `Everything outside is reached through the proxy ${address}.`)];
  return [
    failed(
      "outbound",
      `The proxy ${address}, which everything outside is reached through, takes no connection.`,
      "Check HTTPS_PROXY, and that the proxy runs; without one, unset it.",
    ),
  ];
}

function findingsOfCollector(collector: { endpoint: string; fault: string | null } | null): Finding[] {
  if (collector === null) return [];
  const { endpoint, fault } = collector;
  if (fault === null) return [ok("outbound", `The telemetry collector ${endpoint} takes what is sent.`)];
  return [
    warning(
      "outbound",
      `The telemetry collector ${endpoint} takes nothing: ${fault}.`,
      "Set OTEL_EXPORTER_OTLP_ENDPOINT to where it takes OTLP over HTTP, usually port 4318 (4317 is gRPC), and OTEL_EXPORTER_OTLP_HEADERS to its credentials.",
    ),
  ];
}

function findingOfMail(mail: { fault: string | null } | null): Finding {
  if (mail === null) return ok("mail", "No mail is sent; `user reset-password --link` prints links instead.");
  if (mail.fault === null) return ok("mail", "The mail server accepts the connection and the credentials.");
  return failed("mail", mail.fault, "Do what the message says, and run `doctor` again.");
}

function findingOfProvider({ oidc, passwords }: Config, fault: ProviderFault | null): Finding {
  if (!oidc) return ok("sign-in", "People sign in with passwords and passkeys.");
  const beside = passwords ? "besides passwords" : "instead of passwords";
  if (fault === null) return ok("sign-in", `People sign in with ${oidc.name}, ${beside}; it can be reached.`);
  return failed(
    "sign-in",
    providerFaultIn(fault, oidc.issuer) ?? "",
    "Open its /.well-known/openid-configuration from this machine, and compare it with the settings. docs/sign-in.md says more.",
  );
}

async function machine({ dataDir }: Config): Promise<Parameters<typeof findingsOfMachine>[1]> {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  const disk = await statfs(dataDir).catch(() => null);
  return {
    version,
    node: process.versions.node,
    freeBytes: disk && disk.bavail * disk.bsize,
    freeFiles: disk && (disk.files > 0 ? disk.ffree : null),
  };
}

const inOrder = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((one, other) => checks.indexOf(one.check) - checks.indexOf(other.check));

const marks = { ok: "ok", warning: "WARNING", failed: "FAILED" } as const;

function print(findings: readonly Finding[], io: Io): void {
  const rows = findings.flatMap(({ check, state, says, do: remedy }) => [
    [check, marks[state], says],
    ...(remedy === null ? [] : [["", "", `→ ${remedy}`]]),
  ]);
  for (const line of tableOf(rows)) say(io, line);
}
