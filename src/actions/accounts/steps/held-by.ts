import { isAtLeast } from "../../../kernel/access/role.ts";
import type { Caller } from "../../../kernel/caller.ts";
import type { KeyHolder } from "../../../store/accounts/keys.ts";

/** Whose keys and connectors a caller sees and ends: their own; for an admin, everybody's in the organization. */
export const heldBy = ({ organizationId, userId, role }: Caller): KeyHolder => ({
  organizationId,
  userId: isAtLeast(role, "admin") ? null : userId,
});
