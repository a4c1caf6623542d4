import { Type } from "typebox";
import { addSpend } from "../../accounts/spending/spend.ts";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { VendorProviderWord } from "../../api/schema/words.ts";
import { engineCredentials } from "../../projects/project-examples.ts";
import { saveCredentials } from "./engine-credentials.ts";
import { EngineCredentialsView, engineCredentialsView } from "./engine-credentials-view.ts";
import { tryKey } from "./try-key.ts";

export const saveEngineCredentials = action({
  name: "save_engine_credentials",
  http: "PUT /v1/engines/{provider}/credentials",
  summary: "Save the organization's own key for an assistant, after trying it out.",
  description:
    "For admins. The key is tried out with one short question and stored encrypted. What the organization starts from then on is asked with it, and billed by the vendor to whoever owns it.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "try_key",
  limitShared: true,
  sessionOnly: true,
  problems: ["ENGINE_UPSTREAM_ERROR", "KEY_TRIAL_RUNNING"],
  audit: ({ provider }) => ({ objectId: provider }),
  input: Type.Object({
    provider: VendorProviderWord(),
    apiKey: Type.String({
      minLength: 12,
      maxLength: 1024,
      pattern: "^[!-~]+$",
      expects: "the key as the vendor shows it, without spaces or line breaks",
      examples: ["sk-proj-0000000000000000000000000000"],
      description: "API key from the vendor. Stored encrypted and never shown.",
    }),
  }),
  output: EngineCredentialsView,
  example: () => ({
    fields: { provider: "chatgpt" },
    bodies: {
      usual: { summary: "A key from OpenAI", value: { apiKey: "sk-proj-0000000000000000000000000000" } },
    },
    answers: { EngineCredentials: { summary: "The key was tried out and saved", data: engineCredentials } },
  }),
}).run(async (context, { provider, apiKey }) => {
  const { caller, ownEngines, forgetOrganization, now, write } = context;
  const { organizationId } = caller;
  const usd = await tryKey(context, provider, apiKey);
  const sealed = await ownEngines.seal(organizationId, provider, apiKey);
  const response = await write(async (db) => {
    const terms = { organizationId, provider, sealed, lastFour: apiKey.slice(-4) };
    const saved = await saveCredentials(db, terms, now());
    await addSpend(db, [{ projectId: null, organizationId, usd, ownUsd: usd }], now());
    return reply(engineCredentialsView(saved, true));
  });
  forgetOrganization(organizationId);
  return response;
});
