import type { Config } from "../../config.ts";
import { type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Prints only a session JWT. */
export async function token(config: Config, { email }: { email: string }, io: Io): Promise<void> {
  say(io, await operate(config, "issueToken", { email }));
}
