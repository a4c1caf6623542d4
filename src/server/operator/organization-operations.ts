import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { deleteOrganization, deleteProjectsOfGone } from "../deletion/account-deletion.ts";
import { canonicalUuid } from "../kernel/id.ts";
import {
  findListed,
  type ListedOrganization,
  listOrganizations,
} from "../organizations/organization-list.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import type { Who } from "./account-operations.ts";
import { CommandError } from "./io.ts";

/** What an operator does to organizations. */
export interface OrganizationOperations {
  listOrganizations(query: { search: string | null; limit: number }): Promise<ListedOrganization[]>;
  /** Makes a member an owner, by their address or, where members share one, by the id of their account. */
  setOwner(input: { id: string; member: Who }): Promise<void>;
  /** Deletes an organization for all its members; without `confirmed` it only says what that is. */
  deleteOrganization(input: { id: string; confirmed: boolean }): Promise<ListedOrganization>;
}

export function createOrganizationOperations(parts: {
  db: Db;
  now(): Date;
  /** Called when what was cached about its members is no longer valid. */
  forgetOrganization?: ((organizationId: string) => void) | undefined;
}): OrganizationOperations {
  const { db, now, forgetOrganization } = parts;

  async function organizationWith(text: string): Promise<ListedOrganization> {
    const id = canonicalUuid(text);
    const organization = id ? await findListed(db, id) : undefined;
    if (!organization)
      throw new CommandError("There is no organization with this id; `organization list` shows them.");
    return organization;
  }

  return {
    listOrganizations: (query) => listOrganizations(db, query),
    async setOwner({ id, member: { email, id: userId } }) {
      if (email === undefined && userId === undefined)
        throw new CommandError("Say whose account with --email or --id.", 2);
      const organization = await organizationWith(id);
      await transaction(db, async (db) => {
        await lockOrganization(db, organization.id);
        const members = await db
          .selectFrom("members")
          .innerJoin("users", "users.id", "members.user_id")
          .select(["members.id", "members.user_id", "users.disabled_at"])
          .where("members.organization_id", "=", organization.id)
          .where((eb) =>
            userId === undefined
              ? eb(eb.fn<string>("lower", ["users.email"]), "=", email!.toLowerCase())
              : eb("users.id", "=", canonicalUuid(userId)),
          )
          .execute();
        const [member, ...others] = members.filter(({ disabled_at }) => disabled_at === null);
        if (members.length === 0)
          throw new CommandError("Nobody with this address or id is a member of the organization.");
        if (!member) throw new CommandError("This account is disabled; `user enable` opens it again.");
        if (others.length > 0) {
          const ids = [member, ...others].map(({ user_id }) => user_id).join(", ");
          throw new CommandError(`Several members have this address. Say which with --id: ${ids}.`, 2);
        }
        await db
          .updateTable("members")
          .set({ role: "owner", workspace_ids: null })
          .where("id", "=", member.id)
          .execute();
      });
      forgetOrganization?.(organization.id);
    },
    async deleteOrganization({ id, confirmed }) {
      const organization = await organizationWith(id);
      if (!confirmed) return organization;
      await transaction(db, (db) => deleteOrganization(db, organization.id, now()));
      forgetOrganization?.(organization.id);
      await deleteProjectsOfGone(db, [organization.id], now());
      return organization;
    },
  };
}
