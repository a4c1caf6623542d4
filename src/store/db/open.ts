import type { Pool } from "pg";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "./db.ts";
import type { DataLock } from "./embedded/lock.ts";
import { migrate } from "./migrate.ts";

/** An open store with its tables up to date. Disposing of it ends its connections and frees its lock. */
export interface Store extends AsyncDisposable {
  db: Db;
  /** The connections under `db`; a single one when embedded, so never hold it while you wait. */
  pool: Pool;
  kind: "embedded" | "server";
  /** The server's address, for whatever opens connections of its own; null when embedded. */
  connectionString: string | null;
  /** Held as long as an embedded store in a data directory is open. */
  lock: DataLock | null;
  /** Names of the migrations done when it was opened. */
  migrated: readonly string[];
  /** Rejects with an outage while there is no room to write; for who watches this process. */
  checkRoom(): Promise<void>;
  /** Resolves when this process cannot use the store any more and has to end; never for a server, which comes back. */
  broken: Promise<Error>;
  /** The whole embedded store as a tar archive, gzipped unless said otherwise; null with a server. */
  dump: ((compression?: "gzip" | "none") => Promise<Blob>) | null;
}

/** Where the store is: on a PostgreSQL server, or (null) embedded in the data directory. */
export interface StorePlace {
  databaseUrl: string | null;
  dataDir: string;
}

/**
 * Opens the store and brings its tables up to date.
 * Throws StoreError, one line that says what to do, where it cannot be used.
 */
export async function openStore({ databaseUrl, dataDir }: StorePlace, log: Log): Promise<Store> {
  const began = performance.now();
  const store = databaseUrl === null ? await openEmbedded(dataDir) : await openServer(databaseUrl, log);
  log.info(
    { store: store.kind, migrated: store.migrated, ms: Math.round(performance.now() - began) },
    "store is open",
  );
  return store;
}

async function openEmbedded(dataDir: string): Promise<Store> {
  const { openEmbeddedStore } = await import("./embedded/open-embedded.ts");
  return migrated(await openEmbeddedStore(dataDir));
}

async function openServer(url: string, log: Log): Promise<Store> {
  const { migrateServer, openServerStore } = await import("./server/open-server.ts");
  const store = await openServerStore(url, log);
  return migratedBy(store, () => migrateServer(store.db, url, log));
}

/**
 * A store in memory, for tests and for a look into a backup: empty and migrated, or as it was in `snapshot`
 * (which its `dump` made; starts six times faster).
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
