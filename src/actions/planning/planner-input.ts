import type { KnownPage, PlannerInput } from "../../domain/planner.ts";
import { trackedBrands } from "../../domain/project.ts";
import { stemmerFor } from "../../domain/stemmer.ts";
import type { ProjectContext } from "../../kernel/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { crawlPagesOf } from "../../store/crawl-pages.ts";
import { listPrompts } from "../../store/prompts.ts";
import { latestReport, type Report } from "../../store/reports.ts";
import { warnOf } from "../runs/warnings.ts";

/**
 * What a plan rests on: the newest report of either source, the newest crawl, and their prompts with the saved ones.
 * Throws REPORT_NOT_READY where there is neither report nor crawl.
 */
export async function plannerInput(
  context: ProjectContext,
): Promise<{ input: PlannerInput; reportId: string | null }> {
  const { db, project, warn } = context;
  const report = newer(
    await latestReport(db, project.id, "main"),
    await latestReport(db, project.id, "custom"),
  );
  const pages = await knownPages(db, project.latestCrawlRecordId);
  if (!report && !pages) throw new Problem("REPORT_NOT_READY", { details: null });
  if (report) warnOf(context, report);
  const scores = report?.scored?.prompts ?? [];
  const saved = await listPrompts(db, project.id);
  const prompts = new Map([...scores, ...saved].map((prompt) => [prompt.promptKey, prompt]));
  if (prompts.size === 0)
    warn({ code: "NO_PROMPTS", path: null, message: "Nothing was planned: the project has no prompts yet." });
  return {
    reportId: report?.id ?? null,
    input: {
      brand: project.brand,
      domains: trackedBrands(project).own.domains,
      language: project.language,
      stem: await stemmerFor(project.language),
      prompts: [...prompts.values()].map(({ promptKey, prompt, intent }) => ({ promptKey, prompt, intent })),
      report: report?.scored ? { scores, gaps: report.scored.gaps, urls: report.scored.sources.urls } : null,
      pages,
    },
  };
}

/** The pages of a crawl, each under its canonical address; null without a crawl. */
async function knownPages(
  db: ProjectContext["db"],
  crawlRecordId: string | null,
): Promise<KnownPage[] | null> {
  if (crawlRecordId === null) return null;
  const known = new Map<string, KnownPage>();
  for (const { page } of await crawlPagesOf(db, crawlRecordId)) {
    if (!page) continue;
    const url = page.canonical ?? page.url;
    const { title, text, language } = page;
    if (!known.has(url))
      known.set(url, { url, title, text, language, headings: page.headings.map(({ text }) => text) });
  }
  return [...known.values()];
}

/** A report of real answers before a made-up one, then the one whose answers are newer. */
function newer(one: Report | undefined, other: Report | undefined): Report | undefined {
  if (!one || !other) return one ?? other;
  if (one.sandbox !== other.sandbox) return one.sandbox ? other : one;
  return (other.measuredAt ?? "") > (one.measuredAt ?? "") ? other : one;
}
