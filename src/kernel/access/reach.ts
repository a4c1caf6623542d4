/** What somebody may see: an organization, or no more of it than what is in some of its client workspaces. */
export interface Reach {
  organizationId: string;
  /** Null: all of it. */
  workspaceIds: readonly string[] | null;
}
