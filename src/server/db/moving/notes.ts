import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeDir } from "../embedded/store-directory.ts";
import { StoreError } from "../store-error.ts";

/** What a data directory knows of the last move of its store. */
interface Note {
  id: string;
  /** Where it went, without user and password; null where it came to. */
  to: string | null;
  at: string;
}

const leftNote = (dataDir: string) => join(dataDir, "moved.json");
const cameNote = (dataDir: string) => join(dataDir, "arrived.json");

function noteIn(path: string): Note | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Note;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StoreError(`${path} cannot be read, so it is not known whether the store was moved.`, {
      cause: error,
    });
  }
}

function write(path: string, note: Note): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}

/** The move by which the store in this directory has gone; null: it has not. */
export const departure = (dataDir: string): Note | null => noteIn(leftNote(dataDir));

/** From here on the store has gone. */
export const depart = (dataDir: string, note: Note): void => write(leftNote(dataDir), note);

export const takeBack = (dataDir: string): void => rmSync(leftNote(dataDir), { force: true });

/** Whether the store of this move is in its place. */
export const hasArrived = (dataDir: string, id: string): boolean =>
  noteIn(cameNote(dataDir))?.id === id && existsSync(storeDir(dataDir));

/** Where a store is put together that comes here. */
export const arrivingDir = (dataDir: string): string => `${storeDir(dataDir)}.moving`;

/** From here on the store that was put together is the one of this directory. */
export function arrive(dataDir: string, note: Note): void {
  write(cameNote(dataDir), note);
  renameSync(arrivingDir(dataDir), storeDir(dataDir));
}

/** A directory with a store that a server with DATABASE_URL leaves aside; null: there is none, or it was moved. */
export const unusedStore = ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null;
  dataDir: string;
}): string | null =>
  databaseUrl !== null && existsSync(storeDir(dataDir)) && departure(dataDir) === null ? dataDir : null;

/** Throws StoreError if the store of this directory has gone to a server. */
export function refuseDeparted(dataDir: string): void {
  const note = departure(dataDir);
  if (note === null) return;
  throw new StoreError(
    `The store in ${dataDir} was moved to PostgreSQL at ${note.to} on ${note.at.slice(0, 10)}: set DATABASE_URL to use it. To go on with this old copy, run \`npm run -s overheard -- move --take-back\`; what was stored there since is not in it.`,
  );
}
