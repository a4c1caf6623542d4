import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Config } from "../../config.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

interface Options {
  email: string;
  passwordStdin?: boolean;
}

/** Makes an account; prints its password if it made that too. */
export async function createUser(config: Config, { email, passwordStdin }: Options, io: Io): Promise<void> {
  const password = passwordStdin ? await givenPassword(io) : newPassword();
  await operate(config, "createUser", { email, password });
  if (!config.passwords)
    io.stderr.write(`overheard: ${email} signs in with ${config.oidc?.name ?? "the identity provider"}.\n`);
  else if (!passwordStdin) tellPassword(io, email, password);
}

interface ResetOptions extends Options {
  link?: boolean;
  endSecondStep?: boolean;
  revokeKeys?: boolean;
  revokeConnectors?: boolean;
}

/** Sets a new password, or makes a link to set one, and ends the account's sessions; prints what it made. */
export async function resetPassword(
  config: Config,
  { email, passwordStdin, link = false, endSecondStep = false, ...revoked }: ResetOptions,
  io: Io,
): Promise<void> {
  const { revokeKeys = false, revokeConnectors = false } = revoked;
  const freshPassword = link ? null : newPassword();
  const password = passwordStdin ? await givenPassword(io) : freshPassword;
  const more = { endSecondStep, revokeKeys, revokeConnectors };
  const address = await operate(config, "resetPassword", { email, password, ...more });
  if (address !== null) say(io, address);
  else if (freshPassword !== null && !passwordStdin) tellPassword(io, email, freshPassword);
}

/** Only the password on stdout; what it is on stderr. */
function tellPassword(io: Io, email: string, password: string): void {
  io.stderr.write(`overheard: the password of ${email}, shown only this once:\n`);
  say(io, password);
}

/** 120 random bits. */
const newPassword = () => randomBytes(15).toString("base64url");

async function givenPassword(io: Io): Promise<string> {
  const [password = ""] = (await text(io.stdin)).split(/\r?\n/, 1);
  if (password === "") throw new CommandError("stdin holds no password.", 2);
  return password;
}
