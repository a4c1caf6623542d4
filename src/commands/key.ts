import type { Config } from "../config.ts";
import { operate } from "./control-reach.ts";
import { type Io, say } from "./io.ts";

/** Makes an API key and prints its secret alone. */
export async function createKey(
  config: Config,
  options: { email: string; name?: string },
  io: Io,
): Promise<void> {
  say(io, await operate(config, "createKey", { email: options.email, name: options.name ?? null }));
}
