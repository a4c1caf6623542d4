import { type Static, Type } from "typebox";
import { type Scope, scopes } from "../../../kernel/access/scope.ts";
import type { Connector } from "../../../store/accounts/connectors.ts";
import { Closed, Nullable, Time, Uuid } from "../../schema/schema.ts";

const properties = {
  id: Uuid("Id of the connector."),
  name: Nullable(Type.String(), { description: "What the assistant calls itself." }),
  member_id: Uuid("Who let it in."),
  redirect_hosts: Type.Array(Type.String(), {
    description: "Where it is answered: hosts, or the schemes of apps.",
  }),
  scopes: Type.Array(Type.String(), {
    description: "What it may do.",
    examples: [["visibility:read"]],
  }),
  created_at: Time("When it was let in."),
  last_used_at: Nullable(Time(), { description: "Last use, to the minute." }),
  expires_at: Time("When it ends; one that renews itself lasts longer with each use."),
};

export const ConnectorView = Closed(properties, { title: "Connector" });

export const CreatedConnectorView = Closed(
  { ...properties, key: Type.String({ description: "The key itself, shown this once." }) },
  { title: "CreatedConnector" },
);

export const connectorView = (connector: Omit<Connector, "clientId">): Static<typeof ConnectorView> => ({
  id: connector.id,
  name: connector.name,
  member_id: connector.memberId,
  redirect_hosts: [...new Set(connector.redirectUris.map(hostOf))],
  scopes: connector.scopes.filter((scope): scope is Scope => (scopes as readonly string[]).includes(scope)),
  created_at: connector.createdAt,
  last_used_at: connector.lastUsedAt,
  expires_at: connector.expiresAt,
});

function hostOf(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}
