import { answerLetters, lettersOfPage, planBounds } from "../../../planner/topics/bounds.ts";
import { knownPages } from "../../../planner/topics/known-page.ts";
import { textShown } from "../../../reader/hidden-parts/not-shown.ts";
import type { ProjectContext } from "../../api/context.ts";
import { Problem } from "../../kernel/problem.ts";
import type { UnstemmedInput } from "../../outbound/parsing.ts";
import { trackedBrands } from "../../projects/project.ts";
import { listPrompts } from "../../projects/prompts/prompts.ts";
import { type Report, reportsBefore } from "../../reports/reports.ts";
import { answerBeginnings } from "../../reports/rows/answers.ts";
import { warnOf } from "../../reports/warnings.ts";
import { plannedPagesOf } from "../../website/crawls/crawl-pages.ts";
import { newestReportOf } from "./newest-report.ts";

/** One answer tells what a prompt is about; with two, one that refuses or digresses does not matter. */
const answersRead = 2;

/**
 * What a plan rests on: the newest report of either source with its answers and earlier ones, the newest crawl, and the report's and saved prompts.
 * What exceeds the bounds of a plan is left out, with a warning. `only`: keys of the prompts to plan for; without it all of them.
 * Throws REPORT_NOT_READY if there is neither report nor crawl.
 */
export async function plannerInput(
  context: ProjectContext,
  only?: readonly string[],
): Promise<{ input: UnstemmedInput; reportId: string | null }> {
  const { db, project, warn } = context;
  const report = await newestReportOf(db, project.id);
  const crawl = project.latestCrawlRecordId;
  const crawled =
    crawl === null
      ? null
      : await plannedPagesOf(db, crawl, { most: planBounds.pages, lettersOf: lettersOfPage });
  const pages = crawled && knownPages(crawled.pages);
  if (!report && !pages) throw nothingToGoBy();
  if (report) warnOf(context, report);
  const scores = report?.scored?.prompts ?? [];
  const saved = await listPrompts(db, project.id);
  // What the sandbox makes up says nothing about a prompt.
  const answers =
    report && pages && !report.sandbox
      ? await answersTo(db, report, saved)
      : new Map<string, readonly string[]>();
  const promptKeys = only && new Set(only);
  const planned = [...scores, ...saved].filter(({ promptKey }) => promptKeys?.has(promptKey) ?? true);
  const all = new Map(planned.map((prompt) => [prompt.promptKey, prompt]));
  const prompts = [...all.values()].slice(0, planBounds.prompts);
  if (prompts.length === 0)
    warn({
      code: "NO_PROMPTS",
      path: null,
      message: only
        ? "Nothing was planned: no prompt with this tag is saved or in the newest report."
        : "Nothing was planned: the project has no prompts yet.",
    });
  const leftOut = [
    ...(all.size > prompts.length ? [`the first ${prompts.length} of ${all.size} prompts`] : []),
    ...(crawled && crawled.readable > crawled.pages.length
      ? [`the first ${crawled.pages.length} of ${crawled.readable} pages`]
      : []),
  ];
  if (leftOut.length > 0)
    warn({ code: "PLAN_SHORTENED", path: null, message: `The plan reads ${leftOut.join(" and ")}.` });
  return {
    reportId: report?.id ?? null,
    input: {
      brand: project.brand,
      domains: trackedBrands(project).own.domains,
      language: project.language,
      prompts: prompts.map(({ promptKey, prompt, intent }) => ({ promptKey, prompt, intent })),
      report: report?.scored ? { scores, gaps: report.scored.gaps, urls: report.scored.sources.urls } : null,
      answers,
      pages,
    },
  };
}

/** Earlier reports that may hold the answers to a saved prompt that the newest report does not have. */
const earlierRead = 5;

/** How answers begin, by the prompt's key: those of the report, and for saved prompts without one the newest before it. */
async function answersTo(
  db: ProjectContext["db"],
  report: Report,
  saved: readonly { promptKey: string }[],
): Promise<Map<string, readonly string[]>> {
  const beginnings = { perPrompt: answersRead, length: answerLetters };
  const answers = new Map<string, readonly string[]>(shownOf(await answerBeginnings(db, report, beginnings)));
  const missing = new Set(saved.map(({ promptKey }) => promptKey).filter((key) => !answers.has(key)));
  if (missing.size === 0) return answers;
  for (const earlier of await reportsBefore(db, report, earlierRead)) {
    for (const [key, texts] of shownOf(await answerBeginnings(db, earlier, beginnings)))
      if (missing.delete(key)) answers.set(key, texts);
    if (missing.size === 0) break;
  }
  return answers;
}

/** Without what their readers do not see: a plan goes by answers, not by thoughts. */
const shownOf = (answers: ReadonlyMap<string, string[]>): Map<string, string[]> =>
  new Map([...answers].map(([key, texts]) => [key, texts.map((text) => textShown(text))]));

const nothingToGoBy = (): Problem =>
  new Problem("REPORT_NOT_READY", {
    message:
      "There is neither a report nor a crawl to plan from: crawl the website with POST /v1/crawls and this projectId, or call POST /v1/analyze/project.",
    details: { next_actions: ["start_crawl", "run_project_analysis"] },
  });
