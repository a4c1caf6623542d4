import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { contentsOf, readBackup, saidContents } from "../operator/backup-file.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";
import { openMemoryStore } from "../store/db/open.ts";

/** Writes the embedded store to a file, and opens that file again to check it. */
export async function backup(config: Config, { file }: { file: string }, io: Io): Promise<void> {
  if (config.databaseUrl)
    throw new CommandError("The store is a PostgreSQL server: back it up with pg_dump.", 2);
  const path = resolve(file);
  const bytes = await operate(config, "backup", { file: path });
  const contents = await contentsOfFile(path);
  io.stderr.write(
    `overheard: ${path}: ${(bytes / 1e6).toFixed(1)} MB, ${contents}. It contains secrets: protect it like a password.\n`,
  );
}

async function contentsOfFile(path: string): Promise<string> {
  try {
    await using store = await openMemoryStore(await readBackup(path));
    return saidContents(await contentsOf(store));
  } catch {
    throw new CommandError(`${path} was written but cannot be opened again. Do not rely on it.`);
  }
}
