import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { deleted, keyId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { credentialFilter } from "../credential-filter.ts";
import { deleteKey as removeKey } from "./keys.ts";

export const deleteKey = action({
  name: "delete_key",
  http: "DELETE /v1/keys/{keyId}",
  summary: "Delete one of your API keys; it stops working at once.",
  description: "For a key that has leaked or is no longer needed.",
  tag: "keys",
  // Whoever may see no more than reports may end what they hold.
  scope: "visibility:read",
  effect: "deletes",
  limit: "keys",
  sessionOnly: true,
  noStore: true,
  problems: ["KEY_NOT_FOUND"],
  input: Type.Object({
    keyId: Type.String({ description: "Id of the key." }),
  }),
  output: Deleted,
  example: () => ({ fields: { keyId }, answers: deleted }),
}).run(async ({ caller, forgetKey, write }, { keyId }) => {
  const id = canonicalUuid(keyId);
  if (!id) throw new Problem("KEY_NOT_FOUND");
  const replied = await write(async (db) => {
    if (!(await removeKey(db, credentialFilter(caller), id))) throw new Problem("KEY_NOT_FOUND");
    return reply({ id, deleted: true });
  });
  forgetKey(id);
  return replied;
});
