import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Nullable } from "../schema/schema.ts";
import { ProviderWord } from "../schema/words.ts";

const EngineView = Type.Object(
  {
    provider: ProviderWord({ description: "Name of the assistant." }),
    configured: Type.Boolean({ description: "Whether this server can ask it." }),
    model: Nullable(Type.String(), {
      description: "Model to ask; null if not set up or chosen by its server.",
    }),
    searches: Type.Boolean({ description: "Whether it can search the web." }),
    unavailable_reason: Nullable(Type.String(), { description: "Why it cannot be asked." }),
  },
  { additionalProperties: false, title: "Engine" },
);

export const listEngines = action({
  name: "list_engines",
  http: "GET /v1/engines",
  summary: "List every assistant, whether this server can ask it, and why not.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  input: Type.Object({}),
  output: Type.Array(EngineView),
}).run(async ({ engines }) =>
  engines.list().map(({ provider, configured, model, searches, unavailableReason }) => ({
    provider,
    configured,
    model,
    searches,
    unavailable_reason: unavailableReason,
  })),
);
