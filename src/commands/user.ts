import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Config } from "../config.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

interface Options {
  email: string;
  passwordStdin?: boolean;
}

/** Makes an account; prints its password where it made that too. */
export async function createUser(config: Config, { email, passwordStdin }: Options, io: Io): Promise<void> {
  const password = passwordStdin ? await givenPassword(io) : newPassword();
  await operate(config, "createUser", { email, password });
  if (!passwordStdin) say(io, password);
}

interface ResetOptions extends Options {
  revokeKeys?: boolean;
  revokeConnectors?: boolean;
}

/** Gives an account another password and ends its sessions; prints the password where it made it. */
export async function resetPassword(
  config: Config,
  { email, passwordStdin, revokeKeys = false, revokeConnectors = false }: ResetOptions,
  io: Io,
): Promise<void> {
  const password = passwordStdin ? await givenPassword(io) : newPassword();
  await operate(config, "resetPassword", { email, password, revokeKeys, revokeConnectors });
  if (!passwordStdin) say(io, password);
}

/** 120 random bits. */
const newPassword = () => randomBytes(15).toString("base64url");

async function givenPassword(io: Io): Promise<string> {
  const [password = ""] = (await text(io.stdin)).split(/\r?\n/, 1);
  if (password === "") throw new CommandError("stdin holds no password.", 2);
  return password;
}
