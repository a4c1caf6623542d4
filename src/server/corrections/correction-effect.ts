import { condenser } from "../../figures/condense.ts";
import type { ScoredReport } from "../../figures/report.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { AnswerPlace } from "../../reader/correction.ts";
import { asShown } from "../../reader/hidden-parts/not-shown.ts";
import type { Reading } from "../../reader/reading.ts";
import type { ProjectContext } from "../api/context.ts";
import { type ScoreRequest, UnreadableError } from "../outbound/parsing.ts";
import { batchesOf } from "../reports/batches.ts";
import { answersToReadAgain } from "../reports/rows/answer-batches.ts";
import type { AnswerWithText } from "../reports/rows/answers.ts";
import { type Read, readerOf } from "./answer-reading.ts";
import { type CorrectedReport, reportsWithAnswers } from "./corrected-reports.ts";

/** What a change would do to the stored answers. */
export interface CorrectionEffect {
  reports: number;
  answers: number;
  /** Whether these are all that the project has. */
  complete: boolean;
  changedAnswers: number;
  newlyCounted: number;
  noLongerCounted: number;
  examples: ChangedOccurrence[];
  /** Null if the newest report was not looked at as a whole. */
  newest: { reportId: string; brands: Moves[] } | null;
}

export interface ChangedOccurrence {
  brand: string;
  /** Whether it would be counted. */
  counts: boolean;
  text: string;
  before: string;
  after: string;
  place: AnswerPlace;
}

interface Moves {
  name: string;
  isOwnBrand: boolean;
  before: Figures;
  after: Figures;
}

type Figures = Pick<ScoredReport["metrics"], "appearanceRate" | "shareOfVoice" | "visibilityScore">;

/** What is compared: on which terms a report is read without and with the change, and which of its answers may differ. */
export interface ChangedTerms {
  of(report: CorrectedReport): { before: TrackedBrands; after: TrackedBrands };
  mayConcern(reading: Reading): boolean;
}

const mostReports = 500;
const mostAnswers = 5_000;
const longestMs = 6_000;
const mostExamples = 10;

/**
 * Reads a project's stored answers without and with a change, the newest reports first, within bounds of number and
 * time. Nothing is stored. Large answers, and the figures of large reports, are worked out on another thread.
 */
export async function correctionEffect(
  { db, project, parsing, now, signal }: ProjectContext,
  terms: ChangedTerms,
): Promise<CorrectionEffect> {
  const effect: CorrectionEffect = {
    ...{ reports: 0, answers: 0, complete: true, changedAnswers: 0, newlyCounted: 0, noLongerCounted: 0 },
    ...{ examples: [], newest: null },
  };
  const until = now().getTime() + longestMs;
  const isOver = () => signal.aborted || effect.answers >= mostAnswers || now().getTime() > until;
  const reports = await reportsWithAnswers(db, project.id, mostReports);
  effect.complete = reports.length < mostReports;
  // Runs of saved prompts are what the project is measured by.
  const newest = reports.find(({ source }) => source === "main") ?? reports[0];
  for (const report of reports) {
    if (isOver()) return { ...effect, complete: false };
    effect.reports += 1;
    const { before, after } = terms.of(report);
    const [read, readAgain] = [answersReader(parsing, before), answersReader(parsing, after)];
    const sides = report === newest ? { before: [], after: [] } : null;
    if (!(await ofReport({ db, report, effect, terms, read, readAgain, sides, isOver })))
      return { ...effect, complete: false };
    if (sides) {
      const brands = await movesIn(parsing, [
        { answers: sides.before, brands: before },
        { answers: sides.after, brands: after },
      ]);
      effect.newest = brands && { reportId: report.id, brands };
      effect.complete &&= brands !== null;
    }
  }
  return effect;
}

/** Null if the figures take too long to work out. */
async function movesIn(
  parsing: ProjectContext["parsing"],
  [before, after]: [ScoreRequest, ScoreRequest],
): Promise<Moves[] | null> {
  try {
    const [one, other] = await Promise.all([parsing.score(before), parsing.score(after)]);
    return movesOf(one, other, before.brands);
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

type ReadAll = (answers: readonly AnswerWithText[]) => Promise<Read[] | null>;

function answersReader(parsing: ProjectContext["parsing"], brands: TrackedBrands): ReadAll {
  const read = readerOf(parsing, brands);
  return (answers) =>
    read(
      answers.map(({ text, citations, prompt, truncated, declined }) => ({
        ...{ text: text ?? "", citations, prompt, truncated, declined },
      })),
    );
}

interface OfReport {
  db: ProjectContext["db"];
  report: CorrectedReport;
  effect: CorrectionEffect;
  terms: ChangedTerms;
  read: ReadAll;
  readAgain: ReadAll;
  sides: { before: AnswerWithText[]; after: AnswerWithText[] } | null;
  isOver(): boolean;
}

/** Adds what changes in one report; false if it was not looked at as a whole. */
async function ofReport({
  db,
  report,
  effect,
  terms,
  read,
  readAgain,
  sides,
  isOver,
}: OfReport): Promise<boolean> {
  const condense = condenser();
  const keep = (answer: AnswerWithText, before: Read | null, after: Read | null) => {
    sides?.before.push(condense({ ...answer, ...before, text: null }));
    sides?.after.push(condense({ ...answer, ...after, text: null }));
  };
  for await (const page of answersToReadAgain(db, report)) {
    effect.answers += page.filter(({ reading }) => reading !== null).length;
    const concerned = page.filter(({ reading }) => reading !== null && terms.mayConcern(reading));
    for (const answer of page) if (!concerned.includes(answer)) keep(answer, null, null);
    for (const batch of batchesOf(concerned, ({ text }) => text?.length ?? 0)) {
      if (isOver()) return false;
      const [before, after] = [await read(batch), await readAgain(batch)];
      if (!before || !after) return false;
      for (const [at, answer] of batch.entries()) {
        keep(answer, before[at]!, after[at]!);
        addChanges(effect, report.id, answer, before[at]!.reading, after[at]!.reading);
      }
    }
    // Before the next statement: it may wait for its turn longer than there is time.
    if (isOver()) return false;
  }
  return true;
}

interface Counted {
  brand: string;
  start: number;
  end: number;
}

const countedIn = ({ mentions }: Reading): Map<string, Counted> =>
  new Map(
    mentions.flatMap(({ name, evidence }) =>
      evidence.map(({ start, end }) => [`${start} ${end} ${name}`, { brand: name, start, end }] as const),
    ),
  );

function addChanges(
  effect: CorrectionEffect,
  reportId: string,
  answer: AnswerWithText,
  before: Reading,
  after: Reading,
): void {
  const [was, is] = [countedIn(before), countedIn(after)];
  const gained = [...is].filter(([key]) => !was.has(key)).map(([, each]) => ({ ...each, counts: true }));
  const lost = [...was].filter(([key]) => !is.has(key)).map(([, each]) => ({ ...each, counts: false }));
  effect.newlyCounted += gained.length;
  effect.noLongerCounted += lost.length;
  if (gained.length + lost.length === 0) return;
  effect.changedAnswers += 1;
  const { promptKey, provider, sample, text } = answer;
  for (const { brand, start, end, counts } of [...gained, ...lost]) {
    if (effect.examples.length === mostExamples) return;
    const place = { reportId, promptKey, provider, sample, start, end };
    const visibleText = asShown(text ?? "", after.notShown ?? []);
    effect.examples.push({ brand, counts, ...excerptOf(visibleText, start, end), place });
  }
}

const excerptReach = 80;

/** Without what stands for what is not shown. */
const withoutPlaceholders = (text: string): string => text.replaceAll("\uFEFF", "").toWellFormed();

const excerptOf = (text: string, start: number, end: number) => ({
  text: text.slice(start, end).toWellFormed(),
  before: withoutPlaceholders(text.slice(Math.max(0, start - excerptReach), start)),
  after: withoutPlaceholders(text.slice(end, end + excerptReach)),
});

/** The figures of the brands that move, the own brand's in any case. */
function movesOf(one: ScoredReport, other: ScoredReport, { own }: TrackedBrands): Moves[] {
  const rivalsAfter = new Map(other.competitors.map((rival) => [rival.name, rival]));
  const rivals = one.competitors.flatMap((before) => {
    const after = rivalsAfter.get(before.name);
    return after ? [{ name: before.name, isOwnBrand: false, before, after }] : [];
  });
  return [
    { name: own.name, isOwnBrand: true, before: one.metrics, after: other.metrics },
    ...rivals.filter(({ before, after }) => figuresOf.some((figure) => before[figure] !== after[figure])),
  ];
}

const figuresOf = ["appearanceRate", "shareOfVoice", "visibilityScore"] as const;
