import type { Context } from "../../../kernel/context.ts";
import { type Reply, reply } from "../../../kernel/reply.ts";
import type { Draft } from "../../../store/content/drafts.ts";
import { type GeneratedContentView, generatedContentView } from "../views/generated-content-view.ts";

/** The answer of every route that shows a draft. */
export function draftReply(
  { settings, warn }: Pick<Context, "settings" | "warn">,
  draft: Draft,
): Reply<GeneratedContentView> {
  if (draft.report.sandbox) warn(madeUp);
  return reply(generatedContentView(draft, settings.siteUrl));
}

const madeUp = {
  code: "SANDBOX_ANSWERS",
  path: null,
  message:
    "This text was made up by the built-in sandbox. Set the key of an engine to have it written: ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, MISTRAL_API_KEY, XAI_API_KEY, DEEPSEEK_API_KEY or PERPLEXITY_API_KEY, or LOCAL_LLM_URL.",
};
