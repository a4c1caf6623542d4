import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { secretFits } from "../auth/secret-mark.ts";
import { secretPath } from "../auth/server-secret.ts";
import { lockDataDir } from "../db/embedded/lock.ts";
import { startPglite } from "../db/embedded/open-embedded.ts";
import { markMade, storeDir } from "../db/embedded/store-directory.ts";
import { migrate, migrations, pendingMigrations } from "../db/migrate.ts";
import { takeBack } from "../db/moving/notes.ts";
import type { Store } from "../db/store.ts";
import { StoreError } from "../db/store-error.ts";
import { newId } from "../kernel/id.ts";
import { contentsOf, saidContents, secretName, unpackBackup, unreadable } from "../operator/backup-file.ts";
import { commandError } from "../operator/errors.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { copyToDatabase } from "../operator/move-store.ts";
import { makeQueue } from "../queue/make-queue.ts";

interface Options {
  file: string;
  force?: boolean;
}

/** Fills the embedded store from a backup; the old contents stay until the backup has proved complete. */
export async function restore(config: Config, { file, force = false }: Options, io: Io): Promise<void> {
  if (file === "-") throw new CommandError("a backup is restored from a file: name it.", 2);
  const path = resolve(file);
  if (config.databaseUrl) return intoDatabase({ ...config, databaseUrl: config.databaseUrl }, path, io);
  try {
    await using _lock = await lockDataDir(config.dataDir);
    const place = storeDir(config.dataDir);
    if (existsSync(place) && !force) {
      throw new CommandError(`${config.dataDir} already holds a store; add --force to replace it.`);
    }
    const fresh = `${place}-restoring-${newId()}`;
    const { contents, secretsFit } = await unpacked(fresh, path, config);
    const secret = config.secret === null || !secretsFit ? carriedSecret(fresh, path) : null;
    putInPlace(fresh, place);
    // A store that was restored on purpose serves, even where the one before it was moved away.
    takeBack(config.dataDir);
    if (secret) writeFileSync(secretPath(config.dataDir), secret, { mode: 0o600 });
    io.stderr.write(`overheard: ${config.dataDir} now holds ${contents}.\n`);
    if (!secretsFit)
      io.stderr.write(
        `overheard: OVERHEARD_SECRET is not the secret that this store was used with. ${
          secret
            ? "Unset it: the backup brought the right one along."
            : "Set it to that one; if it is lost, see `secret adopt`."
        }\n`,
      );
  } catch (error) {
    throw commandError(error) ?? error;
  }
}

/** Fills an empty PostgreSQL from a backup of an embedded store. */
async function intoDatabase(config: Config & { databaseUrl: string }, path: string, io: Io): Promise<void> {
  const fresh = temporaryFolder();
  try {
    const directory = join(fresh, "store");
    await unpackBackup(path, directory);
    await using store = await startPglite({ dataDir: directory }).catch(() => {
      throw unreadable(path);
    });
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

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "overheard-restoring-"));
  } catch {
    throw new CommandError(
      `A backup is unpacked in ${tmpdir()}, where this user cannot make a folder: set TMPDIR to one with room.`,
    );
  }
}

async function bringForward(store: Store, path: string): Promise<void> {
  if ((await pendingMigrations(store.db)).length === Object.keys(migrations).length) throw unreadable(path);
  await migrate(store.db);
}

/** Unpacks the backup as a store in `directory`, migrates it and says what it contains, and whether configured secrets fit it. */
async function unpacked(
  directory: string,
  path: string,
  { secret, previousSecret }: Config,
): Promise<{ contents: string; secretsFit: boolean }> {
  await unpackBackup(path, directory);
  try {
    await using store = await startPglite({ dataDir: directory });
    await bringForward(store, path);
    markMade(directory);
    const secrets = [secret, previousSecret].flatMap((each) => each ?? []);
    return {
      contents: saidContents(await contentsOf(store)),
      secretsFit: secret === null || (await secretFits(store.db, secrets)),
    };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (error instanceof StoreError) throw error;
    throw unreadable(path);
  }
}

/** The secret that the backup carries, read before anything is replaced; null if it has none. */
function carriedSecret(fresh: string, path: string): Buffer | null {
  const carried = join(fresh, secretName);
  if (!existsSync(carried)) return null;
  const isFile = statSync(carried).isFile();
  const secret = isFile ? readFileSync(carried) : null;
  if (secret?.length) return secret;
  rmSync(fresh, { recursive: true, force: true });
  throw unreadable(path);
}

function putInPlace(fresh: string, place: string): void {
  const replaced = `${place}-replaced-${newId()}`;
  if (existsSync(place)) renameSync(place, replaced);
  renameSync(fresh, place);
  rmSync(replaced, { recursive: true, force: true });
}
