import type { Config } from "../../config.ts";
import type { Who } from "../operator/account-operations.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";
import { tableOf } from "../operator/table.ts";

const note = (io: Io, sentence: string): void => void io.stderr.write(`overheard: ${sentence}\n`);

/** Prints organizations: all, or those that contain a text. */
export async function listOrganizations(
  config: Config,
  { search = null, limit = "1000", json = false }: { search?: string | null; limit?: string; json?: boolean },
  io: Io,
): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new CommandError("--limit is a whole number from 1.", 2);
  const organizations = await operate(config, "listOrganizations", { search, limit: most });
  if (json) return say(io, JSON.stringify(organizations, null, 2));
  const rows = organizations.map(({ id, name, plan, createdAt, owners, members, projects }) => [
    ...[name.replaceAll(/\s+/g, " "), id, config.plansOn ? plan : "-", createdAt.slice(0, 10)],
    ...[owners.join(" ") || "(none who can sign in)", String(members), String(projects)],
  ]);
  for (const line of tableOf([["name", "id", "plan", "created", "owners", "members", "projects"], ...rows]))
    say(io, line);
  if (organizations.length === most) note(io, `only the first ${most} are shown; --limit shows more.`);
}

/** Makes a member an owner. */
export async function setOwner(config: Config, input: { id: string; member: Who }, io: Io): Promise<void> {
  await operate(config, "setOwner", input);
  note(io, `${input.member.email ?? input.member.id} is an owner of ${input.id}.`);
}

/** Deletes an organization for all its members; first says what will be lost. */
export async function deleteOrganization(
  config: Config,
  { id, yes = false }: { id: string; yes?: boolean },
  io: Io,
): Promise<void> {
  const { name, members, projects } = await operate(config, "deleteOrganization", { id, confirmed: yes });
  const lost = `its projects (${projects}) with their reports, for its members (${members})`;
  if (!yes) throw new CommandError(`this deletes "${name}", ${lost}, for good. Add --yes to do it.`, 2);
  note(io, `"${name}" is deleted, and ${lost}. The rows are removed in the background while a worker runs.`);
}
