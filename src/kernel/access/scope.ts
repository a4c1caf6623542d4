/** What a connector token may be allowed to do; API keys and session JWTs hold all. Source: docs/contract/assistants.md. */
export const scopes = [
  "visibility:read",
  "visibility:run",
  "content:write",
  "publish:write",
  "share:write",
  "projects:write",
] as const;

export type Scope = (typeof scopes)[number];
