import type { FullReport } from "../../api/questions.ts";
import type { AnswerRow } from "../../api/row-questions.ts";
import type { FileColumn } from "../../tables/data-table.tsx";

type Tracked = Pick<FullReport, "brand"> & { competitors: readonly { name: string }[] };

/** What a file of answers has of each: the time as RFC 3339, and for every tracked brand 1 where it is named, else 0. */
export const fileColumnsOf = ({ brand, competitors }: Tracked): FileColumn<AnswerRow>[] => [
  { head: "prompt", cell: ({ prompt }) => prompt },
  { head: "provider", cell: ({ provider }) => provider },
  { head: "sample", cell: ({ sample }) => sample },
  { head: "model", cell: ({ model }) => model },
  { head: "answered_at", cell: ({ answeredAt }) => answeredAt },
  { head: "failed", cell: ({ failed }) => (failed ? 1 : 0) },
  {
    head: `named: ${brand}`,
    cell: ({ failed, place }) => (failed ? null : place === null ? 0 : 1),
  },
  { head: `place: ${brand}`, cell: ({ place }) => place },
  ...competitors.map(({ name }) => ({
    head: `named: ${name}`,
    cell: ({ failed, others }: AnswerRow) => (failed ? null : others.includes(name) ? 1 : 0),
  })),
  { head: "sources", cell: ({ sources }) => sources },
];
