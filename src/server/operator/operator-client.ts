import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../config.ts";
import { createIdentity } from "../auth/accounts/identity.ts";
import { createKeys } from "../auth/key.ts";
import { createConnectorTokens } from "../auth/oauth/connector-token.ts";
import { heldSecret } from "../auth/secret-mark.ts";
import { derivedSecret } from "../auth/server-secret.ts";
import { findHolder, inUse } from "../db/embedded/lock.ts";
import { openStore } from "../db/open.ts";
import { unlimited } from "../kernel/limit.ts";
import { createLog } from "../kernel/log.ts";
import { createVault } from "../kernel/secret/vault.ts";
import { askHolder } from "./control.ts";
import { commandError } from "./errors.ts";
import { createOperations, type Operations } from "./operations.ts";

/** How long a command waits for another that is using the store. */
const patienceMs = 10_000;

/** Runs an operation in this process, when no server holds the store. */
type Here<Name extends keyof Operations> = (
  config: Config,
  name: Name,
  parameters: Parameters<Operations[Name]>[0],
) => Promise<Awaited<ReturnType<Operations[Name]>>>;

/**
 * Runs one operation where the store is open: in the server that holds the data directory, or here. Expected failures
 * become CommandErrors.
 */
export async function operate<Name extends keyof Operations>(
  config: Config,
  name: Name,
  parameters: Parameters<Operations[Name]>[0],
  here: Here<Name> = inStore,
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  try {
    return await reach(config, name, parameters, here);
  } catch (error) {
    throw commandError(error) ?? error;
  }
}

async function reach<Name extends keyof Operations>(
  config: Config,
  name: Name,
  parameters: Parameters<Operations[Name]>[0],
  here: Here<Name>,
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const holder = config.databaseUrl === null ? await findHolder(config.dataDir) : null;
    if (!holder) return here(config, name, parameters);
    const answer = await askHolder(holder, name, parameters);
    if (answer !== "busy") return answer.result;
    if (performance.now() > deadline) throw inUse(config.dataDir, holder);
    await delay(200);
  }
}

async function inStore<Name extends keyof Operations>(
  config: Config,
  name: Name,
  parameters: Parameters<Operations[Name]>[0],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  const log = createLog("warn");
  await using store = await openStore(config, log);
  const secret = await heldSecret(store.db, config);
  const operations = createOperations({
    config,
    store,
    identity: createIdentity({
      ...{ db: store.db, log, limiter: unlimited, secret, config, sendMail: null },
      vault: createVault(derivedSecret(secret, "identity provider")),
    }),
    keys: createKeys({ prefix: config.keyPrefix, secret }),
    newConnectorKey: createConnectorTokens({ keyPrefix: config.keyPrefix, secret }).mintKey,
    now: () => new Date(),
    importAnswers: () => Promise.reject(new Error("an import needs the whole program")),
    planMeasurement: () => Promise.reject(new Error("a plan needs the whole program")),
    examineStore: () => Promise.reject(new Error("a store is examined before it is brought up to date")),
  });
  const run = operations[name] as (input: unknown) => ReturnType<Operations[Name]>;
  return await run(parameters);
}
