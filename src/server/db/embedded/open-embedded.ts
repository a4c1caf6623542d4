import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient } from "pg";
import { withMemory } from "../memory/memory.ts";
import { refuseDeparted } from "../moving/notes.ts";
import type { Schema } from "../schema.ts";
import { nameStatements } from "../statements/named-statements.ts";
import type { Store } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { FairPool } from "../turns/fair-pool.ts";
import { whenBroken } from "./broken-pglite.ts";
import { collectCopies } from "./copied-messages.ts";
import { createRoom, noRoom, refuseWritesWithout } from "./disk-room.ts";
import { giveWay } from "./give-way.ts";
import { lockDataDir } from "./lock.ts";
import { refuseSmallLimits } from "./process-limits.ts";
import { sendTogether } from "./send-together.ts";
import { dropCopies, withStoreCopy } from "./store-copy.ts";
import { beginMaking, cannotOpen, endMaking, findStore, storeDir } from "./store-directory.ts";

/** Opens the store in a data directory, making it if there is none, under the directory's lock. */
export async function openEmbeddedStore(dataDir: string): Promise<Store> {
  refuseSmallLimits();
  const lock = await lockDataDir(dataDir);
  try {
    refuseDeparted(dataDir);
    const directory = storeDir(dataDir);
    const there = findStore(dataDir);
    if (!there) beginMaking(dataDir);
    const store = await startPglite({ dataDir: directory, ...(there ? {} : await blank()) });
    if (!there) endMaking(dataDir);
    dropCopies(dataDir);
    return {
      ...store,
      withCopy: (use) => withStoreCopy(store.pool, dataDir, use),
      lock,
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await lock[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    if (error instanceof StoreError) throw error;
    throw cannotOpen(dataDir, error);
  }
}

/** A ready-made cluster: unpacking it takes half as long as making one. */
export async function blank(): Promise<PGliteOptions> {
  const { dataDir } = await import("@electric-sql/pglite-prepopulatedfs");
  return { loadDataDir: await dataDir() };
}

const startParams = [
  ...PGlite.defaultStartParams,
  // A quarter of PostgreSQL's default, which it fills at start (60 ms and 100 MB more); what does not fit is read again
  // from the system's file cache.
  ...["-c", "shared_buffers=32MB"],
  // The alarm for telling how a start goes would run on for ten seconds after it.
  ...["-c", "log_startup_progress_interval=0"],
];

/** Starts PGlite in this process; disposing of the store ends it. */
export async function startPglite(options: PGliteOptions): Promise<Store> {
  const running = await runPglite(options);
  const store = storeOver(running);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await running[Symbol.asyncDispose]();
    },
  };
}

/** PostgreSQL inside this process. */
export interface RunningPglite extends AsyncDisposable {
  pglite: PGlite;
  /** Resolves when it has shut itself down. */
  broken: Promise<Error>;
  /** False while the disk is too full to write. */
  room: () => boolean;
}

export async function runPglite(options: PGliteOptions): Promise<RunningPglite> {
  const pglite = new PGlite({ startParams, ...options });
  await pglite.waitReady;
  let hasEnded = false;
  const broken = whenBroken(pglite);
  void broken.then(() => (hasEnded = true));
  collectCopies(pglite);
  giveWay(pglite);
  sendTogether(pglite);
  return {
    pglite,
    broken,
    room: options.dataDir ? createRoom(options.dataDir) : () => true,
    async [Symbol.asyncDispose]() {
      if (!hasEnded) await pglite.close();
    },
  };
}

/** A store behind a pool of one connection, the most that PGlite can serve. Disposing of it leaves PGlite running. */
export function storeOver({ pglite, broken, room }: RunningPglite): Store {
  const pool = new FairPool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  });
  const name = nameStatements();
  const clients = new Map<PoolClient, PromiseWithResolvers<void>>();
  // The one connection breaks along with the store; each statement reports that itself.
  pool
    .on("error", () => undefined)
    .on("remove", (client) => {
      clients.get(client)?.resolve();
      clients.delete(client);
    })
    .on("connect", (client) => {
      clients.set(client, Promise.withResolvers());
      client.on("error", () => undefined);
      refuseWritesWithout(room, client);
      name(client);
    });
  const db = withMemory((log) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log }));
  return {
    db,
    pool,
    kind: "embedded",
    connectionString: null,
    lock: null,
    migrated: [],
    async checkWritable() {
      await pool.query("select 1");
    },
    async checkRoom() {
      if (!room()) throw noRoom();
    },
    broken,
    withCopy: null,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      // Kysely ends no pool that it has not used.
      if (!pool.ending) await pool.end();
      // The pool does not wait for what its client sends after an error that the caller has already.
      await Promise.race([Promise.all([...clients.values()].map(({ promise }) => promise)), broken]);
    },
  };
}
