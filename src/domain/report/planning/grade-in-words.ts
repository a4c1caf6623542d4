import { count } from "../figures-in-words.ts";
import { type Grade, gradeBounds } from "./grade.ts";

const points = (fraction: number): string => count(Math.max(1, Math.round(fraction * 100)), "point");

/** Why a report has its grade, in a sentence or two without anybody's name. */
export function gradeInWords({ level, halfWidth, smallestChange, failing, sparse }: Grade): string {
  const known = `The appearance rate is known to ±${points(halfWidth)} over prompts like these, and a change of ${points(smallestChange)} would be seen in four of five cases.`;
  if (failing) return `${known} An assistant failed in more than a tenth of its calls.`;
  if (sparse)
    return `${known} Fewer than five prompts name the brand, or fewer than five fail to, so the range can be too narrow.`;
  const next = level === "exploratory" ? gradeBounds.directional : gradeBounds.decision;
  if (level === "decision") return known;
  const wanted = level === "exploratory" ? "A direction" : "A decision";
  return `${known} ${wanted} takes ±${points(next.halfWidth)} and ${points(next.smallestChange)}.`;
}
