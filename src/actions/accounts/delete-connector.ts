import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteConnector as endConnector } from "../../store/accounts/connectors.ts";
import { connectorId, deleted } from "../examples/northwind.ts";
import { Deleted } from "../schema/schema.ts";
import { heldBy } from "./steps/held-by.ts";

export const deleteConnector = action({
  name: "delete_connector",
  http: "DELETE /v1/connectors/{connectorId}",
  summary: "Disconnect an assistant; all its tokens stop working at once.",
  description: "To let it in again, connect it anew.",
  tag: "setup",
  // Whoever may see no more than reports may end what they hold.
  scope: "visibility:read",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  noStore: true,
  problems: ["CONNECTOR_NOT_FOUND"],
  input: Type.Object({
    connectorId: Type.String({ description: "Id of the connector." }),
  }),
  output: Deleted,
  example: () => ({
    fields: { connectorId },
    answers: deleted,
  }),
}).run(async ({ caller, forgetConnector, write }, { connectorId }) => {
  const id = canonicalUuid(connectorId);
  if (!id) throw new Problem("CONNECTOR_NOT_FOUND");
  const replied = await write(async (db) => {
    if (!(await endConnector(db, heldBy(caller), id))) throw new Problem("CONNECTOR_NOT_FOUND");
    return reply({ id, deleted: true });
  });
  forgetConnector(id);
  return replied;
});
