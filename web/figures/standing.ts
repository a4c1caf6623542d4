import type { FullReport } from "../api/questions.ts";

export interface Standing {
  /** Place by visibility score among all tracked brands; null if it is not measured, or no answer names the brand. */
  rank: number | null;
  /** A rival has the same score. */
  tied: boolean;
  brands: number;
}

type Compared = Pick<FullReport, "competitors"> & {
  metrics: { visibility_score: number | null; mentions: number };
};

/** Where the brand stands in these answers; whether an order is more than chance, `orderOf` says. */
export function standingOf({ metrics, competitors }: Compared): Standing {
  const own = metrics.visibility_score;
  const higher = competitors.filter(({ visibility_score }) => own !== null && (visibility_score ?? 0) > own);
  const isPlaced = own !== null && metrics.mentions > 0;
  return {
    rank: isPlaced ? higher.length + 1 : null,
    tied: isPlaced && competitors.some(({ visibility_score }) => visibility_score === own),
    brands: competitors.length + 1,
  };
}
