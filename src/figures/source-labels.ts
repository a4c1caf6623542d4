import type { SourceType } from "../reader/reading.ts";

/** What readers of a report call each kind of source. */
export const sourceWords: Record<SourceType, string> = {
  owned: "Own site",
  competitor: "Competitor’s site",
  ugc: "Forum or social",
  reference: "Reference",
  editorial: "Editorial",
  retail: "Shop",
  other: "Other",
};
