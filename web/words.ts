import { besidePoints, isFew, percent, pointsInWords, rateOrCount } from "../src/figures/figures-in-words.ts";
import { isolateDirection } from "../src/figures/isolate-direction.ts";
import { standingInWords } from "../src/figures/metrics/rank-range.ts";
import * as verdict from "../src/figures/verdict.ts";
import { type Provider, providerLabel, providerName, providers } from "../src/reader/provider.ts";
import type { SummaryReport, Trends } from "./api/questions.ts";
import type { Level } from "./figures/grade.ts";
import { capital, inWords, listed, quantity } from "./figures/number.ts";
import type { Order } from "./figures/order.ts";
import { type Ends, intervalOf, percentRange, points } from "./figures/rate.ts";

// Every text of the app that people read. Figures come in as the API gave them.

type MarkerKind = Trends["markers"][number]["kind"];

export const unknown = "not known";

/** The app marks made-up answers wherever they appear, so the name of the sandbox need not. */
export const assistant = (provider: string): string =>
  provider === "sandbox" ? "Sandbox" : isKnown(provider) ? providerLabel(provider) : provider;

/** As it stands in a sentence: "a local model". */
export const spoken = (provider: string): string => (isKnown(provider) ? providerName(provider) : provider);

/** A server that is newer than the app may know more. */
const isKnown = (provider: string): provider is Provider => (providers as string[]).includes(provider);

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** "$14.20". */
export const dollars = (usd: number): string =>
  usd.toLocaleString("en", { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });

const quotaUnits: Record<string, string> = {
  visibility: "prompt run",
  content: "draft",
  readiness: "readiness check",
};

const raises: Record<string, string> = {
  project: "An editor can raise it in the project’s settings.",
  organization: "An admin can raise it in the organization.",
  server: "Whoever runs this server can raise it.",
};

export const frame = {
  product: "Overheard",
  skip: "Skip to the page",
  project: "Project",
  allProjects: "All projects",
  menu: "Menu",
  signOut: "Sign out",
  madeUp: "Made-up answers",
};

/** Where something is missed that a viewer may not do. */
export const editors = {
  begin: "An editor can set up a project.",
  setUp: "An editor can set it up.",
  run: "An editor can ask the assistants.",
};

export const missing = {
  title: "Not found",
  says: "Nothing here that you may see.",
  home: "Your projects",
};

export const trouble = {
  signedOut: "You were signed out. Sign in, then do it again.",
  away: "The server cannot be reached. What you see is from before.",
  awayFirst: "The server cannot be reached.",
  limited: (seconds: number | null): string =>
    `Too many requests. Try again in ${seconds === null ? "a minute" : quantity(seconds, "second")}.`,
  role: (least: string): string => `Your role does not allow this. ${capital(withArticle(least))} can do it.`,
  plan: (name: string): string =>
    `Your plan does not include this. The plan “${isolateDirection(name)}” does.`,
  quota: (quota: string, remaining: number, needed: number, resets: string | null): string =>
    `Your plan leaves ${quantity(remaining, quotaUnits[quota] ?? "unit")} and this needs ${needed}.${resets ? ` They start again on ${resets}.` : ""}`,
  spend: (bound: string, remainingUsd: number, needed: number, resets: string | null): string =>
    `This may cost ${dollars(needed)}, and the spending limit of the ${bound} leaves ${dollars(remainingUsd)}.${resets ? ` It starts again on ${resets}.` : ""} ${raises[bound] ?? ""}`.trim(),
  broken: "The server failed.",
  late: (status: number): string => `A proxy stopped waiting (${status}). Try again.`,
  stopped: (status: number): string => `A proxy is in the way (${status}). Ask whoever runs it.`,
  again: "Try again",
  loading: "Loading",
};

/** "Sony is named in 73% of answers." in three pieces, so that the figure can be set apart. */
export function namedIn(
  brand: string,
  { appearance_rate: rate, ...counts }: Counted,
): [string, string, string] {
  const [opening, figure, rest] = verdict.namedIn({ rate, ...counts });
  return [isolateDirection(brand) + opening, figure, rest];
}

type Counted = Pick<SummaryReport["metrics"], "appearance_rate" | "mentions" | "answers">;

export const likely = (ends: Ends): string => verdict.likely(intervalOf(ends));

/** "Second of 5 tracked brands by visibility.", "Between first and third of …". Nothing where it has no place, or no answer names it. */
export const ranked = ({
  standing,
  metrics,
  only_branded,
}: Pick<SummaryReport, "standing" | "metrics" | "only_branded">): string =>
  standing === null || metrics.mentions === 0
    ? ""
    : `${capital(standingInWords(standing))}${only_branded ? ", over prompts that name one" : ""}.`;

interface Measured {
  appearance_rate: number | null;
  mentions: number;
  answers: number;
}

/**
 * What the report before said, also where no change can be told from it. Beside the points of a change it adds up with what this one says,
 * or says why it does not: those are over what both have.
 */
export function before(
  previous: Measured | null,
  day: string,
  now: Measured | null = null,
  change: Change | null = null,
): string {
  if (!previous || previous.appearance_rate === null || previous.answers === 0) return "";
  const { appearance_rate: rate, answers } = previous;
  const had = `The report before, of ${day}, had`;
  const whole = `${had} ${rateOrCount(rate, previous)}.`;
  const moved = change?.direction === "up" || change?.direction === "down";
  const of = change?.compared_reports === 1 && change.newest_reports === 1 ? change : null;
  if (!moved || !of || of.appearance_rate_delta === null || !now || now.appearance_rate === null)
    return whole;
  const apart = now.appearance_rate - rate;
  if (Math.abs(apart - of.appearance_rate_delta) > 0.005)
    return `${whole} The change is over what both have in common.`;
  const beside = besidePoints(rate, now.appearance_rate, of.appearance_rate_delta);
  if (isFew(answers) || isFew(now.answers) || beside.before === percent(rate)) return whole;
  return `${had} ${beside.before}, and this one ${beside.after}.`;
}

type Change = NonNullable<SummaryReport["change"]>;

/** What is known of the change since a day, or from the mean of the reports before. */
export const changed = (change: Change | null, since: string | null): string =>
  change === null
    ? ""
    : verdict.changed(
        {
          direction: change.direction,
          reports: change.compared_reports,
          newestReports: change.newest_reports,
          prompts: change.prompts,
          appearanceRateDelta: change.appearance_rate_delta,
          appearanceRateDeltaCi: intervalOf(change.appearance_rate_delta_ci),
          answersFailed: change.answers_failed,
          ...(change.unjudged_because ? { stopped: true } : {}),
        },
        since,
      );

/** More assistants than this are counted where they stand in a sentence. */
const namedAtMost = 3;

export const overview = {
  /** Whose answers are counted, and to what. */
  answersOf: (providers: readonly string[], prompts: number): string => {
    const assistants = [...new Set(providers)];
    const who =
      assistants.length > namedAtMost
        ? `${inWords(assistants.length)} assistants`
        : listed(assistants.map(spoken));
    return `Answers of ${isolateDirection(who)} to ${quantity(prompts, "prompt")},`;
  },
  runNow: "Run now",
  import: "Import answers",
  cancel: "Cancel",
  axis: (description: string): string => `Scale from 0 to 100%. ${description}`,
  keyOuter: (range: string): string => `To quote: ${range}, over all prompts like these`,
  keyInner: (prompts: number, range: string): string =>
    `To see change: ${range}, over ${prompts === 1 ? "this prompt" : `these ${prompts}`} only`,
  /** Of a watch that tells nothing: its tag, or its competitor. */
  idle: (what: string): string => `The watch of ${isolateDirection(what)} tells nothing. Change it.`,
  hatched: "Hatched: answers are missing",
};

/** "twice"; "three times". */
export const times = (count: number): string =>
  count === 1 ? "once" : count === 2 ? "twice" : `${inWords(count)} times`;

export const sure = {
  title: "How sure is this?",
  levels: { exploratory: "Exploratory", directional: "Directional", decision: "Decision" } satisfies Record<
    Level,
    string
  >,
  good: {
    exploratory: "Good for a first look, not yet for saying which way things move.",
    directional: "Good for seeing which way things lean, not yet for deciding on a budget.",
    decision: "Good enough to decide on: a change that matters would be seen.",
  } satisfies Record<Level, string>,
  ungraded: "Nothing was measured, so there is nothing to be sure of.",
  caption: "What this report shows, and what the next grade needs",
  what: "What it shows",
  here: "This report",
  takes: (level: string): string => `“${level}” needs`,
  range: "Likely range, end to end",
  wide: (half: number): string => quantity(points(2 * half), "point"),
  atMost: (share: number): string => `${points(share)} or less`,
  change: "Smallest change that shows",
  shows: (change: number): string => (change >= 1 ? "none" : quantity(Math.max(1, points(change)), "point")),
  how: (change: number): string =>
    `“Likely” is 95%: 19 of 20 such ranges are meant to hold the true share. ${change >= 1 ? "No change is sure enough to show." : "A change of that size shows in four cases out of five: in the next report or, after four, within four more."}`,
  doubts: {
    failing: "An assistant failed in more than a tenth of its calls.",
    sparse:
      "Fewer than five prompts name the brand, or fewer than five fail to, so the range can be too narrow.",
    rare: "The mentions, or the answers without one, may come from a rare kind of prompt. Then the range is too narrow.",
    worded: "Many prompts ask the same in other words and count as one, so the range may be too narrow.",
  },
  surer: "What would make it surer",
  now: (prompts: number): string => `${quantity(prompts, "prompt")}, now`,
  later: (prompts: number, runs: number): string =>
    `${quantity(prompts, "prompt")}${runs > 1 ? `, ${times(runs)} each` : ""}`,
  about: (range: string): string => `about ${range}`,
  earns: (level: string): string => `earns “${level}”`,
  add: (more: number): string => `Add ${quantity(more, "prompt")}`,
  ask: "Ask more often",
  importMore: "Import answers to more prompts",
  importAgain: "Import more answers",
};

export const brands = {
  title: (brand: string): string => `${isolateDirection(brand)} and its competitors`,
  alone: (brand: string): string => `${isolateDirection(brand)} alone`,
  show: "Show",
  named: "Named in",
  visibility: "Visibility",
  voice: "Share of voice",
  likely: "Likely",
  you: "you",
  brand: "Brand",
  chart: "Chart",
  caption: (what: string, answers: number): string =>
    `${what} over ${quantity(answers, "answer")}, with the likely range`,
  means: {
    named: (answers: number): string => `Dot: share of ${quantity(answers, "answer")}. Bar: likely range.`,
    visibility: (): string => "Dot: 0 to 100, how often and how early a brand is named. Bar: likely range.",
    voice: (): string => "Dot: share of all mentions of these brands. Bar: likely range.",
  },
  /** Of order, from the paired comparison of one figure. */
  order: (by: "named" | "visibility", brand: string, { ahead, behind, level }: Order): string => {
    const are = (names: readonly string[]) => (names.length === 1 ? "is" : "are");
    const parts = [
      ...(ahead.length > 0 ? [`${listed(ahead)} ${are(ahead)} ahead of ${isolateDirection(brand)}`] : []),
      ...(behind.length > 0
        ? [`${listed(behind)} ${are(behind)} behind ${ahead.length > 0 ? "it" : isolateDirection(brand)}`]
        : []),
    ];
    if (parts.length === 0) return "Compared prompt by prompt, no order here is more than chance.";
    const rest =
      level.length > 0 ? ` ${listed(level)} cannot be told apart from ${isolateDirection(brand)}.` : "";
    const what = by === "named" ? "how often each is named" : "visibility";
    return `Compared prompt by prompt on ${what}, ${parts.join(", and ")}, by more than chance.${rest}`;
  },
  shade: (brand: string): string => `Shaded: the likely range of ${isolateDirection(brand)}.`,
  noRivals: "No competitors are tracked, so there is no order to show.",
};

export const trend = {
  neutral: (weeks: number): string => (weeks < 2 ? "Over time" : `The last ${inWords(weeks)} weeks`),
  /** Only the newest was judged, by those before it. */
  within: (reports: number): string => `${capital(inWords(reports))} reports, the newest within chance`,
  all: "All trends",
  group: (brand: string): string => `Share of answers that name ${isolateDirection(brand)}, report by report`,
  point: (day: string, rate: string, band: string | null): string =>
    `${day}: ${rate}${band ? ` (these prompts ${band})` : ""}`,
  /** Begins with what is shown. */
  pointLabel: (day: string, rate: string, answers: number, band: string | null): string =>
    `${trend.point(day, rate, band)} of ${quantity(answers, "answer")}`,
  note: "Band: these prompts only, where nothing but the answers varies. Bar at the right: all prompts like them.",
  noBand: "No band where too few answers name the brand, or fail to.",
  table: "As a table",
  day: "Day",
  these: "These prompts",
  answers: "Answers",
  one: "One report so far. A line needs two.",
  markers: {
    prompts_changed: "Prompts changed",
    providers_changed: "Assistants changed",
    model_changed: "Model changed",
    surfaces_changed: "Source of answers changed",
    method_changed: "Reading changed",
  } satisfies Record<MarkerKind, string>,
  /** Every line across the chart: its label has room for the last alone. */
  marked: (marks: readonly (readonly [day: string, kind: MarkerKind])[]): string =>
    `Lines: ${marks.map(([day, kind]) => `${trend.markers[kind].toLowerCase()} on ${day}`).join(", ")}.`,
};

export const moves = {
  title: (since: string): string => `What changed since the report of ${since}`,
  first: "What changed",
  nothingBefore: "No earlier report of its kind. The next is compared with this.",
  lost: "▼ Lost",
  won: "▲ Won",
  up: "▲ Up",
  down: "▼ Down",
  fresh: "+ New",
  gone: "− Gone",
  same: "≈ Within chance",
  unknown: "? Unclear",
  more: "+ More",
  /** By the page that shows them. */
  other: { answers: "other assistant", prompts: "other prompt", rivals: "other competitor" },
  moved: "moved too, by more than chance",
  prompt: (
    before: { mentions: number; answers: number },
    now: { mentions: number; answers: number },
  ): string =>
    `named in ${now.mentions} of ${now.answers} answers, ${before.mentions} of ${before.answers} before`,
  /** Over what both reports have; the rates of whole reports may have moved otherwise. */
  rated: (delta: number): string =>
    `named ${pointsInWords(delta)} ${delta > 0 ? "more" : "less"} often, over what both reports have`,
  untracked: (answers: number): string => `in ${quantity(answers, "answer")}, not at all before; not tracked`,
  fresh_source: (citations: number): string => `cited ${quantity(citations, "time")}, not at all before`,
  gone_source: (citations: number): string => `not cited, ${quantity(citations, "time")} before`,
  rest: (prompts: number, all: boolean): string =>
    all
      ? prompts === 1
        ? "The one prompt"
        : prompts === 2
          ? "Both prompts"
          : `All ${inWords(prompts)} prompts`
      : `The other ${inWords(prompts)} prompts`,
  within: "moved no more than by chance",
  untold: "may have moved: not all can be judged",
  none: "Nothing that can be judged moved by more than chance.",
  unjudged: "No move can be told from chance.",
  stopped: "A run was stopped, so moves are not judged.",
  /** Prompts lost and won, and competitors and assistants that moved. */
  some: (lost: number, won: number, others: number): string => {
    const prompts =
      lost + won > 0
        ? `${lost === 0 ? "no" : inWords(lost)} ${lost === 1 ? "prompt" : "prompts"} lost and ${won === 0 ? "none" : inWords(won)} won`
        : "";
    const rest =
      others > 0 ? `${inWords(others)} ${others === 1 ? "other figure" : "other figures"} moved` : "";
    return `${capital([prompts, rest].filter(Boolean).join(", "))}, by more than chance.`;
  },
};

export const why = {
  title: (brand: string): string => `Where ${isolateDirection(brand)} is named`,
  caption: (brand: string): string => `Answers that name ${isolateDirection(brand)}, by question`,
  question: "Question",
  answers: "Answers",
  mentionRate: "Named in",
  wordings: (count: number): string => (count === 1 ? "" : `in ${inWords(count)} wordings`),
  of: (mentions: number, answers: number): [string, string] => [String(mentions), ` of ${answers}`],
  boxes: (brand: string): string => `One box per answer; filled where ${isolateDirection(brand)} is named.`,
  bars: (brand: string): string => `Filled: the share of answers that name ${isolateDirection(brand)}.`,
  from: (provider: string, prompt: string): string => `${assistant(provider)} on “${prompt}”`,
  read: "Read it",
};

export const next = {
  title: "What to do next",
  acts: {
    connect_engine: "Connect an assistant",
    close_gap: "See what to write",
    study_competitor: "See the competitor",
    become_citable: "Check the website",
    add_competitors: "Add competitors",
    set_domain: "Name the website",
    raise_samples: "Ask more often",
    schedule_runs: "Choose when",
    read_answers: "Read the answers",
    add_prompts: "See the prompts",
  } as Record<string, string>,
  importMore: "Import answers to more prompts",
  importAgain: "Import answers",
};

export const colophon = {
  answers: "Answers",
  to: (prompts: number): string => `, to ${quantity(prompts, "prompt")}`,
  failed: (count: number): string => `, ${count} failed`,
  branded: (count: number): string => `, without ${count} to prompts that name a brand`,
  assistants: "Assistants",
  blank: (count: number): string => ` (${count} blank)`,
  cost: "Cost of this run",
  imported: "imported",
  next: "Next run",
  unscheduled: "not scheduled",
  hand: "Hand over",
  print: "Print",
};

/** Opens the form of a public page; its own words are in words/share.ts. */
export const shareIt = "Share";

export const range = (ends: Ends): string => percentRange(ends) ?? unknown;

export const crashed = {
  title: "This page has failed",
  says: "That is a fault of the app. Your data is safe.",
  again: "Load it again",
};
