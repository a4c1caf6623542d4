import { count, percentRange } from "../figures-in-words.ts";
import { type Grade, gradeBounds } from "./grade.ts";

const points = (fraction: number): string => count(Math.max(1, Math.round(fraction * 100)), "point");

/** Why a report has its grade, in a few sentences without anybody's name. */
export function gradeInWords(grade: Grade): string {
  const { level, halfWidth, smallestChange, foundWithin, tooFewPrompts, failing, sparse } = grade;
  const detection = foundWithin > 1 ? `found within ${foundWithin} reports` : "seen in the next report";
  const changeClause = tooFewPrompts
    ? "with fewer than five prompts no change is judged"
    : smallestChange >= 1
      ? "even the largest change could go unseen"
      : `a change of ${points(smallestChange)} would be ${detection} in four cases out of five`;
  const sentence = `The appearance rate is ${levelInWords(grade)} over prompts like these, and ${changeClause}.`;
  const doubts = doubtsInWords(grade);
  const text = [sentence, ...doubts].join(" ");
  if (failing || sparse || level === "decision") return text;
  const nextLevel = level === "exploratory" ? "directional" : "decision";
  const next = gradeBounds[nextLevel];
  const missing = [
    halfWidth > next.halfWidth ? `±${points(next.halfWidth)} or less` : null,
    smallestChange > next.smallestChange
      ? `a change of ${points(next.smallestChange)} to be ${foundWithin > 1 ? "found" : "seen"} so often`
      : null,
  ].filter((each) => each !== null);
  return missing.length === 0 ? text : `${text} The grade “${nextLevel}” needs ${missing.join(", and ")}.`;
}

/** An interval that reaches further to one side is told by its ends: "±" would name another one. */
function levelInWords({ rate, interval: [low, high], halfWidth }: Grade): string {
  const isSymmetric = Math.abs((low + high) / 2 - rate) <= 0.01;
  return isSymmetric ? `known to ±${points(halfWidth)}` : `known to be ${percentRange([low, high])}`;
}

function doubtsInWords({ failing, sparse, rare, worded }: Grade): string[] {
  return [
    failing ? "An assistant failed in more than a tenth of its calls." : null,
    sparse
      ? "Fewer than five prompts name the brand, or fewer than five fail to, so the range can be too narrow."
      : null,
    rare && !sparse
      ? "If the brand's mentions, or the answers without it, come from a rare kind of prompt, these prompts are too few to tell, and the range can be too narrow."
      : null,
    worded
      ? "Many prompts ask the same in other words. Those that are recognized count as one; if there are others, the range is too narrow."
      : null,
  ].filter((each) => each !== null);
}
