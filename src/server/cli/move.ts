import type { Config } from "../../config.ts";
import { commandError } from "../operator/errors.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { moveToDatabase, moveToDirectory, takeBackStore } from "../operator/move-store.ts";
import { makeQueue } from "../queue/make-queue.ts";

interface Options {
  to?: "database" | "directory";
  takeBack?: boolean;
}

/** Moves a store to a PostgreSQL server or back from it; cut off at any moment, the same command goes on. */
export async function move(config: Config, { to, takeBack = false }: Options, io: Io): Promise<void> {
  const say = (line: string) => void io.stderr.write(`overheard: ${line}\n`);
  try {
    if (takeBack) return await takeBackStore(config, say);
    if (!to) throw new CommandError("say where to: `move --to database` or `move --to directory`.", 2);
    if (config.databaseUrl === null)
      throw new CommandError("DATABASE_URL must be set to the PostgreSQL to move the store to or from.", 2);
    const terms = { ...config, databaseUrl: config.databaseUrl };
    await (to === "database" ? moveToDatabase : moveToDirectory)(terms, { makeQueue, say });
  } catch (error) {
    throw commandError(error) ?? error;
  }
}
