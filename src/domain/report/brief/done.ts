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
  const its = prompts === 1 ? "its prompt" : `its ${prompts} prompts`;
  switch (verdict) {
    case "up":
    case "down": {
      const [low, high] = deltaCi!.map((end) => Math.round(end * 100));
      const [least, most] = verdict === "up" ? [low, high] : [-high!, -low!];
      return `Compared with the other prompts, the share of answers that name the brand has ${verdict === "up" ? "risen" : "fallen"} by ${pointsInWords(delta!)} for ${its} (95% interval ${least} to ${most}).`;
    }
    case "none_seen":
      return `No effect beyond noise so far. An effect of ${pointsInWords(smallest!)} would be seen in four cases out of five.`;
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
