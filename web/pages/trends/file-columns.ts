import type { ReportListing, Trends } from "../../api/questions.ts";
import { figureCells, figureHeads } from "../../figures/figure-cells.ts";
import type { FileColumn } from "../../tables/data-table.tsx";

/** What a file of reports has of each: times as RFC 3339, the brand's figures with their ranges, and each competitor's rate. */
export function fileColumnsOf({ points, competitors }: Trends): FileColumn<ReportListing>[] {
  const pointOf = new Map(points.map((point) => [point.report_id, point]));
  const rates = competitors.map(({ name, points }) => ({
    head: `appearance_rate: ${name}`,
    // A competitor's points name no report: the time tells which is meant, where one report alone has it.
    rateAt: new Map(points.map(({ at, appearance_rate }) => [Date.parse(at), appearance_rate])),
  }));
  const times = new Map<number, number>();
  for (const { at } of points) times.set(Date.parse(at), (times.get(Date.parse(at)) ?? 0) + 1);
  return [
    { head: "report_id", cell: ({ id }) => id },
    { head: "measured_at", cell: ({ measured_at }) => measured_at },
    { head: "created_at", cell: ({ created_at }) => created_at },
    { head: "status", cell: ({ status }) => status },
    // Those behind the figures beside it, of which a report that has none has none.
    { head: "answers", cell: ({ id }) => pointOf.get(id)?.answers ?? null },
    { head: "prompts", cell: ({ id }) => pointOf.get(id)?.prompts ?? null },
    ...figureHeads.map((head, at) => ({
      head,
      cell: ({ id }: ReportListing) => figureCells(pointOf.get(id))[at] ?? null,
    })),
    ...rates.map(({ head, rateAt }) => ({
      head,
      cell: ({ id }: ReportListing) => {
        const at = Date.parse(pointOf.get(id)?.at ?? "");
        return times.get(at) === 1 ? (rateAt.get(at) ?? null) : null;
      },
    })),
  ];
}
