import { type Static, Type } from "typebox";
import type { Gap } from "../../../figures/gaps.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { Closed, OneOf } from "../../api/schema/schema.ts";
import { LevelWord, ProviderWord } from "../../api/schema/words.ts";

export const GapView = Closed(
  {
    prompt_key: PromptKey,
    prompt: Type.String({ description: "What was asked." }),
    gap_type: OneOf(["absent", "outranked", "not_cited"], {
      description:
        "Only competitors are named, competitors are more visible, or the brand's pages are never cited.",
    }),
    competitors: Type.Array(Type.String(), { description: "Up to 5 competitors that are ahead." }),
    providers: Type.Array(ProviderWord(), { description: "Assistants where it shows." }),
    severity: LevelWord({ description: "How far behind the brand is." }),
    answers: Type.Integer({
      minimum: 1,
      description: "Answers behind it: all to the prompt; for `not_cited`, those with citations.",
    }),
    mentions: Type.Integer({ minimum: 0, description: "Answers that name the brand." }),
    suggestion: Type.String({ description: "What the answers show and what to do about it." }),
  },
  { title: "Gap", description: "A prompt where the brand is behind." },
);

export const gapView = (gap: Gap): Static<typeof GapView> => ({
  prompt_key: gap.promptKey,
  prompt: gap.prompt,
  gap_type: gap.gapType,
  competitors: gap.competitors,
  providers: gap.providers,
  severity: gap.severity,
  answers: gap.answers,
  mentions: gap.mentions,
  suggestion: gap.suggestion,
});
