import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { VendorProviderWord } from "../../api/schema/words.ts";
import { Problem } from "../../kernel/problem.ts";
import { deleteCredentials } from "./engine-credentials.ts";

export const deleteEngineCredentials = action({
  name: "delete_engine_credentials",
  http: "DELETE /v1/engines/{provider}/credentials",
  summary: "Delete the organization's own key for an assistant.",
  description:
    "For admins. Calls still waiting for it fail. After that the server's key is used, if the server lends it.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  problems: ["ENGINE_CREDENTIALS_NOT_FOUND"],
  audit: ({ provider }) => ({ objectId: provider }),
  input: Type.Object({ provider: VendorProviderWord() }),
  output: Deleted,
  example: () => ({
    fields: { provider: "chatgpt" },
    answers: { DeletedEngineCredentials: { summary: "Deleted", data: { id: "chatgpt", deleted: true } } },
  }),
}).run(async ({ caller, forgetOrganization, write }, { provider }) => {
  const response = await write(async (db) => {
    if (!(await deleteCredentials(db, caller.organizationId, provider)))
      throw new Problem("ENGINE_CREDENTIALS_NOT_FOUND");
    return reply({ id: provider, deleted: true });
  });
  forgetOrganization(caller.organizationId);
  return response;
});
