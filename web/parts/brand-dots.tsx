import { filterIn } from "../filter.ts";
import "./brand-dots.css";
import { useLocation } from "preact-iso";
import { rateOrCount } from "../../src/figures/figures-in-words.ts";
import { projectPath, withTerms } from "../address.ts";
import type { FullReport, Interval } from "../api/questions.ts";
import { along } from "../figures/along.ts";
import { orderOf } from "../figures/order.ts";
import { index, indexRange, percent, percentRange } from "../figures/rate.ts";
import { brands, unknown } from "../words.ts";

type Figure = "named" | "visibility" | "voice";

const figures: Figure[] = ["named", "visibility", "voice"];

interface Row {
  name: string;
  own: boolean;
  slug: string | null;
  /** On the axis, 0 to 1. */
  value: number | null;
  ends: readonly number[] | null;
  valueText: string;
  range: string;
  visibility: string;
}

type Measured = FullReport["metrics"] | FullReport["competitors"][number];

/** Where a figure of a run under way is still to come. */
export const none = "–";

interface BrandDotsProps {
  report: Pick<FullReport, "brand" | "metrics" | "competitors" | "status">;
  projectId: string;
  slugs: ReadonlyMap<string, string>;
}

/** Brand and competitors on one axis, one figure at a time. Those of a run under way keep their places, and nobody is ahead yet. */
export function BrandDots({ report, projectId, slugs }: BrandDotsProps) {
  const { query, path, route } = useLocation();
  const by = figures.find((each) => each === query.by) ?? "named";
  const { brand, metrics, status } = report;
  const grows = status === "processing";
  const competitors = grows
    ? [...report.competitors].sort((one, other) => one.name.localeCompare(other.name, "en"))
    : report.competitors;
  const missing = grows ? none : unknown;
  const rows = [
    rowOf(brand, null, metrics, by, missing),
    ...competitors.map((rival) => rowOf(rival.name, slugs.get(rival.name) ?? null, rival, by, missing)),
  ];
  if (!grows) rows.sort((one, other) => (other.value ?? -1) - (one.value ?? -1));
  const own = rows.find((row) => row.own)?.ends ?? null;
  // Shares of voice have no paired comparison of their own.
  const comparedBy = by === "named" ? "named" : "visibility";
  const order = orderOf(competitors, comparedBy === "named" ? "appearance_rate" : "visibility_score");
  const choose = (figure: Figure) =>
    route(withTerms(path, query, { by: figure === "named" ? "" : figure }), true);
  return (
    <section aria-labelledby="b">
      <div class="hd">
        <h2 id="b">{competitors.length > 0 ? brands.title(brand) : brands.alone(brand)}</h2>
        <fieldset class="sw">
          <legend class="vh">{brands.show}</legend>
          {figures.map((figure) => (
            <label key={figure}>
              <input type="radio" name="by" checked={by === figure} onChange={() => choose(figure)} />
              {brands[figure]}
            </label>
          ))}
        </fieldset>
      </div>
      <table class="dots">
        <caption class="vh">{brands.caption(brands[by], metrics.answers)}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="vh">{brands.brand}</span>
            </th>
            <th scope="col">
              <span class="vh">{brands.chart}</span>
              <span class="axis" aria-hidden="true">
                {[0, 25, 50, 75, 100].map((tick) => (
                  <span key={tick}>{tick}</span>
                ))}
              </span>
            </th>
            <th scope="col" class="num" {...(grows ? {} : { "aria-sort": "descending" })}>
              {brands[by]} {!grows && <span aria-hidden="true">↓</span>}
            </th>
            <th scope="col" class="num rng">
              {brands.likely}
            </th>
            {by !== "visibility" && (
              <th scope="col" class="num vis">
                {brands.visibility}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} class={row.own ? "me" : ""}>
              <th scope="row">
                {row.slug ? (
                  <a href={projectPath(projectId, `rivals/${row.slug}`, filterIn(query))}>
                    <bdi>{row.name}</bdi>
                  </a>
                ) : (
                  <bdi>{row.name}</bdi>
                )}
                {row.own && (
                  <>
                    {" "}
                    <span class="you">{brands.you}</span>
                  </>
                )}
              </th>
              <td class="plot">
                <Plot row={row} shade={own} inPart={report.status === "partial"} />
              </td>
              <td class="num">
                {row.valueText}
                <span class="m">{row.range.replace("%", "")}</span>
              </td>
              <td class="num rng">{row.range}</td>
              {by !== "visibility" && <td class="num vis">{row.visibility}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        {brands.means[by](metrics.answers)} {own && competitors.length > 0 && `${brands.shade(brand)} `}
        {competitors.length === 0 ? brands.noRivals : !grows && brands.order(comparedBy, brand, order)}
      </p>
    </section>
  );
}

interface PlotProps {
  row: Pick<Row, "value" | "ends" | "own">;
  /** The own brand's range, drawn through the rows of all. */
  shade: readonly number[] | null;
  /** Answers are missing: what is drawn is hatched. */
  inPart: boolean;
}

export function Plot({ row: { value, ends, own }, shade, inPart }: PlotProps) {
  const [low, high] = ends ?? [];
  return (
    <svg aria-hidden="true" focusable="false">
      <g class="grid">
        {[0, 25, 50, 75, 100].map((tick) => (
          <line key={tick} x1={`${tick}%`} x2={`${tick}%`} y2="100%" />
        ))}
      </g>
      {shade?.[0] !== undefined && shade[1] !== undefined && !own && (
        <rect class="shade" x={along(shade[0])} width={along(shade[1] - shade[0])} height="100%" />
      )}
      {low !== undefined && high !== undefined && (
        <>
          <line class="iv" x1={along(low)} x2={along(high)} y1="50%" y2="50%" />
          {inPart && <line class="hatch" x1={along(low)} x2={along(high)} y1="50%" y2="50%" />}
          <rect class="cp" x={along(low)} />
          <rect class="cp" x={along(high)} />
        </>
      )}
      {value !== null && <circle class="dot" cx={along(value)} />}
    </svg>
  );
}

function rowOf(name: string, slug: string | null, figures: Measured, by: Figure, missing: string): Row {
  const visibility = index(figures.visibility_score) ?? missing;
  const row = { name, slug, own: slug === null && !("lead" in figures), visibility };
  if (by === "visibility") {
    const ends = figures.visibility_score_ci;
    const scaled = ends?.map((end) => end / 100) ?? null;
    const value = figures.visibility_score === null ? null : figures.visibility_score / 100;
    return { ...row, value, ends: scaled, valueText: visibility, range: indexRange(ends) ?? missing };
  }
  const [value, ends] =
    by === "named"
      ? shareOf(figures.appearance_rate, figures.appearance_rate_ci)
      : shareOf(figures.share_of_voice, figures.share_of_voice_ci);
  const valueText =
    by === "named" && value !== null ? rateOrCount(value, figures) : (percent(value) ?? missing);
  return { ...row, value, ends, valueText, range: percentRange(ends) ?? missing };
}

const shareOf = (value: number | null, ends: Interval): [number | null, readonly number[] | null] => [
  value,
  ends,
];
