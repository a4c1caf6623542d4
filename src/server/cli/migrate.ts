import type { Config } from "../../config.ts";
import { openStore } from "../db/open.ts";
import { createLog } from "../kernel/log.ts";
import { commandError } from "../operator/errors.ts";
import type { Io } from "../operator/io.ts";

/** Brings the store up to this version of the program, making it if there is none. */
export async function migrate(config: Config, _options: object, io: Io): Promise<void> {
  try {
    await using store = await openStore(config, createLog("warn"));
    const done = store.migrated.length > 0 ? `now has ${store.migrated.join(", ")}` : "is up to date";
    io.stderr.write(`overheard: the store ${done}.\n`);
  } catch (error) {
    throw commandError(error) ?? error;
  }
}
