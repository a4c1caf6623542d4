import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StoreError } from "../store-error.ts";
import { codeOf } from "./error-code.ts";

/** Permission bits of everyone but the owner. */
const others = 0o077;

/**
 * Makes the data directory, or takes away what rights others have on an existing one and its contents: it holds
 * password hashes, sessions and the secret. Throws StoreError if that cannot be done, or if the directory belongs to
 * another user, who could read and replace everything. Windows is left alone: rights there are inherited from above.
 */
export function makePrivate(dataDir: string, platform = process.platform): void {
  try {
    makeDirectory(resolve(dataDir));
  } catch (error) {
    if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOTDIR")
      throw new StoreError(`${dataDir} is not a directory. Set OVERHEARD_DATA_DIR to one.`);
    throw unusable(dataDir, error);
  }
  const directory = resolve(dataDir);
  if (platform === "win32") return refuseOthers(directory);
  const stats = statsOf(directory);
  refuseForeign(directory, stats);
  const store = lstatSync(join(directory, "store"), { throwIfNoEntry: false });
  refuseOthers(directory);
  if (!isOpen(stats) && !(store && isOpen(store))) return;
  try {
    close(directory);
  } catch (error) {
    throw unusable(directory, error);
  }
}

/** Throws what `makePrivate` would throw, as far as that can be told without changing anything. */
export function checkDirectory(dataDir: string): void {
  let directory = resolve(dataDir);
  if (existsSync(directory) && statSync(directory).isDirectory()) {
    if (process.platform !== "win32") refuseForeign(directory, statsOf(directory));
    refuseOthers(directory);
  }
  while (!existsSync(directory)) directory = dirname(directory);
  if (!statSync(directory).isDirectory())
    throw new StoreError(`${directory} is not a directory. Set OVERHEARD_DATA_DIR to one.`);
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(resolve(dataDir), error);
  }
}

/** Volumes of Kubernetes and Docker belong to root, and often let others make folders in them. */
function refuseForeign(directory: string, { uid }: Stats): void {
  if (uid === process.geteuid?.()) return;
  const another = isWritable(directory)
    ? `a new folder in it (${join(directory, "overheard")})`
    : "another one";
  throw new StoreError(
    `The data directory ${directory} belongs to another user (${uid}). Run Overheard as that user, give the directory to this one (chown -R ${process.geteuid?.()} ${directory}), or set OVERHEARD_DATA_DIR to ${another}.`,
  );
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Node's own recursive way goes on for ever where a file system says ENOENT of what it does not let be made, as /proc does. */
function makeDirectory(path: string): void {
  const make = () => mkdirSync(path, { mode: 0o700 });
  try {
    make();
  } catch (error) {
    if (codeOf(error) === "EEXIST" && statSync(path).isDirectory()) return;
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    make();
  }
}

/** A link's target lies elsewhere and has its own rights. */
function statsOf(directory: string): Stats {
  const stats = lstatSync(directory);
  return stats.isSymbolicLink() ? lstatSync(`${directory}/`) : stats;
}

/** What lies in a data directory before there is a store, what a new file system has, and a backup that waits to be restored. */
const expectedNames =
  /^(store|secret|lock|control-|moved\.json|arrived\.json|lost\+found$|\.snapshot|demo-key$)|^[.@]|\.(log|env|tar|tar\.gz|tgz)$/;

/** A folder of other files would be closed, with all that lies in it: somebody's home, a program, the whole disk. */
function refuseOthers(directory: string): void {
  const names = namesIn(directory);
  if (names.includes("PG_VERSION"))
    throw new StoreError(
      `${directory} is the store itself: set OVERHEARD_DATA_DIR to the folder that it lies in, ${dirname(directory)}.`,
    );
  if (["PG_VERSION", "base"].some((name) => existsSync(join(directory, "store", name)))) return;
  // Where the secret is, the folder is Overheard's, whatever else was put there since.
  if (names.includes("secret")) return;
  const other = names.find((name) => !expectedNames.test(name));
  if (other !== undefined)
    throw new StoreError(
      `The folder ${directory} has no store and holds other files, such as ${other}: set OVERHEARD_DATA_DIR to a folder for Overheard alone.`,
    );
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    throw unusable(directory, error);
  }
}

const isOpen = (stats: Stats): boolean => (stats.mode & others) !== 0;

/** From the outside in: once the directory is closed, nobody reaches what is still open inside. */
function close(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) close(path);
    else if (!entry.isSymbolicLink()) chmodSync(path, 0o600);
  }
}

/** Whether owner and mode let this user do there what it likes, which access lists and labels may forbid all the same. */
function isOursToUse(path: string): boolean {
  try {
    const stats = statsOf(path);
    return stats.uid === process.geteuid?.() && (!stats.isDirectory() || (stats.mode & 0o700) === 0o700);
  } catch {
    return false;
  }
}

function unusable(directory: string, cause: unknown): StoreError {
  if (codeOf(cause) === "EROFS")
    return new StoreError(
      `The data directory ${directory} is on a file system that is read-only. Set OVERHEARD_DATA_DIR to another one, or mount it to be written to.`,
      { cause },
    );
  if (codeOf(cause) === "ENOSPC" || codeOf(cause) === "EDQUOT")
    return new StoreError(
      `The data directory ${directory} cannot be made: its disk has no room left, or can hold no more files. Free some there, and start again.`,
      { cause },
    );
  if (codeOf(cause) === "ENOENT")
    return new StoreError(
      `The data directory ${directory} cannot be created: its file system does not allow new directories there. Set OVERHEARD_DATA_DIR to another one.`,
      { cause },
    );
  const { path = directory } = cause as NodeJS.ErrnoException;
  const remedy = isOursToUse(path)
    ? "Its owner and mode let this user in, so something else keeps it out: with SELinux, mount the volume with :Z; on a NAS, look at the folder's access list (ACL). Otherwise, or if its file system keeps no modes,"
    : `Give it to the user that runs Overheard (chown -R ${process.geteuid?.() ?? ""} ${directory}), or`;
  return new StoreError(
    `The data directory ${directory} cannot be made private (${codeOf(cause)}). ${remedy} set OVERHEARD_DATA_DIR to another one.`,
    { cause },
  );
}
