/** What a connector token can be allowed; API keys and session JWTs have all scopes. Source: docs/contract/assistants.md. */
export const scopes = [
  "visibility:read",
  "visibility:run",
  "content:write",
  "publish:write",
  "share:write",
  "projects:write",
] as const;

export type Scope = (typeof scopes)[number];
