import type { FullReport } from "../api/questions.ts";

export interface Standing {
  /** Place by visibility score among all tracked brands; null if it is not measured, or no answer names the brand. */
  rank: number | null;
  /** A rival has the same score. */
  tied: boolean;
  brands: number;
  /** Rivals that are ahead, or behind, by more than chance, prompt by prompt; by visibility score. */
  ahead: string[];
  behind: string[];
  /** Rivals that cannot be told apart from the brand. */
  level: string[];
}

type Compared = Pick<FullReport, "competitors"> & {
  metrics: { visibility_score: number | null; mentions: number };
};

/** Where the brand stands. What is said of order rests on the paired difference, which the API gives with each rival. */
export function standingOf({ metrics, competitors }: Compared): Standing {
  const own = metrics.visibility_score;
  const higher = competitors.filter(({ visibility_score }) => own !== null && (visibility_score ?? 0) > own);
  const isPlaced = own !== null && metrics.mentions > 0;
  const told = competitors.filter(({ lead }) => lead?.visibility_score_beyond_noise === true);
  const lead = (rival: (typeof told)[number]) => rival.lead?.visibility_score ?? 0;
  const names = (rivals: typeof told) => rivals.map(({ name }) => name);
  return {
    rank: isPlaced ? higher.length + 1 : null,
    tied: isPlaced && competitors.some(({ visibility_score }) => visibility_score === own),
    brands: competitors.length + 1,
    ahead: names(told.filter((rival) => lead(rival) > 0)),
    behind: names(told.filter((rival) => lead(rival) < 0)),
    level: names(competitors.filter((rival) => !told.includes(rival))),
  };
}
