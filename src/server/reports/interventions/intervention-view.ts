import { type Static, Type } from "typebox";
import { type Done, effectInWords } from "../../../figures/brief/done.ts";
import { type Effect, effectVerdicts } from "../../../figures/effect/effect.ts";
import type { Intervention } from "../../../figures/effect/intervention.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { interval, orNull, share } from "../../api/schema/rounding.ts";
import { Closed, Count, Figure, Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { Ci } from "../figures/metrics-view.ts";

const EffectView = Closed(
  {
    verdict: OneOf(effectVerdicts, {
      description:
        "Whether its prompts moved beyond noise against the others (`up`, `down`, `none_seen`), or why that cannot be said yet.",
    }),
    appearance_rate_delta: Figure(
      "Change of its prompts less that of the others; null if it cannot be judged.",
    ),
    appearance_rate_delta_ci: Ci("that difference, however often it is looked at"),
    smallest_effect: Figure("Smallest effect that these answers show with a chance of 80%."),
    power: Figure("Chance of seeing the effect that `plan` asks for."),
    prompts: Count("Its prompts that are measured on both sides."),
    controls: Count("Other prompts that are, with which they are compared."),
    reports_before: Count(
      "Reports before it that count, up to 8; not the one on which its prompts were chosen.",
    ),
    reports_after: Count("Reports since that count, up to 8."),
    answers_before: Count("Answers to its prompts before."),
    answers_after: Count("Answers to its prompts since."),
  },
  { title: "Effect", description: "What came of it, by the difference in differences." },
);

export const InterventionView = Closed(
  {
    id: Uuid("Id of the intervention."),
    project_id: Uuid("Id of its project."),
    at: Time("When it was done."),
    title: Type.String({ description: "What was done." }),
    prompt_keys: Type.Array(PromptKey, { description: "Prompts that it is meant for; empty: all of them." }),
    control_keys: Nullable(Type.Array(PromptKey), {
      description:
        "The other half, not to be acted on, where chance drew `prompt_keys`; null: nothing was drawn.",
    }),
    url: Nullable(Type.String(), { description: "The page that was published or changed." }),
    report_id: Nullable(Type.String(), { description: "The draft that was published." }),
    note: Nullable(Type.String(), { description: "A note." }),
    plan: Nullable(
      Closed({ detect: Type.Number({ description: "Smallest effect worth finding, points." }) }),
      {
        description: "What it was planned to show.",
      },
    ),
    created_at: Time("When it was recorded."),
    effect: EffectView,
  },
  { title: "Intervention", description: "Something done to be named more often, and what came of it." },
);

/** An intervention in a sentence, for lists that are about something else. */
export const ToldIntervention = Closed(
  {
    id: Uuid("Id of the intervention."),
    at: Time("When it was done."),
    title: Type.String({ description: "What was done." }),
    verdict: OneOf(effectVerdicts, { description: "What came of it, or why that cannot be said." }),
    sentence: Type.String({ description: "The same in words." }),
  },
  { title: "ToldIntervention", description: "Something that was done, and what came of it." },
);

export const toldIntervention = ({ intervention, effect }: Done): Static<typeof ToldIntervention> => ({
  ...intervention,
  verdict: effect.verdict,
  sentence: effectInWords(effect),
});

export const interventionView = (
  intervention: Intervention,
  effect: Effect,
): Static<typeof InterventionView> => ({
  id: intervention.id,
  project_id: intervention.projectId,
  at: intervention.at,
  title: intervention.title,
  prompt_keys: intervention.promptKeys,
  control_keys: intervention.controlKeys,
  url: intervention.url,
  report_id: intervention.reportId,
  note: intervention.note,
  plan:
    intervention.smallestWorth === null
      ? null
      : { detect: Math.round(intervention.smallestWorth * 1000) / 10 },
  created_at: intervention.createdAt,
  effect: {
    verdict: effect.verdict,
    appearance_rate_delta: orNull(share, effect.delta),
    appearance_rate_delta_ci: interval(share, effect.deltaCi),
    smallest_effect: orNull(share, effect.smallest),
    power: orNull(share, effect.power),
    prompts: effect.prompts,
    controls: effect.controls,
    reports_before: effect.reportsBefore,
    reports_after: effect.reportsAfter,
    answers_before: effect.answersBefore,
    answers_after: effect.answersAfter,
  },
});
