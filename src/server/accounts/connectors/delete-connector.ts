import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { connectorId, deleted } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { credentialFilter } from "../credential-filter.ts";
import { deleteConnector as endConnector } from "./connectors.ts";

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
    if (!(await endConnector(db, credentialFilter(caller), id))) throw new Problem("CONNECTOR_NOT_FOUND");
    return reply({ id, deleted: true });
  });
  forgetConnector(id);
  return replied;
});
