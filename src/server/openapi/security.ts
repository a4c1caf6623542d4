import type { AnyAction } from "../api/action.ts";
import { scopes } from "../kernel/scope.ts";
import type { Json } from "./schemas.ts";

const scopeWords: Record<(typeof scopes)[number], string> = {
  "visibility:read": "Read projects, reports and figures.",
  "visibility:run": "Run and cancel analyses, which costs quota.",
  "content:write": "Check pages, suggest prompts and topics, write drafts.",
  "publish:write": "Publish drafts to a connected blog.",
  "share:write": "Make and revoke public links to reports.",
  "projects:write": "Create, change and delete projects and what is in them.",
};

/** The three kinds of token, each sent as `Authorization: Bearer …`. */
export const securitySchemes = (siteUrl: string): Json => ({
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "API key",
    description:
      "A key made with POST /keys. It opens everything but what manages keys, connectors and members, within its scopes and the role of its maker.",
  },
  sessionJwt: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token of a signed-in user, checked as RFC8725 says. It opens everything.",
  },
  connector: {
    type: "oauth2",
    description:
      "The key of a connected assistant, with the scopes that its user granted. It opens /mcp too. A call without the scope is 403 `INSUFFICIENT_SCOPE`. Keys are opaque, not JWTs: RFC8725 says nothing of them.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${siteUrl}/oauth2/authorize`,
        tokenUrl: `${siteUrl}/oauth2/token`,
        refreshUrl: `${siteUrl}/oauth2/token`,
        scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeWords[scope]])),
      },
    },
  },
});

/** The tokens that an action accepts, any one of them. */
const securityOf = ({ sessionOnly, scope }: Pick<AnyAction, "sessionOnly" | "scope">): Json[] =>
  sessionOnly ? [{ sessionJwt: [] }] : [{ apiKey: [] }, { sessionJwt: [] }, { connector: [scope] }];

/** The default for operations that do not state it: the tokens that reading operations accept. */
export const usualSecurity: Json[] = securityOf({ scope: "visibility:read" });

/** What an operation states about its tokens; nothing if it accepts the default ones. */
export const ownSecurity = (action: AnyAction): { security?: Json[] } =>
  !action.sessionOnly && action.scope === "visibility:read" ? {} : { security: securityOf(action) };
