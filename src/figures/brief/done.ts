import { type Effect, fewestAnswers, fewestControls } from "../effect/effect.ts";
import type { Intervention } from "../effect/intervention.ts";
import { pointsEnd, pointsInWords } from "../figures-in-words.ts";

/** Something that was done, and what came of it. */
export interface Done {
  intervention: Pick<Intervention, "id" | "at" | "title">;
  effect: Effect;
}

/** What came of an intervention, in one sentence. */
export function effectInWords({
  verdict,
  delta,
  deltaCi,
  smallest,
  prompts,
  controls,
  controlsDrawn,
}: Effect): string {
  const its = prompts === 1 ? "its prompt" : `its ${prompts} prompts`;
  switch (verdict) {
    case "up":
    case "down": {
      const [low, high] = deltaCi!;
      // An effect beyond noise is all on one side of none.
      const ends = verdict === "up" ? [low, high] : [high, low];
      const range = `${pointsEnd(ends[0]!)} to ${pointsEnd(ends[1]!)} points`;
      return `Compared with how ${controlsDrawn ? "the prompts that chance left out" : "the other prompts"} moved, answers to ${its} name the brand ${pointsInWords(delta!)} ${verdict === "up" ? "more" : "less"} often (95% interval ${range}).`;
    }
    case "none_seen":
      return smallest! >= 1
        ? "No effect beyond noise so far. Even the largest effect could go unseen in these answers."
        : `No effect beyond noise so far. These answers would show an effect of ${pointsInWords(smallest!)} in four cases out of five.`;
    case "failures_differ":
      return "Answers to its prompts have changed beyond noise, but calls that failed may have made that, so its effect cannot be told.";
    case "too_early":
      return "It is too early to judge: nothing was measured since.";
    case "no_earlier_reports":
      return "Nothing was measured before it but what its prompts may have been chosen on, so its effect cannot be judged.";
    case "no_controls":
      return controls < fewestControls
        ? `There are fewer than ${fewestControls} other prompts to compare with, so its effect cannot be judged.`
        : "It is meant for all prompts, so there are no others to compare with, and its effect cannot be judged.";
    case "no_comparable_controls":
      return "The other prompts are so unlike its own, and have moved so far, that they are no comparable controls. Next time, let chance choose half of the prompts that you would act on.";
    case "too_few_answers":
      return `There are fewer than ${fewestAnswers} answers to its prompts before or after it, so its effect cannot be judged.`;
  }
}
