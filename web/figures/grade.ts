import type { FullReport } from "../api/questions.ts";

export type Grade = NonNullable<FullReport["grade"]>;

export type Level = Grade["level"];

/** From the least to the best. */
export const levels: Level[] = ["exploratory", "directional", "decision"];

/** What makes a range too narrow without showing in it; `rare` says nothing that `sparse` does not. */
export const doubtsOf = ({ failing, sparse, rare, worded }: Grade) =>
  (["failing", "sparse", "rare", "worded"] as const).filter(
    (doubt) => ({ failing, sparse, rare: rare && !sparse, worded })[doubt],
  );
