/** What each kind of source is called; from src/figures/source-labels.ts by `npm run generate`. */
export const sourceKinds: Record<string, string> = {
  owned: "Own site",
  competitor: "Competitor’s site",
  ugc: "Forum or social",
  reference: "Reference",
  editorial: "Editorial",
  retail: "Shop",
  other: "Other",
};
