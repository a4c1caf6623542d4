import { type Expression, type RawBuilder, sql } from "kysely";
import type { Reach } from "../api/access/reach.ts";

/** All of an organization. */
export const wholeOf = (organizationId: string): Reach => ({ organizationId, workspaceIds: null });

/** The same for two reaches exactly where both see the same, for what is remembered. */
export const reachKey = ({ organizationId, workspaceIds }: Reach): string =>
  workspaceIds === null ? organizationId : `${organizationId} ${[...workspaceIds].sort().join(" ")}`;

/** A row's columns: whose it is, and the client workspace that it is in. */
interface Place {
  owner: Expression<unknown>;
  workspaceId: Expression<unknown>;
}

/** Whether a row that says its own workspace is within somebody's reach. */
export function within(
  { organizationId, workspaceIds }: Reach,
  { owner, workspaceId }: Place,
): RawBuilder<boolean> {
  if (workspaceIds === null) return sql<boolean>`${owner} = ${organizationId}`;
  return sql<boolean>`(${owner} = ${organizationId} and ${amongIds(workspaceId, workspaceIds)})`;
}

/**
 * Whether a row that belongs to a project is within somebody's reach: the organization's, its project not deleted and,
 * for a limited member, in one of their workspaces.
 */
export function inReach(
  { organizationId, workspaceIds }: Reach,
  { owner, projectId }: Pick<Place, "owner"> & { projectId: Expression<unknown> },
): RawBuilder<boolean> {
  const visible = workspaceIds === null ? sql`true` : amongIds(sql.ref("live.workspace_id"), workspaceIds);
  return sql<boolean>`(${owner} = ${organizationId} and exists (
    select from projects live where live.id = ${projectId} and live.deleted_at is null and ${visible}))`;
}

const amongIds = (id: Expression<unknown>, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${id} = any(${[...ids]}::uuid[]), false)`;
