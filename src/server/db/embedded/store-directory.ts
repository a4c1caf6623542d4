import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../store-error.ts";
import { type Lack, lackOf, lackWords } from "./disk-room.ts";
import { codeOf } from "./error-code.ts";

/** Where the embedded store lies within the data directory. */
export const storeDir = (dataDir: string) => join(dataDir, "store");

/** Written into a store once it is completely made. */
const readyMark = "overheard-ready";

/** Lies beside the store while it is being made: a half-made store holds nothing and would never open. */
const makingNote = (dataDir: string) => join(dataDir, "store.making");

/** The PostgreSQL version that PGlite is built from, whose files it reads. */
const filesVersion = "18";

/**
 * Whether there is a store to open; false if one must be made. A half-made store is set aside. Throws StoreError for
 * anything else in its place: only the owner can tell what that is.
 */
export function findStore(dataDir: string): boolean {
  const directory = storeDir(dataDir);
  const names = namesIn(dataDir, directory);
  if (names?.includes(readyMark)) {
    refuseOtherVersion(directory);
    rmSync(makingNote(dataDir), { force: true });
    return true;
  }
  if (names === null || names.length === 0) return false;
  if (!statSync(makingNote(dataDir), { throwIfNoEntry: false })) throw unfamiliar(directory, names);
  renameSync(directory, `${directory}-unfinished-${Date.now()}`);
  return false;
}

export const beginMaking = (dataDir: string): void => writeFileSync(makingNote(dataDir), "");

/** Marks the store in this directory as completely made. */
export const markMade = (directory: string): void => writeFileSync(join(directory, readyMark), "");

export function endMaking(dataDir: string): void {
  markMade(storeDir(dataDir));
  rmSync(makingNote(dataDir), { force: true });
}

/** What to tell the owner of a store that did not open. */
export function cannotOpen(dataDir: string, error: unknown): StoreError {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const lack = ["ENOSPC", "EDQUOT", "53100"].includes(code) ? "bytes" : lackIn(dataDir);
  if (lack !== null)
    return new StoreError(`The disk of ${dataDir} ${lackWords[lackIn(dataDir) ?? lack]}, and start again.`, {
      cause: error,
    });
  if (["EROFS", "EACCES", "EPERM"].includes(code) || /read-only file system|permission denied/i.test(message))
    return new StoreError(
      `The data directory ${dataDir} cannot be written to. Give this user the right to, or set OVERHEARD_DATA_DIR to another one.`,
      { cause: error },
    );
  const other = otherUsersFile(dataDir);
  if (other !== null)
    return new StoreError(
      `${other} in the data directory belongs to another user, perhaps since a command was run as root. Give the directory back to the user that runs Overheard: chown -R.`,
      { cause: error },
    );
  return new StoreError(
    `The embedded store in ${dataDir} cannot be opened; restore a backup with \`npm run -s overheard -- restore FILE --force\`.`,
    { cause: error },
  );
}

/** Nor does it say which file it may not open. */
function otherUsersFile(dataDir: string): string | null {
  const us = process.geteuid?.();
  const find = (directory: string): string | null => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      const foreignPath = lstatSync(path).uid !== us ? path : entry.isDirectory() ? find(path) : null;
      if (foreignPath !== null) return foreignPath;
    }
    return null;
  };
  try {
    if (us === undefined) return null;
    const own = readdirSync(dataDir).filter((name) => /^(?:secret$|lock|control-)/.test(name));
    const ofOther = own.map((name) => join(dataDir, name)).find((path) => lstatSync(path).uid !== us);
    return ofOther ?? find(storeDir(dataDir));
  } catch {
    return null;
  }
}

/** PGlite does not say that a file could not be made. */
function lackIn(dataDir: string): Lack | null {
  try {
    return lackOf(dataDir);
  } catch {
    return null;
  }
}

function namesIn(dataDir: string, directory: string): string[] | null {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (codeOf(error) === "ENOTDIR")
      throw new StoreError(`${directory} is not a directory. Move it away and start again.`);
    throw cannotOpen(dataDir, error);
  }
}

function unfamiliar(directory: string, names: readonly string[]): StoreError {
  if (!names.includes("PG_VERSION"))
    return new StoreError(
      `${directory} holds files that are no store of Overheard's. Move it away, or set OVERHEARD_DATA_DIR to another directory.`,
    );
  return new StoreError(
    `The store in ${directory} lacks its file ${readyMark}, so it may be incomplete. If it is a whole copy, make that file (an empty one) and start again; if not, move the directory away or restore a backup.`,
  );
}

function refuseOtherVersion(directory: string): void {
  const version = readFileSync(join(directory, "PG_VERSION"), { encoding: "utf8" }).trim();
  if (version === filesVersion) return;
  throw new StoreError(
    `The store in ${directory} was written by PostgreSQL ${version.slice(0, 8)}, this version of Overheard reads ${filesVersion}. Install the version that wrote it, or restore a backup.`,
  );
}
