import { setTimeout as pause } from "node:timers/promises";
import { promptsTagged, type TaggedPrompts, type TagsByPrompt } from "../../../figures/tags/tag.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import type { MeasuredAnswer } from "../../../reader/answer.ts";
import type { Context } from "../../api/context.ts";
import type { FiguresAhead } from "../../api/figures-ahead.ts";
import { logFailure } from "../../kernel/outage.ts";
import { asJobOf, forEverybody } from "../../kernel/turns/on-behalf.ts";
import { patiently } from "../../outbound/patience.ts";
import { tagsOf } from "../../projects/prompts/prompt-tags.ts";
import { judgementOf } from "../judgement/stored-judgement.ts";
import { latestReport, type Report, withPrevious } from "../reports.ts";
import { pointSources, watchedPoints } from "../trends/trends.ts";
import { knownParts, partName, putPartFigures } from "./part-figures.ts";
import {
  answersTagged,
  keyOfPart,
  keyOfTags,
  scoreAnswers,
  tagAnswers,
  tagsOfReport,
} from "./report-part.ts";

type Parts = Pick<Context, "db" | "parsing" | "log">;

/** So long nothing more may happen to a project: whoever tags prompts does so several times. */
const quietMs = 2_000;
/** Then the next project has its turn; what is missing is computed for whoever asks for it first. */
const turnMs = 60_000;
/** Projects remembered at once. */
const mostProjects = 1_000;

interface Due {
  organizationId: string;
  projectId: string;
  at: number;
}

/** One project at a time. Disposing of it ends the work after the part that is under way. */
export function createFiguresAhead(parts: Parts): FiguresAhead & AsyncDisposable {
  const due = new Map<string, Due>();
  const stop = new AbortController();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (let next = first(due); next && !stop.signal.aborted; next = first(due)) {
      const { organizationId, projectId, at } = next;
      const early = at - performance.now();
      if (early > 0) {
        await pause(early, undefined, { ref: false, signal: stop.signal }).catch(() => {});
        continue;
      }
      due.delete(projectId);
      await asJobOf(organizationId, () => ofProject(parts, projectId, stop.signal)).catch((error) =>
        logFailure(
          parts.log,
          { project: projectId, err: error },
          "figures by tag could not be computed ahead",
        ),
      );
    }
  }

  /** Whatever has come due while the last work ended is begun too. */
  function begin(): void {
    if (working || due.size === 0 || stop.signal.aborted) return;
    working = forEverybody(work).finally(() => {
      working = null;
      begin();
    });
  }

  return {
    soon({ organizationId, projectId }) {
      due.delete(projectId);
      if (stop.signal.aborted || due.size >= mostProjects) return;
      due.set(projectId, { organizationId, projectId, at: performance.now() + quietMs });
      begin();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await working;
    },
  };
}

const first = (due: ReadonlyMap<string, Due>): Due | undefined => due.values().next().value;

/** Of its newest report what it is found to say; by tag also of the one that this is compared with, and the points of its series. */
async function ofProject(parts: Parts, projectId: string, stop: AbortSignal): Promise<void> {
  const until = performance.now() + turnMs;
  const goesOn = () => !stop.aborted && performance.now() < until;
  const newest = await latestReport(parts.db, projectId, "main");
  if (!newest) return;
  const compared = await withPrevious(parts.db, newest);
  await judgementOf(parts.db, compared);
  const { previous } = compared;
  const tags = await tagsOfReport(parts, newest);
  if (tags.length === 0) return;
  await computeAhead(parts, newest, goesOn);
  if (previous && goesOn()) await computeAhead(parts, previous, goesOn);
  const series = await watchedPoints(parts.db, newest);
  await computePointsAhead(parts, projectId, series, tags, goesOn);
}

/**
 * Computes what the store does not know yet of a report by tag, while `goesOn`. Its answers are read once for all tags.
 */
async function computeAhead(parts: Parts, report: Report, goesOn: () => boolean): Promise<void> {
  const taggedPrompts = await tagsOfReport(parts, report);
  if (taggedPrompts.length === 0) return;
  const all = await tagsOf(parts.db, report.projectId);
  const storedParts = await knownParts(parts.db, report);
  const missing = withKeys(all, taggedPrompts).filter(({ key }) => !storedParts.has(partName("report", key)));
  const byTag = keyOfTags(taggedPrompts);
  const isKnown = storedParts.has(partName("by_tag", byTag));
  if (missing.length === 0 && isKnown) return;
  const answers = await answersTagged(
    parts,
    report,
    isKnown ? missing.map(({ tagged }) => tagged) : taggedPrompts,
  );
  if (!isKnown) await tagAnswers(parts, report, answers, taggedPrompts, byTag);
  for (const { tagged, key } of missing)
    if (goesOn()) await scoreAnswers(parts, report, answersTo(answers, tagged), key);
}

/** The same of the points of a series, those of the newest reports first. */
async function computePointsAhead(
  { db, parsing }: Parts,
  projectId: string,
  series: readonly DatedPoint[],
  tags: readonly TaggedPrompts[],
  goesOn: () => boolean,
): Promise<void> {
  const parts = withKeys(await tagsOf(db, projectId), tags);
  for (const source of (await pointSources(db, projectId, series)).toReversed()) {
    if (!goesOn()) return;
    const storedParts = await knownParts(db, source);
    const missing = parts.filter(({ key }) => !storedParts.has(partName("point", key)));
    if (missing.length === 0) continue;
    const answers = await answersTagged(
      { db },
      source,
      missing.map(({ tagged }) => tagged),
    );
    for (const { tagged, key } of missing) {
      const own = answersTo(answers, tagged);
      const point = await patiently(() => parsing.point({ answers: own, brands: source.brands }));
      await putPartFigures(db, source, "point", key, point);
    }
  }
}

/** Tags of a report with all prompts of the project that have them. */
const withKeys = (all: TagsByPrompt, tags: readonly TaggedPrompts[]) =>
  tags.flatMap(({ tag }) => {
    const promptKeys = promptsTagged(all, tag);
    return promptKeys
      ? [{ tagged: { tag, promptKeys }, key: keyOfPart({ tagged: { tag, promptKeys } }) }]
      : [];
  });

function answersTo<A extends MeasuredAnswer>(answers: readonly A[], { promptKeys }: TaggedPrompts): A[] {
  const own = new Set(promptKeys);
  return answers.filter(({ promptKey }) => own.has(promptKey));
}
