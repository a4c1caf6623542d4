import { type RawBuilder, sql } from "kysely";

/**
 * Whether nobody is left in an organization whose account is open, for the conditions of other statements: then nothing
 * runs for it. What a disabled member of others began is the organization's, and goes on.
 */
export const isShut = (organizationId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from members able join users on users.id = able.user_id
  where able.organization_id = ${organizationId} and users.disabled_at is null)`;
