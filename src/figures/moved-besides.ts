import type { Comparison } from "./comparison.ts";
import { count } from "./figures-in-words.ts";
import type { Change } from "./uncertainty/change.ts";
import type { Interval } from "./uncertainty/interval.ts";

/** What moved by more than noise besides how often the brand is named, each as a phrase: "its visibility", "2 prompts". */
export function movedBesides(
  { risen, fallen, providers, rivals }: Pick<Comparison, "risen" | "fallen" | "providers" | "rivals">,
  { visibilityScoreDeltaCi }: Pick<Change, "visibilityScoreDeltaCi">,
): string[] {
  const prompts = [...risen, ...fallen].filter(isBeyondNoise).length;
  const inBoth = providers.filter(({ where }) => where === "both");
  const assistants = inBoth.filter(
    ({ change }) => change?.direction === "up" || change?.direction === "down",
  ).length;
  const competitors = rivals.filter(isBeyondNoise).length;
  return [
    ...(visibilityScoreDeltaCi && leavesOutZero(visibilityScoreDeltaCi) ? ["its visibility"] : []),
    ...(prompts > 0 ? [count(prompts, "prompt")] : []),
    // The only assistant is the whole, which is judged already.
    ...(assistants > 0 && inBoth.length > 1 ? [count(assistants, "assistant")] : []),
    ...(competitors > 0 ? [count(competitors, "competitor")] : []),
  ];
}

const isBeyondNoise = ({ beyondNoise }: { beyondNoise: boolean | null }): boolean => beyondNoise === true;

const leavesOutZero = ([low, high]: Readonly<Interval>): boolean => low > 0 || high < 0;
