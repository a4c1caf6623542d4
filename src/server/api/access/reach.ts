/** What somebody may see: a whole organization, or only what is in some of its client workspaces. */
export interface Reach {
  organizationId: string;
  /** Null: the whole organization. */
  workspaceIds: readonly string[] | null;
}
