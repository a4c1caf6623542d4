import type { Interval } from "../api/questions.ts";

export type Cell = string | number | null;

interface Figures {
  answers: number;
  mentions: number;
  appearance_rate: number | null;
  appearance_rate_ci: Interval;
  visibility_score: number | null;
  visibility_score_ci: Interval;
  share_of_voice: number | null;
  share_of_voice_ci: Interval;
}

/** Headings of `figureCells`, in the terms of the API. */
export const figureHeads = [
  ...["appearance_rate", "appearance_rate_low", "appearance_rate_high"],
  ...["visibility_score", "visibility_score_low", "visibility_score_high"],
  ...["share_of_voice", "share_of_voice_low", "share_of_voice_high"],
] as const;

/** The figures that people quote, each with the two ends of its likely range; empty where they are not known. */
export const figureCells = (of: Omit<Figures, "answers" | "mentions"> | undefined): Cell[] => [
  ...withEnds(of?.appearance_rate, of?.appearance_rate_ci),
  ...withEnds(of?.visibility_score, of?.visibility_score_ci),
  ...withEnds(of?.share_of_voice, of?.share_of_voice_ci),
];

const withEnds = (value: number | null | undefined, ends: Interval | undefined): Cell[] => [
  value ?? null,
  ends?.[0] ?? null,
  ends?.[1] ?? null,
];

interface Measured {
  measured_at: string | null;
  brand: string;
  metrics: Figures;
  competitors: readonly (Figures & { name: string })[];
}

/** The figures of a report as rows of a file: the brand, then each competitor. */
export const figureRows = ({ measured_at, brand, metrics, competitors }: Measured): Cell[][] => [
  ["measured_at", "brand", "answers", "mentions", ...figureHeads],
  ...[{ ...metrics, name: brand }, ...competitors].map((of) => [
    ...[measured_at, of.name, metrics.answers, of.mentions],
    ...figureCells(of),
  ]),
];
