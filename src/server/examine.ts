import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { nearTheirBounds } from "./accounts/spending/project-spend.ts";
import { monthOf, spendIn } from "./accounts/spending/spend.ts";
import type { ProviderError, ProviderFault } from "./auth/oidc/provider-error.ts";
import { secretFits } from "./auth/secret-mark.ts";
import { knownSecrets } from "./auth/server-secret.ts";
import { checkDirectory } from "./db/embedded/private-directory.ts";
import { storeDir } from "./db/embedded/store-directory.ts";
import { migrations, pendingMigrations } from "./db/migrate.ts";
import { openUnmigratedStore } from "./db/open.ts";
import type { Store } from "./db/store.ts";
import { probeEngines } from "./engines/probe.ts";
import { createLog } from "./kernel/log.ts";
import type { EngineFacts } from "./operator/doctor/engine-findings.ts";
import type { StoreFacts } from "./operator/doctor/store-findings.ts";
import { openWayOut } from "./outbound/proxy/way-out.ts";
import { whyUnreached } from "./outbound/why-unreached.ts";
import { overdueSchedules } from "./projects/schedules.ts";
import { backlog, givenUpJobs } from "./queue/backlog.ts";

/** A run that waits for another of its project, or for the worker's next look, is not overdue yet. */
export const overdueAfterMs = 15 * 60_000;

const proxyMs = 5_000;
const collectorMs = 5_000;

/** Reads the facts that `doctor` needs from a store without changing anything. Rejects if it cannot be read. */
export async function examineStore(
  store: Store,
  now: () => Date,
  secrets: readonly string[],
): Promise<StoreFacts> {
  const { db, kind } = store;
  const { rows } = await sql<{
    version: string;
    at: Date;
    queues: boolean;
    collation: StoreFacts["collation"];
  }>`
    select current_setting('server_version') as version, clock_timestamp() as at,
      to_regclass('jobs.job') is not null as queues,
      (select json_build_object('database', datname, 'made', datcollversion, 'now', actual) from pg_database,
        pg_database_collation_actual_version(oid) as actual
        where datname = current_database() and datcollversion <> actual) as collation`.execute(db);
  const ourMs = now().getTime();
  const [
    { version, at, queues, collation } = { version: "", at: new Date(0), queues: false, collation: null },
  ] = rows;
  const pending = await pendingMigrations(db);
  // A store that lacks tables has nothing of what is read below.
  const current = pending.length === 0;
  return {
    kind,
    version: version.split(" ")[0] ?? "",
    pending,
    empty: pending.length === Object.keys(migrations).length,
    clock: { storeMs: at.getTime(), ourMs },
    collation,
    writable: await store.checkWritable().then(
      () => true,
      () => false,
    ),
    room: await store.checkRoom().then(
      () => true,
      () => false,
    ),
    secretFits: current ? await secretFits(db, secrets) : null,
    queue: current && queues ? await queueFacts(store, now()) : null,
    spend: current ? await spendIn(db, now()) : { spentUsd: 0, reservedUsd: 0 },
    nearBounds: current ? await nearTheirBounds(db, monthOf(now())) : [],
  };
}

async function queueFacts({ db }: Store, now: Date): Promise<StoreFacts["queue"]> {
  const queues = await backlog(db);
  return {
    due: queues.reduce((total, { due }) => total + due, 0),
    oldestSeconds: Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds)),
    failed: await givenUpJobs(db),
    overdueSchedules: await overdueSchedules(db, now, overdueAfterMs),
  };
}

/** The same when no server holds the store; null if there is none yet. Migrates and creates nothing. */
export async function examineClosedStore(config: Config): Promise<StoreFacts | null> {
  if (config.databaseUrl === null && !existsSync(storeDir(config.dataDir))) {
    checkDirectory(config.dataDir);
    return null;
  }
  await using store = await openUnmigratedStore(config, createLog("silent"));
  // Before the store is closed again.
  return await examineStore(store, () => new Date(), knownSecrets(config));
}

/** Checks the configured assistants; with `ask`, puts a short question to each. */
export async function examineEngines(config: Config, ask: boolean): Promise<EngineFacts[]> {
  await using wayOut = await openWayOut(config);
  return await probeEngines(config.engines, {
    ...{ ask, timeoutMs: config.engineTimeoutMs },
    network: wayOut.fetch,
  });
}

/** The proxy that everything outside is reached through, and whether it takes connections; null: there is none. */
export async function examineProxy(config: Config): Promise<{ address: string; works: boolean } | null> {
  if (!config.proxy) return null;
  const { hostname, port, protocol, origin } = new URL(config.proxy.url);
  const socket = connect({
    ...{ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (protocol === "https:" ? 443 : 80) },
    timeout: proxyMs,
  });
  const works = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "timeout").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return { address: origin, works };
}

/** What keeps the mail server from letting us in, as a sentence, or nothing; null if none is configured. */
export async function examineMail(config: Config): Promise<{ fault: string | null } | null> {
  const { mail } = config;
  if (!mail) return null;
  await using wayOut = await openWayOut(config);
  const { createMailServer } = await import("./outbound/mail/smtp.ts");
  return await createMailServer({ ...mail, siteUrl: config.siteUrl, proxy: wayOut.proxyTo(mail.url) })
    .verify()
    .then(
      () => ({ fault: null }),
      (error: Error) => ({ fault: error.message }),
    );
}

/** Sends the telemetry collector nothing, as one batch of traces. `fault`: why it takes none; null if no collector is configured. */
export async function examineCollector({
  telemetry,
}: Config): Promise<{ endpoint: string; fault: string | null } | null> {
  if (!telemetry) return null;
  const { endpoint, headers } = telemetry;
  try {
    const { status, body } = await fetch(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-protobuf" },
      body: new Uint8Array(),
      redirect: "manual",
      signal: AbortSignal.timeout(collectorMs),
    });
    await body?.cancel();
    return { endpoint, fault: status < 300 ? null : `it answers ${status} at /v1/traces` };
  } catch (error) {
    return { endpoint, fault: whyUnreached(error) ?? "it does not answer" };
  }
}

/** What keeps people from signing in with the identity provider, as far as it says; null: nothing, or none is configured. */
export async function examineProvider(config: Config): Promise<ProviderFault | null> {
  const { oidc } = config;
  if (!oidc) return null;
  await using wayOut = await openWayOut(config);
  const { createProvider } = await import("./auth/oidc/provider.ts");
  return await createProvider(oidc, { network: wayOut.fetch })
    .check(new URL("/api/auth/callback/oidc", config.siteUrl).href)
    .then(
      () => null,
      (error: ProviderError) => error.fault,
    );
}
