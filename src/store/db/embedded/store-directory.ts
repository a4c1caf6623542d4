import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../store-error.ts";
import { codeOf } from "./error-code.ts";

/** Where the embedded store lies in its data directory. */
export const storeDir = (dataDir: string) => join(dataDir, "store");

/** Written into a store when it was made to its end. */
const readyMark = "overheard-ready";

/** Lies beside the store while it is being made: one that is cut off then holds nothing, and would never open. */
const makingNote = (dataDir: string) => join(dataDir, "store.making");

/** The version of PostgreSQL that PGlite is, and whose files it reads. */
const filesVersion = "18";

/**
 * Whether there is a store to be opened; false where one is to be made. One that was cut off while it was made is set
 * aside. Throws StoreError for whatever else lies in its place: only its owner can tell what it is.
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

/** The store in this directory, wherever it is, was made to its end. */
export const markMade = (directory: string): void => writeFileSync(join(directory, readyMark), "");

export function endMaking(dataDir: string): void {
  markMade(storeDir(dataDir));
  rmSync(makingNote(dataDir), { force: true });
}

/** What the owner of a store that did not open is told. */
export function cannotOpen(dataDir: string, error: unknown): StoreError {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const full = ["ENOSPC", "EDQUOT", "53100"].includes(code);
  if (full)
    return new StoreError(`The disk of ${dataDir} is full. Free at least 32 MB and start again.`, {
      cause: error,
    });
  if (["EROFS", "EACCES", "EPERM"].includes(code) || /read-only file system|permission denied/i.test(message))
    return new StoreError(
      `The data directory ${dataDir} cannot be written to. Give this user the right to, or set OVERHEARD_DATA_DIR to another one.`,
      { cause: error },
    );
  return new StoreError(
    `The embedded store in ${dataDir} cannot be opened; restore a backup with \`npm run -s overheard -- restore FILE --force\`.`,
    { cause: error },
  );
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
