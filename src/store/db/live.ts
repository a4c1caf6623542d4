import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * Whether the project of a row has not been deleted. Everything that is looked up otherwise than through its project
 * says so, since what belongs to a deleted one goes row by row.
 */
export const ofLiveProject = (projectId: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from projects live where live.id = ${projectId} and live.deleted_at is null)`;
