import type { Config } from "../../config.ts";
import { adoptSecret, secretFits } from "../auth/secret-mark.ts";
import { serverSecret } from "../auth/server-secret.ts";
import { openStore } from "../db/open.ts";
import { createLog } from "../kernel/log.ts";
import { commandError } from "../operator/errors.ts";
import { CommandError, type Io } from "../operator/io.ts";

const lost =
  "sessions, API keys, connected assistants and blogs, organizations' own keys for assistants, and authenticator apps";

/** Makes the configured secret the store's, although nobody has the one before. */
export async function adopt(config: Config, { yes = false }: { yes?: boolean }, io: Io): Promise<void> {
  try {
    await using store = await openStore(config, createLog("warn"));
    const secret = serverSecret(config);
    if (await secretFits(store.db, [secret])) {
      io.stderr.write("overheard: the store is used with this secret already.\n");
      return;
    }
    if (!yes)
      throw new CommandError(
        `what was made with the secret before stops working, for good: ${lost}. Add --yes to go on.`,
        2,
      );
    await adoptSecret(store.db, secret);
    io.stderr.write(
      `overheard: the store goes by this secret now. To be made again: ${lost}. Start every process with it.\n`,
    );
  } catch (error) {
    throw commandError(error) ?? error;
  }
}
