import { countList, figureList, type Metrics } from "../../figures/metrics/metric-table.ts";
import { orNull } from "../api/schema/rounding.ts";
import { rounding, wireName } from "../reports/figures/metrics-view.ts";
import type { ByTag } from "../reports/part/part-figures.ts";
import type { Report } from "../reports/reports.ts";
import type { Column } from "./columns.ts";

/** The figures of one brand in a report: over all its answers, those of an assistant or those to the prompts with a tag. */
export interface FigureRow {
  report: Report;
  brand: string;
  isOwnBrand: boolean;
  provider: string | null;
  tag: string | null;
  metrics: Metrics;
}

const about = (
  name: string,
  type: Column<FigureRow>["type"],
  description: string,
  of: Column<FigureRow>["of"],
): Column<FigureRow> => ({ name, type, description, of });

const end = (of: keyof Metrics, at: 0 | 1, round: (value: number) => number) => (row: FigureRow) => {
  const ends = row.metrics[of] as readonly [number, number] | null | undefined;
  return ends ? round(ends[at]) : null;
};

/** The figures of a report as rows: of the brand over all answers, over each assistant's and over each tag's, and of every competitor. */
export const figureColumns: readonly Column<FigureRow>[] = [
  about("project_id", "string", "Id of the project.", ({ report }) => report.projectId),
  about("report_id", "string", "Id of the report.", ({ report }) => report.id),
  about("reading", "integer", "Which reading of its answers.", ({ report }) => report.reading),
  about("method_version", "string", "By which method they were read.", ({ report }) => report.methodVersion),
  about("measured_at", "timestamp", "When the newest answer was given.", ({ report }) => report.measuredAt),
  about(
    "source",
    "string",
    "main: saved prompts or an import; custom: prompts of the moment.",
    ({ report }) => report.source,
  ),
  about("status", "string", "completed, or partial if calls failed.", ({ report }) => report.status),
  about("surfaces", "strings", "Where its answers were seen.", ({ report }) => report.surfaces),
  about("brand", "string", "Whose figures these are.", ({ brand }) => brand),
  about("is_own_brand", "boolean", "Whether it is the measured brand.", ({ isOwnBrand }) => isOwnBrand),
  about("provider", "string", "Over the answers of which assistant; null: all.", ({ provider }) => provider),
  about(
    "confidence",
    "string",
    "How far the appearance rate can be trusted.",
    ({ metrics }) => metrics.confidence,
  ),
  ...countList.map(([name, { says }]) =>
    about(wireName(name), "integer", says, ({ metrics }) => metrics[name] ?? null),
  ),
  ...figureList.flatMap(([name, { says, called, unit }]) => [
    about(wireName(name), "number", says, ({ metrics }) => orNull(rounding[unit], metrics[name] ?? null)),
    about(
      ...([`${wireName(name)}_low`, "number", `Low end of the 95% interval of ${called}.`] as const),
      end(`${name}Ci`, 0, rounding[unit]),
    ),
    about(
      ...([`${wireName(name)}_high`, "number", `High end of the 95% interval of ${called}.`] as const),
      end(`${name}Ci`, 1, rounding[unit]),
    ),
  ]),
  about("tag", "string", "Over the answers to the prompts with which tag; null: all.", ({ tag }) => tag),
];

export function figureRows(report: Report, byTag: readonly ByTag[]): FigureRow[] {
  const { scored } = report;
  if (!scored) return [];
  const whole = { report, provider: null, tag: null };
  const own = { ...whole, brand: report.brand, isOwnBrand: true };
  return [
    { ...own, metrics: scored.metrics },
    ...scored.providers.map((metrics) => ({ ...own, provider: metrics.provider, metrics })),
    ...scored.competitors.map((metrics) => ({ ...whole, brand: metrics.name, isOwnBrand: false, metrics })),
    ...byTag.map(({ metrics }) => ({ ...own, tag: metrics.tag, metrics })),
  ];
}
