import { type Scope, scopes } from "./scope.ts";

/** What a member is in an organization, the least first. Source: docs/contract/organizations.md. */
export const roles = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** The scopes that a role holds, and its keys and connectors at most. */
export const scopesOf = (role: Role): readonly Scope[] => (role === "viewer" ? ["visibility:read"] : scopes);

/** Whether a role may do what another is enough for. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** Roles that are enough where this one is. */
export const enoughFor = (least: Role): Role[] => roles.filter((role) => isAtLeast(role, least));

/** Roles that may be limited to some client workspaces: who manages the organization sees all of it. */
export const limitable: readonly Role[] = ["viewer", "editor"];
