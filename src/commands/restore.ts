import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { secretPath } from "../auth/server-secret.ts";
import type { Config } from "../config.ts";
import { newId } from "../kernel/id.ts";
import { contentsOf, readBackup, saidContents, secretName } from "../operator/backup-file.ts";
import { commandError } from "../operator/errors.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { lockDataDir } from "../store/db/embedded/lock.ts";
import { startPglite } from "../store/db/embedded/open-embedded.ts";
import { markMade, storeDir } from "../store/db/embedded/store-directory.ts";
import { migrate, migrations, pendingMigrations } from "../store/db/migrate.ts";
import { StoreError } from "../store/db/store-error.ts";

interface Options {
  file: string;
  force?: boolean;
}

/** Fills the embedded store from a backup; the old contents stay until the backup has proved complete. */
export async function restore(config: Config, { file, force = false }: Options, io: Io): Promise<void> {
  if (config.databaseUrl)
    throw new CommandError("The store is a PostgreSQL server: restore it with pg_restore.", 2);
  const path = resolve(file);
  const archive = await readBackup(path);
  try {
    await using _lock = await lockDataDir(config.dataDir);
    const place = storeDir(config.dataDir);
    if (existsSync(place) && !force) {
      throw new CommandError(`${config.dataDir} already holds a store; add --force to replace it.`);
    }
    const fresh = `${place}-restoring-${newId()}`;
    const contents = await unpacked(archive, fresh, path);
    putInPlace(config, fresh, place);
    io.stderr.write(`overheard: ${config.dataDir} now holds ${contents}.\n`);
  } catch (error) {
    throw commandError(error) ?? error;
  }
}

/** Opens the archive as a store in `directory`, migrates it and says what it contains. */
async function unpacked(archive: Blob, directory: string, path: string): Promise<string> {
  try {
    await using store = await startPglite({ dataDir: directory, loadDataDir: archive });
    if ((await pendingMigrations(store.db)).length === Object.keys(migrations).length)
      throw new Error("no store of ours");
    await migrate(store.db);
    markMade(directory);
    return saidContents(await contentsOf(store));
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (error instanceof StoreError) throw error;
    throw new CommandError(`${path} is not a readable backup.`);
  }
}

function putInPlace({ dataDir, secret }: Config, fresh: string, place: string): void {
  const replaced = `${place}-replaced-${newId()}`;
  if (existsSync(place)) renameSync(place, replaced);
  renameSync(fresh, place);
  const carried = join(place, secretName);
  if (secret === null && existsSync(carried))
    writeFileSync(secretPath(dataDir), readFileSync(carried), { mode: 0o600 });
  rmSync(replaced, { recursive: true, force: true });
}
