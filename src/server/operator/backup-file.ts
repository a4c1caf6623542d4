import { once } from "node:events";
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
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

/** Name of the server's own secret in a backup; without it all keys and sessions would be invalid. */
export const secretName = "overheard-secret";

/** Writes the embedded store, and the secret made with it, as a tar.gz; returns its size in bytes. */
export async function writeBackup(store: Store, dataDir: string, file: string): Promise<number> {
  if (!store.withCopy) throw new CommandError("Only an embedded store can be written to a file.", 2);
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
    const why = isFullDisk(error) ? ": its disk is full" : "";
    if (path?.startsWith(part) || (syscall && !path))
      throw new CommandError(`${file} cannot be written${why}.`);
    if (isFullDisk(error))
      throw new CommandError(
        `The disk of ${dataDir} has no room for a copy of the store, which a backup is made from.`,
      );
    throw error;
  }
}

/** Unpacks a backup file into a new directory. Throws CommandError, and leaves none, if it is not one. */
export async function unpackBackup(file: string, directory: string): Promise<void> {
  const source = createReadStream(file);
  await once(source, "open").catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  const terms = { fmode: 0o600, dmode: 0o700, filter: isPlain };
  try {
    mkdirSync(directory, { mode: 0o700 });
    await pipeline(source, createGunzip(), unpackTar(directory, terms));
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    if (isFullDisk(error))
      throw new CommandError(`The disk of ${directory} has no room for what ${file} holds.`);
    throw unreadable(file);
  }
}

export const unreadable = (file: string) =>
  new CommandError(
    `${file} is not a readable backup: it is no archive that \`backup\` has written, or was cut off or damaged since. Try another one.`,
  );

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
