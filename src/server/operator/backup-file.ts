import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { TarHeader } from "modern-tar";
import { packTar, unpackTar } from "modern-tar/fs";
import { secretPath } from "../auth/server-secret.ts";
import { migrations } from "../db/migrate.ts";
import type { Store } from "../db/store.ts";
import { newId } from "../kernel/id.ts";
import { isFullDisk } from "../kernel/outage.ts";
import { CommandError } from "./io.ts";
import { cannotRead, cannotWrite, checkPlace, firstBytes, gzipMark } from "./named-file.ts";

/** Name of the server's own secret in a backup; without it all keys and sessions would be invalid. */
export const secretName = "overheard-secret";

/** Names in the folder of a PostgreSQL store, with which a backup begins. */
const inStore = /^(?:PG_VERSION|base|global|pg_\w+|postgresql\.\w+|postmaster\.\w+|overheard-secret)(?:\/|$)/;

/** Writes the embedded store, and the secret made with it, as a tar.gz; returns its size in bytes. */
export async function writeBackup(store: Store, dataDir: string, file: string): Promise<number> {
  if (!store.withCopy) throw new CommandError("Only an embedded store can be written to a file.", 2);
  await checkPlace(file, inStore);
  const part = `${file}-${newId()}`;
  try {
    return await store.withCopy(async (copy) => {
      if (existsSync(secretPath(dataDir))) copyFileSync(secretPath(dataDir), join(copy, secretName));
      const packed = createWriteStream(part, { mode: 0o600, flags: "wx", flush: true });
      const packOptions = { map: (header: TarHeader) => ({ ...header, name: `./${header.name}` }) };
      await pipeline(packTar(copy, packOptions), createGzip(), packed);
      renameSync(part, file);
      return packed.bytesWritten;
    });
  } catch (error) {
    rmSync(part, { force: true });
    const { path, syscall } = error as NodeJS.ErrnoException;
    if (path?.startsWith(part) || (syscall && !path)) throw cannotWrite(file, error);
    if (isFullDisk(error))
      throw new CommandError(
        `The disk of ${dataDir} has no room for a copy of the store, which a backup is made from.`,
      );
    throw error;
  }
}

/** Unpacks a backup file into a new directory. Throws CommandError, and leaves none, if it is not one. */
export async function unpackBackup(file: string, directory: string): Promise<void> {
  const start = await startOf(file);
  refuseOther(file, start);
  // Some browsers and tools unpack what they download.
  const unzipped = start.startsWith(gzipMark) ? [createGunzip()] : [];
  const terms = { fmode: 0o600, dmode: 0o700, filter: isPlain };
  try {
    mkdirSync(directory, { mode: 0o700 });
    await pipeline([createReadStream(file), ...unzipped, unpackTar(directory, terms)]);
    refuseOtherArchive(file, directory);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (error instanceof CommandError) throw error;
    if (isFullDisk(error))
      throw new CommandError(`The disk of ${directory} has no room for what ${file} holds.`);
    throw unreadable(file);
  }
}

export const unreadable = (file: string) =>
  new CommandError(
    `${file} is not a readable backup: it is no archive that \`backup\` has written, or was cut off or damaged since. Try another one.`,
  );

/** How xz, bzip2, Zstandard, 7-Zip and what was gzipped twice begin. */
const otherMarks = ["\xfd7zXZ", "BZh", "\x28\xb5\x2f\xfd", "7z\xbc\xaf", gzipMark];

async function startOf(file: string): Promise<string> {
  try {
    return await firstBytes(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw unreadable(file);
    if ((error as NodeJS.ErrnoException).code !== "EISDIR") throw cannotRead(file, error);
    if (existsSync(join(file, "toc.dat"))) throw ofPgDump(file, "pg_restore");
    throw new CommandError(`${file} is a folder: name the file that \`backup\` has written.`, 2);
  }
}

/** What else people have at hand, by how it begins. */
function refuseOther(file: string, start: string): void {
  const inside = start.startsWith(gzipMark) ? start.slice(gzipMark.length) : start;
  if (start === "") throw new CommandError(`${file} is empty: it is no backup.`);
  if (inside.startsWith("PGDMP")) throw ofPgDump(file, "pg_restore");
  if (inside.startsWith("--\n-- PostgreSQL")) throw ofPgDump(file, "psql");
  if (inside.startsWith("toc.dat\0")) throw ofPgDump(file, "pg_restore");
  if (inside.startsWith("PK\x03\x04"))
    throw new CommandError(
      `${file} is a zip archive, such as a workbook or a folder that was packed: if a backup is in it, take that out and restore it.`,
    );
  if (otherMarks.some((mark) => inside.startsWith(mark)))
    throw new CommandError(
      `${file} is compressed in another way than \`backup\` does it: unpack it once, and restore what is in it.`,
    );
}

const ofPgDump = (file: string, tool: string): CommandError =>
  new CommandError(
    `${file} was written by pg_dump, from a PostgreSQL server: restore it there with ${tool}, and set DATABASE_URL.`,
    2,
  );

/** Archives of other things that one meets here, by what is in them. */
function refuseOtherArchive(file: string, directory: string): void {
  const names = readdirSync(directory);
  if (names.includes("PG_VERSION")) return;
  if (names.includes("account.jsonl"))
    throw new CommandError(
      `${file} is the export of one account, which is to be read, not restored. Restore a file that \`backup\` has written.`,
    );
  const dataDir = ["", ...names].find((name) => existsSync(join(directory, name, "store", "PG_VERSION")));
  if (dataDir !== undefined)
    throw new CommandError(
      `${file} is a copy of a data directory, not a backup: unpack it, and set OVERHEARD_DATA_DIR to the folder that has \`store\` and \`secret\` in it.`,
    );
  throw unreadable(file);
}

/** A store has no links, which could lead elsewhere. */
const isPlain = ({ type }: TarHeader): boolean => type === "file" || type === "directory";

/** How many rows a store has of what its users would miss first. */
export async function contentsOf({
  db,
}: Store): Promise<Record<"users" | "projects" | "reports" | "asks", number>> {
  const count = async (table: "users" | "projects" | "reports" | "asks") => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as("rows"))
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  return {
    users: await count("users"),
    projects: await count("projects"),
    reports: await count("reports"),
    asks: await count("asks"),
  };
}

/** With the version of the tables, which later versions of the program bring forward. */
export const saidContents = (contents: Record<string, number>): string =>
  `${Object.entries(contents)
    .map(([name, rows]) => `${rows} ${name}`)
    .join(", ")} (tables of ${Object.keys(migrations).at(-1)})`;
