/** What members are in an organization. */
export const roleNames: Record<string, string> = {
  viewer: "viewer",
  editor: "editor",
  admin: "admin",
  owner: "owner",
};
