import { Type } from "typebox";
import { vendorOf } from "../../reader/provider.ts";
import { action } from "../api/action.ts";
import { Nullable, OneOf } from "../api/schema/schema.ts";
import { ProviderWord } from "../api/schema/words.ts";
import { engines } from "./project-examples.ts";

const EngineView = Type.Object(
  {
    provider: ProviderWord({ description: "Name of the assistant." }),
    configured: Type.Boolean({ description: "Whether your organization can ask it." }),
    model: Nullable(Type.String(), {
      description: "Model to ask; null if not set up or chosen by its server.",
    }),
    searches: Type.Boolean({ description: "Whether it can search the web." }),
    credentials: Nullable(OneOf(["organization", "server"]), {
      description: "Whose key it is asked with; null if it needs none or cannot be asked.",
    }),
    unavailable_reason: Nullable(Type.String(), { description: "Why it cannot be asked." }),
    takes_key: Type.Boolean({ description: "Whether an admin can save a key for it." }),
  },
  { additionalProperties: false, title: "Engine" },
);

export const listEngines = action({
  name: "list_engines",
  http: "GET /v1/engines",
  summary: "List every assistant, whether it can be asked, and why not.",
  description: "What a run can ask, and what the others lack.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  input: Type.Object({}),
  output: Type.Array(EngineView),
  example: () => ({
    answers: { EngineList: { summary: "One that can be asked, one that cannot", data: engines } },
  }),
}).run(async ({ engines }) =>
  engines.list().map(({ provider, configured, model, searches, credentials, unavailableReason }) => ({
    provider,
    configured,
    model,
    searches,
    credentials,
    unavailable_reason: unavailableReason,
    takes_key: vendorOf(provider) !== undefined,
  })),
);
