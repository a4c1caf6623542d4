import { type Filter, filterKey, type PromptFilter } from "../filter.ts";
import { answerTo, api, everyPage } from "./client.ts";
import {
  type Blog,
  type ContentPlan,
  type Crawl,
  type MeasurementPlan,
  type Project,
  type PromptTest,
  pollMs,
  type RawReport,
  type Readiness,
  type Reddit,
  type ReportListing,
  type Suggestions,
  type SummaryReport,
} from "./questions.ts";
import type { Question } from "./resource.ts";

// What single pages ask, so that the first screen need not load it.

/** Every report with answers, newest first; of more than 2,000 the newest. */
export const everyReportOf = (projectId: string): Question<ReportListing[]> => ({
  key: `every report ${projectId}`,
  of: projectId,
  ask: async () => {
    const reports = await everyPage((cursor) =>
      api.GET("/reports", { params: { query: { projectId, limit: 100, ...(cursor ? { cursor } : {}) } } }),
    );
    return reports.filter(({ type }) => type !== "generated_content");
  },
});

/** The figures so far of a run under way, or of a part of it, in one small request; asked for again until it has ended. */
export const growingOf = (reportId: string, filter: Filter = {}): Question<SummaryReport> => ({
  key: `growing ${reportId} ${filterKey(filter)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/{reportId}", {
        params: { path: { reportId }, query: { view: "summary", ...filter } },
      }),
    ) as Promise<SummaryReport>,
  again: (report) => (report.terminal ? null : pollMs(report)),
});

export const testOf = (testId: string): Question<PromptTest> => ({
  key: `test ${testId}`,
  ask: () => answerTo(() => api.GET("/tests/{testId}", { params: { path: { testId } } })),
});

/** What to write next, for all prompts or those with a tag; planning it asks no assistant and costs nothing. */
export const contentPlanOf = (projectId: string, filter: PromptFilter = {}): Question<ContentPlan> => ({
  key: `content ${projectId} ${filterKey(filter)}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.POST("/projects/{projectId}/content-suggestions", {
        params: { path: { projectId } },
        body: { count: 10, ...filter },
      }),
    ),
});

/** The newest drafts of a project, without their texts. */
export const draftsOf = (projectId: string): Question<ReportListing[]> => ({
  key: `drafts ${projectId}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.GET("/reports", { params: { query: { projectId, type: "generated_content", limit: 20 } } }),
    ),
});

/** The blog that a project publishes to, to be asked for where the project says that there is one. */
export const blogOf = (projectId: string): Question<Blog> => ({
  key: `blog ${projectId}`,
  ask: () =>
    answerTo(() => api.GET("/projects/{projectId}/cms-connection", { params: { path: { projectId } } })),
});

/** What a crawl of a website found, asked for again until it has ended. */
export const crawlOf = (crawlRecordId: string): Question<Crawl> => ({
  key: `crawl ${crawlRecordId}`,
  ask: () =>
    answerTo(() =>
      api.GET("/crawls/{crawlRecordId}", { params: { path: { crawlRecordId }, query: { limit: 200 } } }),
    ),
  again: ({ terminal, poll_after_seconds }) => (terminal ? null : (poll_after_seconds ?? 2) * 1000),
});

/** Prompts that a crawl suggests for a brand; not saved. Competitors that are typed meanwhile do not ask for others. */
export const suggestionsOf = (
  crawlRecordId: string,
  brand: string,
  competitors: string[],
): Question<Suggestions> => ({
  key: `suggestions ${crawlRecordId} ${brand}`,
  ask: () =>
    answerTo(() =>
      api.POST("/suggest-prompts", { body: { crawlRecordId, brand, competitors, save: false } }),
    ),
});

/** What it takes to know a project's rate to within so many points. */
export const measurementPlanOf = (
  { id: projectId, providers, prompt_count, samples }: Project,
  within: number,
): Question<MeasurementPlan> => ({
  key: `plan ${projectId} ${within} ${prompt_count} ${samples} ${providers.join()}`,
  ask: () =>
    answerTo(() =>
      api.POST("/projects/{projectId}/measurement-plan", {
        params: { path: { projectId } },
        body: { goal: { within }, engines: providers },
      }),
    ),
});

const rowsMost = 100;

/** The first hundred calls of a run that have ended, asked for again until it is finished. */
export const rowsOf = (reportId: string): Question<RawReport> => ({
  key: `rows ${reportId}`,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/{reportId}", {
        params: { path: { reportId }, query: { view: "raw", limit: rowsMost } },
      }),
    ) as Promise<RawReport>,
  again: ({ terminal, poll_after_seconds }) => (terminal ? null : (poll_after_seconds ?? 2) * 1000),
});

/** A check of a page, by default of the project's website: an earlier one of the last day, or a new one, which counts. */
export const readinessOf = (projectId: string, url: string | null): Question<Readiness> => ({
  key: `readiness ${projectId} ${url ?? ""}`,
  ask: () => answerTo(() => api.POST("/readiness", { body: { projectId, ...(url ? { url } : {}) } })),
});

/** Threads worth a reply, all or those about prompts with a tag; asked for again while they are looked for. */
export const redditOf = (projectId: string, filter: PromptFilter = {}): Question<Reddit> => ({
  key: `reddit ${projectId} ${filterKey(filter)}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/reddit-opportunities", {
        params: { path: { projectId }, query: { limit: 100, ...filter } },
      }),
    ),
  again: ({ refresh }) => (refresh && !refresh.terminal ? (refresh.poll_after_seconds ?? 2) * 1000 : null),
});
