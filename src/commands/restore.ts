import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { secretPath } from "../auth/server-secret.ts";
import type { Config } from "../config.ts";
import { makeQueue } from "../jobs/queue/make-queue.ts";
import { newId } from "../kernel/id.ts";
import { contentsOf, readBackup, saidContents, secretName } from "../operator/backup-file.ts";
import { commandError } from "../operator/errors.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { copyToDatabase } from "../operator/move-store.ts";
import { lockDataDir } from "../store/db/embedded/lock.ts";
import { startPglite } from "../store/db/embedded/open-embedded.ts";
import { markMade, storeDir } from "../store/db/embedded/store-directory.ts";
import { migrate, migrations, pendingMigrations } from "../store/db/migrate.ts";
import type { Store } from "../store/db/store.ts";
import { StoreError } from "../store/db/store-error.ts";

interface Options {
  file: string;
  force?: boolean;
}

/** Fills the embedded store from a backup; the old contents stay until the backup has proved complete. */
export async function restore(config: Config, { file, force = false }: Options, io: Io): Promise<void> {
  const path = resolve(file);
  if (config.databaseUrl && (await isPgDump(path)))
    throw new CommandError(`${path} was written by pg_dump: restore it with pg_restore.`, 2);
  const archive = await readBackup(path);
  if (config.databaseUrl)
    return intoDatabase({ ...config, databaseUrl: config.databaseUrl }, archive, path, io);
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

/** Fills an empty PostgreSQL from a backup of an embedded store. */
async function intoDatabase(
  config: Config & { databaseUrl: string },
  archive: Blob,
  path: string,
  io: Io,
): Promise<void> {
  const fresh = mkdtempSync(join(tmpdir(), "overheard-restoring-"));
  try {
    await using store = await startPglite({ dataDir: join(fresh, "store"), loadDataDir: archive }).catch(
      () => {
        throw unreadable(path);
      },
    );
    await bringForward(store, path);
    const where = `the backup holds it as ${secretName}, if the server made it (tar -xOf ${path} ./${secretName})`;
    const filled = await copyToDatabase(store, config, { makeQueue, where });
    io.stderr.write(`overheard: ${filled}.\n`);
  } catch (error) {
    throw commandError(error) ?? error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Its custom format begins so; the plain one is text. */
async function isPgDump(path: string): Promise<boolean> {
  const start = await readFile(path).then(
    (bytes) => bytes.subarray(0, 20).toString("latin1"),
    () => "",
  );
  return start.startsWith("PGDMP") || start.startsWith("--\n-- PostgreSQL");
}

const unreadable = (path: string) => new CommandError(`${path} is not a readable backup.`);

async function bringForward(store: Store, path: string): Promise<void> {
  if ((await pendingMigrations(store.db)).length === Object.keys(migrations).length) throw unreadable(path);
  await migrate(store.db);
}

/** Opens the archive as a store in `directory`, migrates it and says what it contains. */
async function unpacked(archive: Blob, directory: string, path: string): Promise<string> {
  try {
    await using store = await startPglite({ dataDir: directory, loadDataDir: archive });
    await bringForward(store, path);
    markMade(directory);
    return saidContents(await contentsOf(store));
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (error instanceof StoreError) throw error;
    throw unreadable(path);
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
