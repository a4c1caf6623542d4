import { Type } from "typebox";
import type { Provider } from "../../../reader/provider.ts";
import { action } from "../../api/action.ts";
import { engineCredentials } from "../../projects/project-examples.ts";
import { listCredentials } from "./engine-credentials.ts";
import { EngineCredentialsView, engineCredentialsView } from "./engine-credentials-view.ts";

export const listEngineCredentials = action({
  name: "list_engine_credentials",
  http: "GET /v1/engines/credentials",
  summary: "List the organization's own keys for assistants, by their last four characters.",
  description: "For admins. Keys are never shown, except for their last four characters.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  input: Type.Object({}),
  output: Type.Array(EngineCredentialsView),
  example: () => ({
    answers: { EngineCredentialsList: { summary: "One key", data: [engineCredentials] } },
  }),
}).run(async ({ db, caller, ownEngines }) => {
  const saved = await listCredentials(db, caller.organizationId);
  return Promise.all(
    saved.map(async (one) => {
      const { organizationId, provider, sealed } = one;
      return engineCredentialsView(
        one,
        await ownEngines.readable(organizationId, provider as Provider, sealed),
      );
    }),
  );
});
