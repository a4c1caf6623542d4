import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * Whether a row's project still exists. Every lookup that does not go through the project adds this, since what belongs
 * to a deleted project is removed row by row.
 */
export const ofLiveProject = (projectId: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from projects live where live.id = ${projectId} and live.deleted_at is null)`;
