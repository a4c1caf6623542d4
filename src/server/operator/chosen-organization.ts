import type { Db } from "../db/db.ts";
import { organizationsOf } from "../organizations/organizations.ts";
import { CommandError } from "./io.ts";

/** Id of the organization that a command means: the one named, else the only one. Throws a CommandError that lists them. */
export async function chosenOrganization(
  db: Db,
  userId: string,
  requestedId: string | null,
): Promise<string> {
  const joined = await organizationsOf(db, userId);
  const matches = requestedId === null ? joined : joined.filter(({ id }) => id === requestedId);
  if (joined.length === 0) throw new CommandError("This account is in no organization.");
  if (matches.length === 1) return matches[0]!.id;
  const why =
    requestedId === null ? "This account is in several organizations." : "This account is not in it.";
  const ids = joined.map(({ id, role, members }) => `${id} (${role}, ${memberText(members)})`);
  throw new CommandError(`${why} Add --organization with one of these ids: ${ids.join(", ")}.`, 2);
}

const memberText = (members: number): string => (members === 1 ? "1 member" : `${members} members`);
