import type { Config } from "../../config.ts";
import { type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Makes a connector for an agent without a browser and prints only its key. */
export async function createConnector(
  config: Config,
  {
    email,
    name,
    scopes,
    organization,
  }: { email: string; name: string; scopes?: string; organization?: string },
  io: Io,
): Promise<void> {
  const scopeNames = scopes?.split(",").map((scope) => scope.trim()) ?? null;
  say(
    io,
    await operate(config, "createConnector", {
      email,
      name,
      scopes: scopeNames,
      organization: organization ?? null,
    }),
  );
}
