import { type Static, Type } from "typebox";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { Closed, Nullable, Time, Uuid } from "../../api/schema/schema.ts";
import { scopes, staysConnected } from "../../kernel/scope.ts";
import type { Connector } from "./connectors.ts";

const properties = {
  id: Uuid("Id of the connector."),
  name: Nullable(Type.String(), { description: "Name of the assistant." }),
  redirect_hosts: Type.Array(Type.String(), {
    description: "Hosts, or app schemes, that sign-in returns to.",
  }),
  scopes: Type.Array(Type.String(), {
    description: "What it may do; `offline_access` if it stays connected by renewing its access.",
    examples: [["visibility:read", "offline_access"]],
  }),
  created_at: Time("When it was connected."),
  last_used_at: Nullable(Time(), { description: "Last use, to the minute." }),
  expires_at: Time("When it expires; each use of a renewable one extends it."),
  member_id: Uuid("Member who connected it."),
};

export const ConnectorView = Closed(properties, { title: "Connector" });

export const CreatedConnectorView = showAs(
  Closed(
    { ...properties, key: Type.String({ description: "The key, shown only this once." }) },
    { title: "CreatedConnector" },
  ),
  { bases: [ConnectorView] },
);

const visibleScopes: readonly string[] = [...scopes, staysConnected];

export const connectorView = (connector: Omit<Connector, "clientId">): Static<typeof ConnectorView> => ({
  id: connector.id,
  name: connector.name,
  redirect_hosts: [...new Set(connector.redirectUris.map(hostOf))],
  scopes: visibleScopes.filter((scope) => connector.scopes.includes(scope)),
  created_at: connector.createdAt,
  last_used_at: connector.lastUsedAt,
  expires_at: connector.expiresAt,
  member_id: connector.memberId,
});

function hostOf(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}
