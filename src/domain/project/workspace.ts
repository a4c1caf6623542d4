/** For a client an agency works for, or for one it would like to win. */
export const workspaceKinds = ["client", "pitch"] as const;
export type WorkspaceKind = (typeof workspaceKinds)[number];

/** An archived workspace keeps its reports readable; nothing new is made in it. */
export const workspaceStatuses = ["active", "archived"] as const;
export type WorkspaceStatus = (typeof workspaceStatuses)[number];

/** Projects of one client, or of one pitch. */
export interface Workspace {
  id: string;
  name: string;
  kind: WorkspaceKind;
  status: WorkspaceStatus;
  domain: string | null;
  /** Newest first. */
  projectIds: string[];
  createdAt: string;
  updatedAt: string;
}
