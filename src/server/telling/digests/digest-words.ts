import type { NextAction } from "../../../figures/brief/action.ts";
import { count } from "../../../figures/figures-in-words.ts";
import { joinWithAnd } from "../../../figures/join-with-and.ts";

/** A clear change that a report of the week found. */
export interface WeekChange {
  sentence: string;
  /** What it is made of, each sentence a line; none where nothing stands out. */
  behind: readonly string[];
  isBad: boolean;
  page: { label: string; url: string };
}

/** What a week brought in one project. */
export interface ProjectWeek {
  id: string;
  name: string;
  /** The brand's own first, then the others that are watched. */
  changes: readonly WeekChange[];
  /** What its reports say of the week where none found a clear change. */
  calm: "nothing_measured" | "not_compared" | "cannot_be_told" | "nothing_moved";
  /** Of its newest report, the most urgent first. */
  nextActions: readonly Pick<NextAction, "title" | "rationale">[];
  runs: number;
  failed: number;
  /** Calls of its runs that were answered. */
  calls: number;
  imports: number;
  drafts: number;
  costUsd: number;
  unpriced: number;
}

/** A step, and in which project. */
export interface WeekStep {
  project: Pick<ProjectWeek, "id" | "name">;
  title: string;
  rationale: string;
}

const mostSteps = 3;

/**
 * Three steps of all projects: the most urgent one of each before anybody's second, and of projects with bad news before those with
 * good news alone, and these before the others.
 */
export function stepsOf(weeks: readonly ProjectWeek[]): WeekStep[] {
  const ranked = inOrder(weeks);
  const steps: WeekStep[] = [];
  for (let rank = 0; rank < mostSteps; rank += 1)
    for (const { id, name, nextActions } of ranked) {
      const step = nextActions[rank];
      if (step && steps.length < mostSteps)
        steps.push({ project: { id, name }, title: step.title, rationale: step.rationale });
    }
  return steps;
}

const urgency = ({ changes }: ProjectWeek): number =>
  changes.some(({ isBad }) => isBad) ? 0 : changes.length > 0 ? 1 : 2;

/** Those with bad news, those with good news alone, and the others, otherwise as they came. */
export const inOrder = (weeks: readonly ProjectWeek[]): ProjectWeek[] =>
  weeks.toSorted((one, other) => urgency(one) - urgency(other));

/** Nothing changed clearly, and nothing failed. */
export const isQuietWeek = (weeks: readonly ProjectWeek[]): boolean =>
  weeks.every(({ changes, failed }) => changes.length === 0 && failed === 0);

/** How many changes there were: "2 clear changes in 5 projects". */
export function changesInWords(weeks: readonly ProjectWeek[]): string {
  const changeCount = weeks.reduce((sum, { changes }) => sum + changes.length, 0);
  if (changeCount === 0) return "No clear change in how often brands are named";
  const changes = count(changeCount, "clear change");
  return weeks.length === 1 ? changes : `${changes} in ${count(weeks.length, "project")}`;
}

/** Why no project has a clear change. */
export function calmInWords(weeks: readonly ProjectWeek[]): string {
  if (weeks.length === 0) return "There is no project yet.";
  const are = (calm: ProjectWeek["calm"]) => weeks.filter((week) => week.calm === calm).length;
  if (are("nothing_measured") === weeks.length)
    return weeks.every(({ runs, imports }) => runs + imports === 0)
      ? "Nothing was measured."
      : "None of the saved prompts was measured.";
  if (are("nothing_measured") + are("not_compared") === weeks.length)
    return "Nothing could be compared with a report before it.";
  const untold = are("cannot_be_told");
  const subject = weeks.length === 1 ? "How often the brand is named" : "How often brands are named";
  if (untold === 0) return `${subject} moved by no more than chance explains.`;
  const where = weeks.length === 1 ? "" : ` in ${count(untold, "project")}`;
  return `Whether anything moved${where} cannot be told: too many calls failed.`;
}

/** What ran and what it cost, in one or two sentences. */
export function ranInWords(weeks: readonly ProjectWeek[]): string {
  const sum = (of: (week: ProjectWeek) => number) => weeks.reduce((total, week) => total + of(week), 0);
  const [runs, failed, calls] = [
    sum(({ runs }) => runs),
    sum(({ failed }) => failed),
    sum(({ calls }) => calls),
  ];
  const [imports, drafts, costUsd] = [
    sum(({ imports }) => imports),
    sum(({ drafts }) => drafts),
    sum((week) => week.costUsd),
  ];
  const parts = [
    runs > 0 && `${count(runs, "run")} with ${count(calls, "answered call")}`,
    imports > 0 && count(imports, "import"),
    drafts > 0 && count(drafts, "draft"),
  ].filter((part) => part !== false);
  if (parts.length === 0) return "Nothing ran.";
  const unpriced = sum((week) => week.unpriced);
  const unknown = unpriced === 0 ? "" : `, without ${count(unpriced, "run")} of unknown cost`;
  const did = `${joinWithAnd(parts)}, for ${dollars(costUsd)} in all${unknown}.`;
  return failed === 0 ? did : `${did} ${count(failed, "run")} failed.`;
}

const dollars = (usd: number): string =>
  usd === 0
    ? "$0"
    : usd < 0.01
      ? "less than $0.01"
      : `$${usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** How many more changes there are than are told; null if none. */
export const moreChanged = (more: number): string | null =>
  more > 0 ? `${count(more, "more clear change")}.` : null;

/** Characters of changes that a channel is told: the steps and the costs come after them, and would be cut off otherwise. */
const changesMost = 1_200;

/** A week as a channel is told it: as many changes as have room, then what to do, what ran and what it cost. */
export function inChannel({
  changes,
  unchanged,
  steps,
  ran,
}: {
  changes: readonly { project: string; sentence: string }[];
  unchanged: string;
  steps: readonly { project: string | null; title: string }[];
  ran: string;
}): string {
  let length = 0;
  const lines = changes
    .map(({ project, sentence }) => `${project}: ${sentence}`)
    .filter((line, at) => {
      length += line.length;
      return at === 0 || length <= changesMost;
    });
  return [
    ...(lines.length === 0 ? [unchanged] : lines),
    moreChanged(changes.length - lines.length),
    ...steps.map(({ project, title }, at) => `${at + 1}. ${title}${project === null ? "" : ` (${project})`}`),
    ran,
  ]
    .filter((line) => line !== null)
    .join("\n");
}
