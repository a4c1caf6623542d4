import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { listConnectors as connectorsOf } from "../../store/accounts/connectors.ts";
import { connectors } from "../examples/accounts.ts";
import { heldBy } from "./steps/held-by.ts";
import { ConnectorView, connectorView } from "./views/connector-view.ts";

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
}).run(async ({ db, caller, now }) => (await connectorsOf(db, heldBy(caller), now())).map(connectorView));
