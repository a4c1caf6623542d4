import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { OneOf } from "../../api/schema/schema.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { scopes as allScopes } from "../../kernel/scope.ts";
import { createdConnector } from "../account-examples.ts";
import { CredentialName } from "../keys/credential-name.ts";
import { connectorKeyMs, insertConnectorKey } from "./connector-keys.ts";
import { CreatedConnectorView, connectorView } from "./connector-view.ts";

export const createConnector = action({
  name: "create_connector",
  http: "POST /v1/connectors",
  summary: "Create a connector for an agent without a browser. Its key is shown only in this answer.",
  description: "The key works at /mcp.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "keys",
  feature: "mcp_connector",
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
    const connector = {
      ...{ ...terms, memberId: caller.memberId, redirectUris: [], lastUsedAt: null },
      ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    };
    return reply({ ...connectorView(connector), key: secret }, { location: `/v1/connectors/${id}` });
  });
});
