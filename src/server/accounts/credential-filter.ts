import type { Caller } from "../api/caller.ts";
import { isAtLeast } from "../kernel/role.ts";
import type { KeyHolder } from "./keys/keys.ts";

/** Whose keys and connectors a caller sees and ends: their own; for an admin, everybody's in the organization. */
export const credentialFilter = ({ organizationId, userId, role }: Caller): KeyHolder => ({
  organizationId,
  userId: isAtLeast(role, "admin") ? null : userId,
});
