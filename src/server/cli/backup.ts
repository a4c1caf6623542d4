import { existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../config.ts";
import { startPglite } from "../db/embedded/open-embedded.ts";
import { newId } from "../kernel/id.ts";
import { contentsOf, saidContents, unpackBackup } from "../operator/backup-file.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Writes the embedded store to a file, and opens that file again to check it. */
export async function backup(config: Config, { file }: { file: string }, io: Io): Promise<void> {
  if (config.databaseUrl)
    throw new CommandError("The store is a PostgreSQL server: back it up with pg_dump.", 2);
  if (file === "-")
    throw new CommandError("a backup goes into a file: it is opened again there to check it.", 2);
  const path = resolve(file);
  const bytes = await operate(config, "backup", { file: path });
  // A server that writes it may have folders of its own there, as systemd's PrivateTmp gives it and containers do.
  if (!existsSync(path))
    throw new CommandError(
      `The server has written ${path} where this command does not see it: some of its folders are its own. Name a file in ${config.dataDir}, which both see.`,
    );
  const contents = await contentsOfFile(path);
  io.stderr.write(
    `overheard: ${path}: ${(bytes / 1e6).toFixed(1)} MB, ${contents}. It contains secrets: protect it like a password.\n`,
  );
}

/** Unpacked beside the file, where there is room for large things. */
async function contentsOfFile(path: string): Promise<string> {
  const directory = `${path}-checking-${newId()}`;
  try {
    await unpackBackup(path, directory);
    await using store = await startPglite({ dataDir: directory });
    return saidContents(await contentsOf(store));
  } catch (error) {
    if (error instanceof CommandError && /no room/.test(error.message))
      throw new CommandError(
        `${path} was written, but there is no room to unpack it beside it and check it.`,
      );
    throw new CommandError(`${path} was written but cannot be opened again. Do not rely on it.`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
