import { answerLetters, lettersOfPage, planBounds } from "../../../domain/content/plan/bounds.ts";
import { knownPages } from "../../../domain/content/plan/known-page.ts";
import { trackedBrands } from "../../../domain/project/project.ts";
import type { ProjectContext } from "../../../kernel/context.ts";
import type { UnstemmedInput } from "../../../kernel/outside/parsing.ts";
import { Problem } from "../../../kernel/problem.ts";
import { listPrompts } from "../../../store/projects/prompts.ts";
import { answerBeginnings } from "../../../store/reports/answers.ts";
import { plannedPagesOf } from "../../../store/website/crawl-pages.ts";
import { warnOf } from "../../reports/steps/warnings.ts";
import { newestReportOf } from "./newest-report.ts";

/** One answer tells what a prompt is about; with two, one that refuses or digresses does not matter. */
const answersRead = 2;

/**
 * What a plan rests on: the newest report of either source with its answers, the newest crawl, and the report's and saved prompts.
 * What exceeds the bounds of a plan is left out, with a warning. Throws REPORT_NOT_READY if there is neither report nor crawl.
 */
export async function plannerInput(
  context: ProjectContext,
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
      ? await answerBeginnings(db, report, { perPrompt: answersRead, length: answerLetters })
      : new Map<string, string[]>();
  const all = new Map([...scores, ...saved].map((prompt) => [prompt.promptKey, prompt]));
  const prompts = [...all.values()].slice(0, planBounds.prompts);
  if (prompts.length === 0)
    warn({ code: "NO_PROMPTS", path: null, message: "Nothing was planned: the project has no prompts yet." });
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

const nothingToGoBy = (): Problem =>
  new Problem("REPORT_NOT_READY", {
    message:
      "There is neither a report nor a crawl to plan from: crawl the website with POST /v1/crawls and this projectId, or call POST /v1/analyze/project.",
    details: { next_actions: ["start_crawl", "run_project_analysis"] },
  });
