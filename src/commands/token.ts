import type { Config } from "../config.ts";
import { operate } from "./control-reach.ts";
import { type Io, say } from "./io.ts";

/** Prints a session JWT alone. */
export async function token(config: Config, { email }: { email: string }, io: Io): Promise<void> {
  say(io, await operate(config, "issueToken", { email }));
}
