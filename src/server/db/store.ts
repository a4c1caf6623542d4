import type { Pool } from "pg";
import type { Db } from "./db.ts";
import type { DataLock } from "./embedded/lock.ts";

/** An open store with up-to-date tables. Disposing of it ends its connections and frees its lock. */
export interface Store extends AsyncDisposable {
  db: Db;
  /** The connections under `db`; a single one when embedded, so never hold it while you wait. */
  pool: Pool;
  kind: "embedded" | "server";
  /** The server's address, for code that opens its own connections; null when embedded. */
  connectionString: string | null;
  /** Held while an embedded store in a data directory is open. */
  lock: DataLock | null;
  /** Names of the migrations that ran when it was opened. */
  migrated: readonly string[];
  /** Rejects while the store does not answer, and with an outage while it may not be written to. */
  checkWritable(): Promise<void>;
  /** Rejects with an outage while there is no room to write; for monitoring this process. */
  checkRoom(): Promise<void>;
  /** Resolves when this process can no longer use the store and must end; never for a server, which comes back. */
  broken: Promise<Error>;
  /**
   * Copies the files of an embedded store, as they are between two statements, and calls `use` with the copy's directory,
   * which is gone afterwards. Null with a server, and in memory.
   */
  withCopy: (<T>(use: (directory: string) => Promise<T>) => Promise<T>) | null;
}
