import { Type } from "typebox";
import { scopes as allScopes } from "../../kernel/access/scope.ts";
import { action } from "../../kernel/action.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { connectorKeyMs, insertConnectorKey } from "../../store/accounts/connector-keys.ts";
import { createdConnector } from "../examples/accounts.ts";
import { OneOf } from "../schema/schema.ts";
import { CredentialName } from "./terms/credential-name.ts";
import { CreatedConnectorView, connectorView } from "./views/connector-view.ts";

export const createConnector = action({
  name: "create_connector",
  http: "POST /v1/connectors",
  summary: "Create a connector for an agent without a browser. Its key is shown only in this answer.",
  description: "The key works at /mcp.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "keys",
  sessionOnly: true,
  secret: true,
  noStore: true,
  status: 201,
  problems: ["NOT_FOUND", "KEY_LIMIT_REACHED", "SECRET_ALREADY_SHOWN"],
  input: Type.Object({
    name: CredentialName,
    scopes: Type.Optional(
      Type.Array(OneOf(allScopes), {
        minItems: 1,
        maxItems: allScopes.length,
        description: "What it may do; default: `visibility:read`.",
      }),
    ),
  }),
  output: CreatedConnectorView,
  example: () => ({
    bodies: {
      usual: {
        summary: "A connector that reads",
        value: { name: "Nightly check", scopes: ["visibility:read"] },
      },
    },
    answers: { CreatedConnector: { status: 201, summary: "A new connector", data: createdConnector } },
  }),
}).run(async ({ caller, newConnectorKey, now, write }, { name, scopes = ["visibility:read"] }) => {
  const minted = newConnectorKey();
  if (!minted) {
    const message = "People sign in to this server through another identity provider, so it has no /mcp.";
    throw new Problem("NOT_FOUND", { message });
  }
  const { secret, hash, resource } = minted;
  const [id, createdAt] = [newId(), now()];
  const granted = allScopes.filter((scope) => scopes.includes(scope));
  const expiresAt = new Date(createdAt.getTime() + connectorKeyMs);
  const terms = { id, name, scopes: granted };
  return write(async (db) => {
    const { organizationId, userId } = caller;
    await insertConnectorKey(db, { ...terms, organizationId, userId, hash, resource, createdAt, expiresAt });
    const made = {
      ...{ ...terms, memberId: caller.memberId, redirectUris: [], lastUsedAt: null },
      ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    };
    return reply({ ...connectorView(made), key: secret }, { location: `/v1/connectors/${id}` });
  });
});
