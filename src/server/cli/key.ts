import type { Config } from "../../config.ts";
import { type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Makes an API key and prints only its secret. */
export async function createKey(
  config: Config,
  { email, name, organization }: { email: string; name?: string; organization?: string },
  io: Io,
): Promise<void> {
  say(
    io,
    await operate(config, "createKey", {
      email,
      name: name ?? null,
      organization: organization ?? null,
    }),
  );
}
