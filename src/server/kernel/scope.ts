/** What a connector token can be allowed; API keys and session JWTs have all scopes. Source: docs/connect.md, "What an assistant may do". */
export const scopes = [
  "visibility:read",
  "visibility:run",
  "content:write",
  "publish:write",
  "share:write",
  "projects:write",
] as const;

/** What keeps an assistant connected: it may renew its access. Not a scope of any action. */
export const staysConnected = "offline_access";

export type Scope = (typeof scopes)[number];
