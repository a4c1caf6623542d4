import { providers, settingOf } from "../../../reader/provider.ts";
import type { Context } from "../../api/context.ts";
import { type Reply, reply } from "../../api/reply.ts";
import type { Draft } from "./drafts.ts";
import { type GeneratedContentView, generatedContentView } from "./generated-content-view.ts";

/** The answer of every route that shows a draft. */
export function draftReply(
  { settings, warn }: Pick<Context, "settings" | "warn">,
  draft: Draft,
): Reply<GeneratedContentView> {
  if (draft.report.sandbox) warn(madeUp);
  return reply(generatedContentView(draft, settings.siteUrl));
}

const settings = providers.flatMap((provider) => settingOf(provider) ?? []);

const madeUp = {
  code: "SANDBOX_ANSWERS",
  path: null,
  message: `This text was made up by the built-in sandbox. To have it written by an engine, set one of ${settings.join(", ")}.`,
};
