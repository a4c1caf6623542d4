import type { Config } from "../config.ts";
import { type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Makes an API key and prints only its secret. */
export async function createKey(
  config: Config,
  options: { email: string; name?: string },
  io: Io,
): Promise<void> {
  say(io, await operate(config, "createKey", { email: options.email, name: options.name ?? null }));
}
