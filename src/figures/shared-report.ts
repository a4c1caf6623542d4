import type { Provider, Surface } from "../reader/provider.ts";
import type { SourceType } from "../reader/reading.ts";
import { stretches } from "./days/calendar.ts";
import { type Timeframe, timeframeStart } from "./days/timeframe.ts";
import { callsFailed } from "./figures-in-words.ts";
import { headline, rankClause, silentAssistants } from "./headline.ts";
import { type Metrics, type ShownIn, shownIn } from "./metrics/metric-table.ts";
import { isOnlyBranded, type ScoredReport, type TrendPoint } from "./report.ts";
import type { Change } from "./uncertainty/change.ts";
import type { Interval } from "./uncertainty/interval.ts";
import type { StatedChange } from "./verdict.ts";

/** A figure with its 95% interval, unrounded; null if nothing was measured. */
export interface Estimate {
  value: number | null;
  interval: Interval | null;
}

/** The figures of one brand that a shared page shows. A page made earlier lacks those that pages show since. */
export interface SharedFigures extends Record<ShownIn<"sharedPage">, Estimate> {
  answers: number;
  mentions: number;
}

/** A prompt and how it went; without its key. */
export interface SharedPrompt {
  prompt: string;
  answers: number;
  mentions: number;
  bestCompetitor: string | null;
}

export interface SharedTrendPoint {
  /** RFC 3339: when the answers were given. */
  at: string;
  answers: number;
  appearanceRate: Estimate;
  visibilityScore: Estimate;
  /** 95% interval of the appearance rate over exactly these prompts; null or absent if unknown. */
  band?: Interval | null;
}

export interface SharedSource {
  domain: string;
  citations: number;
  /** 0-1; its interval is absent in older pages. */
  citationShare: number;
  citationShareCi?: Interval | null;
  sourceType: SourceType;
}

/** What a public page shows of a report: aggregates only, with no answer and no id. */
export interface SharedReport {
  brand: string;
  /** RFC 3339; null if no answer says. */
  measuredAt: string | null;
  /** The project's time zone, in which the page says days. */
  timezone: string;
  /** At least some of its answers were made up by the sandbox. */
  sandbox: boolean;
  surfaces: Surface[];
  prompts: number;
  /** Every prompt names a tracked brand; absent in older pages. */
  onlyBranded?: boolean;
  /** How far the calls that failed, of those that count, could have moved the rate; absent in older pages. */
  failed?: Pick<Metrics, "answersFailed" | "appearanceRateBounds">;
  /** Of all calls, also of those with prompts that name a brand. */
  answersFailed: number;
  figures: SharedFigures;
  /** The report in one sentence, as its summary; absent in older pages. */
  headline?: string;
  /** Its rank among all tracked brands as a clause, null without rivals; absent in older pages. */
  standing?: string | null;
  change: StatedChange | null;
  /** How many competitors are tracked; absent in older pages. */
  tracked?: number;
  /** At most 10, the most visible first. */
  rivals: (SharedFigures & { name: string })[];
  providers: (SharedFigures & { provider: Provider; models: string[] })[];
  /** At most 10, the most cited first. */
  sources: SharedSource[];
  /** At most 5 each. */
  winning: SharedPrompt[];
  losing: SharedPrompt[];
  trend: {
    timeframe: Timeframe;
    /** RFC 3339: the end of the timeframe; absent where a page was stored without it. */
    until?: string;
    /** Shows the last run of each day or week; null: every run. */
    every: "day" | "week" | null;
    /** Oldest first. */
    points: SharedTrendPoint[];
  };
}

/** One that is made today has its sentence. */
export type NewSharedReport = SharedReport & { headline: string };

export interface SharedFacts {
  brand: string;
  measuredAt: string | null;
  timezone: string;
  sandbox: boolean;
  surfaces: Surface[];
  scored: ScoredReport;
  change: Change | null;
  /** Whether a person stopped the run; absent: no. */
  stopped?: boolean;
  timeframe: Timeframe;
  /** Oldest first, up to and including the report's own. */
  points: readonly {
    measuredAt: string;
    point: Omit<TrendPoint, "competitors" | "providers">;
  }[];
  now: Date;
}

const mostRivals = 10;
const mostSources = 10;

/** A report's page as of now. The trend includes the report's own point even if newer ones exist. */
export function sharedReport(facts: SharedFacts): NewSharedReport {
  const { scored, change } = facts;
  return {
    brand: facts.brand,
    measuredAt: facts.measuredAt,
    timezone: facts.timezone,
    sandbox: facts.sandbox,
    surfaces: facts.surfaces,
    prompts: scored.metrics.prompts,
    onlyBranded: isOnlyBranded(scored),
    failed: {
      answersFailed: scored.metrics.answersFailed,
      appearanceRateBounds: scored.metrics.appearanceRateBounds ?? null,
    },
    answersFailed: callsFailed(scored),
    figures: figuresOf(scored.metrics),
    headline: headline({
      ...{ brand: facts.brand, metrics: scored.metrics, rivals: scored.competitors, change },
      ...(facts.stopped ? { stopped: true } : {}),
      onlyBranded: isOnlyBranded(scored),
      silent: silentAssistants(scored.providers),
    }),
    standing: rankClause(scored.metrics, scored.competitors),
    change: change && {
      direction: change.direction,
      ...(change.stopped ? { stopped: change.stopped } : {}),
      ...{ reports: change.reports, newestReports: change.newestReports },
      ...{ prompts: change.prompts, answersFailed: change.answersFailed },
      appearanceRateDelta: change.appearanceRateDelta,
      appearanceRateDeltaCi: change.appearanceRateDeltaCi,
    },
    tracked: scored.competitors.length,
    rivals: scored.competitors
      .slice(0, mostRivals)
      .map((rival) => ({ name: rival.name, ...figuresOf(rival) })),
    providers: scored.providers.map((each) => ({
      provider: each.provider,
      models: each.models,
      ...figuresOf(each),
    })),
    sources: scored.sources.domains
      .slice(0, mostSources)
      .map(({ domain, citations, citationShare, citationShareCi, sourceType }) => ({
        domain,
        citations,
        citationShare,
        citationShareCi: citationShareCi ?? null,
        sourceType,
      })),
    winning: scored.winningPrompts.map(promptOf),
    losing: scored.losingPrompts.map(promptOf),
    trend: trendOf(facts),
  };
}

const figuresOf = (metrics: Metrics): SharedFigures => ({
  answers: metrics.answers,
  mentions: metrics.mentions,
  ...(Object.fromEntries(
    shownIn.sharedPage.map((name): [string, Estimate] => [
      name,
      { value: metrics[name], interval: metrics[`${name}Ci`] },
    ]),
  ) as Record<ShownIn<"sharedPage">, Estimate>),
});

const promptOf = ({ prompt, answers, mentions, bestCompetitor }: SharedPrompt): SharedPrompt => ({
  prompt: shortened(prompt),
  answers,
  mentions,
  bestCompetitor,
});

/** Code points of a prompt that fit on a page. */
const mostOfPrompt = 160;

function shortened(prompt: string): string {
  const points = [...prompt];
  return points.length <= mostOfPrompt ? prompt : `${points.slice(0, mostOfPrompt - 1).join("")}…`;
}

/** The most points that a chart and its table can show. */
const mostPoints = 31;

function trendOf({ points, timeframe, now, timezone }: SharedFacts): SharedReport["trend"] {
  const since = timeframeStart(timeframe, now).toISOString();
  const within = points.filter(({ measuredAt }, at) => measuredAt >= since || at === points.length - 1);
  const trendPoints = within.map(({ measuredAt, point }) => ({
    at: measuredAt,
    answers: point.answers,
    appearanceRate: { value: point.appearanceRate, interval: point.appearanceRateCi },
    visibilityScore: { value: point.visibilityScore, interval: point.visibilityScoreCi },
    band: point.appearanceRateCiSamePrompts ?? null,
  }));
  const terms = { timeframe, until: now.toISOString() };
  if (trendPoints.length <= mostPoints) return { ...terms, every: null, points: trendPoints };
  const daily = lastOfEach(trendPoints, 1, timezone);
  if (daily.length <= mostPoints) return { ...terms, every: "day", points: daily };
  return { ...terms, every: "week", points: lastOfEach(trendPoints, 7, timezone) };
}

/** The last point of every stretch of this many days, counted back from the newest point so that the last is whole. */
function lastOfEach(points: readonly SharedTrendPoint[], days: number, timezone: string): SharedTrendPoint[] {
  const [first, last] = [new Date(points[0]!.at), new Date(points.at(-1)!.at)];
  const all = stretches("day", first, last, timezone);
  const newest = all.length - 1;
  // They are in order, as the days are.
  let day = 0;
  const stretchesOfPoints = points.map(({ at }) => {
    while (day < newest && all[day + 1]!.from.getTime() <= Date.parse(at)) day += 1;
    return Math.floor((newest - day) / days);
  });
  return points.filter((_, at) => stretchesOfPoints[at + 1] !== stretchesOfPoints[at]);
}
