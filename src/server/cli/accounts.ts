import { resolve } from "node:path";
import type { Config } from "../../config.ts";
import type { Who } from "../operator/account-operations.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";
import { tableOf } from "../operator/table.ts";

const note = (io: Io, sentence: string): void => void io.stderr.write(`overheard: ${sentence}\n`);

const nameOf = ({ email, id }: Who): string => email ?? id ?? "";

/** Prints accounts: all, or those that contain a text. */
export async function listUsers(
  config: Config,
  { search = null, limit = "1000", json = false }: { search?: string | null; limit?: string; json?: boolean },
  io: Io,
): Promise<void> {
  const most = wholeNumber(limit);
  const accounts = await operate(config, "listAccounts", { search, limit: most });
  if (json) return say(io, JSON.stringify(accounts, null, 2));
  const rows = accounts.map((account) => [
    account.email ?? "(no address)",
    account.id ?? "(never used)",
    account.disabledAt === null ? (config.plansOn ? account.plan : "-") : "disabled",
    day(account.createdAt),
    account.keyUsedAt === null ? "never" : day(account.keyUsedAt),
    ...[account.projects, account.keys, account.sessions].map(String),
  ]);
  const head = ["email", "id", "plan", "created", "key used", "projects", "keys", "sessions"];
  for (const line of tableOf([head, ...rows])) say(io, line);
  if (accounts.length === most) note(io, `only the first ${most} are shown; --limit shows more.`);
}

/** Disables an account. */
export async function disableUser(config: Config, who: Who, io: Io): Promise<void> {
  const shut = await operate(config, "disableUser", who);
  const says = `${nameOf(who)} is ${shut ? "disabled" : "disabled already"}.`;
  note(
    io,
    `${says} Within 5 seconds its keys, connectors and sessions stop working, and nothing runs for it.`,
  );
}

/** Enables an account again. */
export async function enableUser(config: Config, who: Who, io: Io): Promise<void> {
  const opened = await operate(config, "enableUser", who);
  note(
    io,
    opened
      ? `${nameOf(who)} can sign in again, and its keys and connectors work again.`
      : `${nameOf(who)} is not disabled.`,
  );
}

/** Deletes an account; first says what will be lost. */
export async function deleteUser(config: Config, { yes = false, ...who }: Who & { yes?: boolean }, io: Io) {
  const { projects, keys } = await operate(config, "deleteUser", { ...who, confirmed: yes });
  const lost = `its projects (${projects}) with their reports, and its keys (${keys})`;
  if (!yes)
    throw new CommandError(
      `this deletes ${nameOf(who)}, ${lost}, for good. Add --yes to do it; \`user export\` keeps a copy.`,
      2,
    );
  note(
    io,
    `${nameOf(who)} is deleted, and ${lost}. The rows are removed in the background while a worker runs.`,
  );
}

/** Writes everything stored about an account into one archive. */
export async function exportUser(config: Config, { file, ...who }: Who & { file: string }, io: Io) {
  const path = resolve(file);
  const bytes = await operate(config, "exportUser", { ...who, file: path });
  note(io, `${path}: ${(bytes / 1e6).toFixed(1)} MB, without secrets.`);
}

/** Signs an account out everywhere. */
export async function endSessions(config: Config, who: Who, io: Io): Promise<void> {
  const sessionCount = await operate(config, "endSessions", who);
  note(io, `${nameOf(who)} is signed out everywhere (sessions: ${sessionCount}).`);
}

/** Vouches for the address of an account. */
export async function confirmUser(config: Config, who: Who, io: Io): Promise<void> {
  const confirmed = await operate(config, "confirmUser", who);
  note(io, `the address of ${nameOf(who)} ${confirmed ? "is confirmed" : "was confirmed already"}.`);
}

/** Separates an account from the person at the identity provider who signs in to it. */
export async function unlinkUser(config: Config, who: Who, io: Io): Promise<void> {
  const unlinked = await operate(config, "unlinkUser", who);
  note(
    io,
    unlinked
      ? `${nameOf(who)} is signed out everywhere. Whoever signs in with this address at the provider next has the account.`
      : `nobody signs in to ${nameOf(who)} with the provider.`,
  );
}

/** Prints an account's keys. */
export async function listKeys(
  config: Config,
  { json = false, ...who }: Who & { json?: boolean },
  io: Io,
): Promise<void> {
  const keys = await operate(config, "listKeys", who);
  if (json) return say(io, JSON.stringify(keys, null, 2));
  const rows = keys.map((key) => [
    key.prefix,
    key.id,
    day(key.createdAt),
    key.lastUsedAt === null ? "never" : day(key.lastUsedAt),
    key.expiresAt === null ? "never" : day(key.expiresAt),
    key.name ?? "",
  ]);
  for (const line of tableOf([["begins", "id", "created", "used", "expires", "name"], ...rows]))
    say(io, line);
}

/** Revokes a key, by its id or its first characters. */
export async function revokeKey(config: Config, { key }: { key: string }, io: Io): Promise<void> {
  await operate(config, "revokeKey", { key });
  note(io, "the key is revoked; within a second it opens nothing.");
}

const day = (time: string): string => time.slice(0, 10);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000) return value;
  throw new CommandError("--limit is a whole number from 1 to 1000000.", 2);
}
