/** For an agency's client, or for one it hopes to win. */
export const workspaceKinds = ["client", "pitch"] as const;
export type WorkspaceKind = (typeof workspaceKinds)[number];

/** An archived workspace keeps its reports readable; nothing new can be made in it. */
export const workspaceStatuses = ["active", "archived"] as const;
export type WorkspaceStatus = (typeof workspaceStatuses)[number];

/** The projects of one client or pitch. */
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
