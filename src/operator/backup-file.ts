import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { secretPath } from "../auth/server-secret.ts";
import { newId } from "../kernel/id.ts";
import { isFullDisk } from "../kernel/outage.ts";
import { storeDir } from "../store/db/embedded/store-directory.ts";
import { migrations } from "../store/db/migrate.ts";
import type { Store } from "../store/db/store.ts";
import { CommandError } from "./io.ts";

/** Name of the server's own secret in a backup; without it all keys and sessions would be invalid. */
export const secretName = "overheard-secret";

/** Writes the embedded store, and the secret made with it, as a tar.gz; returns its size in bytes. */
export async function writeBackup(store: Store, dataDir: string, file: string): Promise<number> {
  if (!store.dump) throw new CommandError("Only an embedded store can be written to a file.", 2);
  if (existsSync(secretPath(dataDir))) copyFileSync(secretPath(dataDir), join(storeDir(dataDir), secretName));
  const bytes = Buffer.from(await (await store.dump("gzip")).arrayBuffer());
  const part = `${file}-${newId()}`;
  try {
    writeFileSync(part, bytes, { mode: 0o600, flush: true });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new CommandError(`${file} cannot be written${isFullDisk(error) ? ": its disk is full" : ""}.`);
  }
  return bytes.length;
}

/** The tar archive in a backup file. Unpacked here: PGlite ends the process over a damaged gzip. */
export async function readBackup(file: string): Promise<Blob> {
  const packed = await readFile(file).catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  const tar = await promisify(gunzip)(packed).catch(() => {
    throw new CommandError(`${file} is not a readable backup.`);
  });
  return new Blob([new Uint8Array(tar)], { type: "application/x-tar" });
}

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
