import type { Effect } from "../effect/effect.ts";
import type { Intervention } from "../effect/intervention.ts";
import { pointsInWords } from "../figures-in-words.ts";

/** Something that was done, and what came of it. */
export interface Done {
  intervention: Pick<Intervention, "id" | "at" | "title">;
  effect: Effect;
}

/** What came of an intervention, in one sentence. */
export function effectInWords({ verdict, delta, deltaCi, smallest, prompts }: Effect): string {
  const its = prompts === 1 ? "Its prompt names" : `Its ${prompts} prompts name`;
  switch (verdict) {
    case "up":
    case "down": {
      const [low, high] = deltaCi!.map((end) => Math.round(end * 100));
      const [least, most] = verdict === "up" ? [low, high] : [-high!, -low!];
      return `${its} the brand in ${pointsInWords(delta!)} ${verdict === "up" ? "more" : "less"} of the answers since, measured against the other prompts (95% interval ${least} to ${most}).`;
    }
    case "none_seen":
      return `No effect beyond noise so far; one of ${pointsInWords(smallest!)} would be seen in four of five cases.`;
    case "too_early":
      return "It is too early to judge: nothing was measured since.";
    case "no_earlier_reports":
      return "Nothing was measured before it, so its effect cannot be judged.";
    case "no_controls":
      return "There are no other prompts to compare with, so its effect cannot be judged.";
    case "too_few_answers":
      return "There are too few answers to its prompts to judge its effect.";
  }
}
