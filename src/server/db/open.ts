import type { Log } from "../kernel/log.ts";
import { clockFault } from "./clock.ts";
import { migrate } from "./migrate.ts";
import type { Store } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Where the store is: on a PostgreSQL server, or embedded in the data directory if `databaseUrl` is null. */
export interface StorePlace {
  databaseUrl: string | null;
  dataDir: string;
}

/**
 * Opens the store and brings its tables up to date. Throws StoreError, one line that says what to do, if it cannot be
 * used.
 */
export async function openStore({ databaseUrl, dataDir }: StorePlace, log: Log): Promise<Store> {
  const clock = clockFault(Date.now());
  if (clock) throw new StoreError(`${clock.says} ${clock.remedy}`);
  const began = performance.now();
  const store = databaseUrl === null ? await openEmbedded(dataDir) : await openServer(databaseUrl, log);
  await settled(store, dataDir);
  log.info(
    { store: store.kind, migrated: store.migrated, ms: Math.round(performance.now() - began) },
    "store is open",
  );
  return store;
}

/** Opens the store without migrating it, to look at it: its tables may be another version's. Throws StoreError. */
export async function openUnmigratedStore({ databaseUrl, dataDir }: StorePlace, log: Log): Promise<Store> {
  if (databaseUrl === null) return (await import("./embedded/open-embedded.ts")).openEmbeddedStore(dataDir);
  return (await import("./server/open-server.ts")).openServerStore(databaseUrl, log);
}

async function openEmbedded(dataDir: string): Promise<Store> {
  const { openEmbeddedStore } = await import("./embedded/open-embedded.ts");
  return migrated(await openEmbeddedStore(dataDir));
}

/** Only the one of two stores that a move has left to serve. */
async function settled(store: Store, dataDir: string): Promise<void> {
  if (store.kind === "embedded") return;
  try {
    const { refuseMoved } = await import("./moving/marks.ts");
    await refuseMoved(store.db, dataDir);
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

/** A server's store with its tables brought up to date, whichever store it is that serves. */
export async function openServer(url: string, log: Log): Promise<Store> {
  const { migrateServer, openServerStore } = await import("./server/open-server.ts");
  const store = await openServerStore(url, log);
  return migratedBy(store, () => migrateServer(store.db, url, log));
}

/**
 * A store in memory, for tests and benchmarks: empty and migrated, or restored from `snapshot` (a tar of PGlite's; six
 * times faster).
 */
export async function openMemoryStore(snapshot?: Blob): Promise<Store> {
  const { startPglite } = await import("./embedded/open-embedded.ts");
  return migrated(await startPglite({ loadDataDir: snapshot }));
}

const migrated = (store: Store) => migratedBy(store, () => migrate(store.db));

async function migratedBy(store: Store, step: () => Promise<string[]>): Promise<Store> {
  try {
    return { ...store, migrated: await step() };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
