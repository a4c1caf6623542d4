import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { StoreError } from "../store-error.ts";
import { codeOf } from "./error-code.ts";

/** Rights of anybody but the owner. */
const others = 0o077;

/**
 * Makes the data directory, or takes from others what rights they have on the one that is there, and on what lies in
 * it: it holds hashes of passwords, sessions and the secret. Throws StoreError where that cannot be done, or where it
 * is another user's, who could read and replace everything. Windows has rights of another kind, inherited from above.
 */
export function makePrivate(dataDir: string, platform = process.platform): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOTDIR")
      throw new StoreError(`${dataDir} is not a directory. Set OVERHEARD_DATA_DIR to one.`);
    throw unusable(dataDir, error);
  }
  if (platform === "win32") return;
  const directory = resolve(dataDir);
  const stats = statsOf(directory);
  if (stats.uid !== process.geteuid?.())
    throw new StoreError(
      `The data directory ${directory} belongs to another user (${stats.uid}). Give it to the user that runs Overheard (chown -R), or set OVERHEARD_DATA_DIR to another one.`,
    );
  const store = lstatSync(join(directory, "store"), { throwIfNoEntry: false });
  if (!isOpen(stats) && !(store && isOpen(store))) return;
  try {
    close(directory);
  } catch (error) {
    throw unusable(directory, error);
  }
}

/** What a link leads to is elsewhere, and so are its rights. */
function statsOf(directory: string): Stats {
  const stats = lstatSync(directory);
  return stats.isSymbolicLink() ? lstatSync(`${directory}/`) : stats;
}

const isOpen = (stats: Stats): boolean => (stats.mode & others) !== 0;

/** From the outside in: once the directory is closed nobody comes to what is still open within. */
function close(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) close(path);
    else if (!entry.isSymbolicLink()) chmodSync(path, 0o600);
  }
}

function unusable(directory: string, cause: unknown): StoreError {
  return new StoreError(
    `The data directory ${directory} cannot be made private (${codeOf(cause)}). Give it to the user that runs Overheard, or set OVERHEARD_DATA_DIR to another one.`,
    { cause },
  );
}
