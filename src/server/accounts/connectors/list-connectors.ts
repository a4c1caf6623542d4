import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { connectors } from "../account-examples.ts";
import { credentialFilter } from "../credential-filter.ts";
import { ConnectorView, connectorView } from "./connector-view.ts";
import { listConnectors as connectorsOf } from "./connectors.ts";

export const listConnectors = action({
  name: "list_connectors",
  http: "GET /v1/connectors",
  summary: "List the assistants connected through /mcp, newest first.",
  description: "What each may do, and when it was last used.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  noStore: true,
  input: Type.Object({}),
  output: Type.Array(ConnectorView),
  example: () => ({ answers: { ConnectorList: { summary: "One assistant", data: connectors } } }),
}).run(async ({ db, caller, now }) =>
  (await connectorsOf(db, credentialFilter(caller), now())).map(connectorView),
);
