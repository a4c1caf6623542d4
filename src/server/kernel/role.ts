import { type Scope, scopes } from "./scope.ts";

/** The roles of members in an organization, least first. Source: docs/contract/organizations.md. */
export const roles = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** The scopes of a role: also the most that its keys and connectors can have. */
export const scopesOf = (role: Role): readonly Scope[] => (role === "viewer" ? ["visibility:read"] : scopes);

/** Whether a role is at least as high as another. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The roles that are at least as high as this one. */
export const enoughFor = (least: Role): Role[] => roles.filter((role) => isAtLeast(role, least));

/** Roles that may be limited to some client workspaces: whoever manages the organization sees all of it. */
export const limitable: readonly Role[] = ["viewer", "editor"];
