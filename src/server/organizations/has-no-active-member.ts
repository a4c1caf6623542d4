import { type RawBuilder, sql } from "kysely";

/**
 * A condition for other statements: the organization has no open account left, so nothing runs for it. What a disabled
 * member began while others are there belongs to the organization and continues.
 */
export const hasNoActiveMember = (
  organizationId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from members able join users on users.id = able.user_id
  where able.organization_id = ${organizationId} and users.disabled_at is null)`;
