import { answerTo, api, everyPage, everyPrompt, type Schemas } from "./client.ts";
import type { Narrowed } from "./narrowed.ts";
import type { Question } from "./resource.ts";

export type Project = Schemas["Project"];
export type Metrics = Schemas["Metrics"];
export type FullReport = Schemas["FullReport"];
export type SummaryReport = Schemas["SummaryReport"];
export type Trends = Schemas["VisibilityTrends"];
export type Comparison = Schemas["ReportComparison"];
export type Brief = Schemas["ClientBrief"];
export type Answer = Schemas["ProviderAnswer"];
export type Provider = Schemas["Provider"];
export type ReportListing = Schemas["ReportListing"];
export type Report = Schemas["Report"];
export type PromptList = Schemas["PromptList"];
export type PromptTest = Schemas["PromptTest"];
export type Rival = Schemas["CompetitorDetail"];
export type Draft = Schemas["GeneratedContentReport"];
export type ContentPlan = Schemas["ContentPlan"];
export type ContentTopic = Schemas["ContentTopic"];
export type Blog = Schemas["CmsConnection"];
export type MeasurementPlan = Schemas["MeasurementPlan"];
export type RawReport = Schemas["RawReport"];
export type Suggestions = Schemas["PromptSuggestions"];
export type Readiness = Schemas["Readiness"];
export type ReadinessCheck = Schemas["ReadinessCheck"];
export type Reddit = Schemas["RedditOpportunities"];
export type Thread = Schemas["RedditOpportunity"];
export type Timeframe = Schemas["Timeframe"];
export type Crawl = Schemas["CrawlRecord"];
export type Interval = Schemas["Interval"];

export const projectList = (): Question<Project[]> => ({
  key: "projects",
  ask: () => answerTo(() => api.GET("/projects", { params: { query: { limit: 100 } } })),
});

export const projectOf = (projectId: string): Question<Project> => ({
  key: `project ${projectId}`,
  ask: () => answerTo(() => api.GET("/projects/{projectId}", { params: { path: { projectId } } })),
});

/** The newest finished report of a project that has one, whole, or as if it had been asked a part alone. */
export const latestReport = (projectId: string, narrowed: Narrowed = {}): Question<FullReport> => ({
  key: `latest ${projectId}${keyOf(narrowed)}`,
  ask: () =>
    everyPrompt((page) =>
      api.GET("/reports/latest", {
        params: { query: { projectId, view: "full", ...page, ...narrowed } },
      }),
    ) as Promise<FullReport>,
});

const keyOf = (narrowed: Narrowed): string =>
  Object.values(narrowed)
    .map((value) => ` ${value}`)
    .join("");

/** The assistants of a report, by default the newest of a project, without its prompts. */
export const assistantsOf = (
  projectId: string,
  reportId?: string,
): Question<Pick<FullReport, "providers">> => ({
  key: `assistants ${reportId ?? projectId}`,
  ask: () => {
    const query = { view: "full", part: "figures" } as const;
    return answerTo(() =>
      reportId
        ? api.GET("/reports/{reportId}", { params: { path: { reportId }, query } })
        : api.GET("/reports/latest", { params: { query: { projectId, ...query } } }),
    ) as Promise<FullReport>;
  },
});

const pollMs = ({ poll_after_seconds }: Pick<ReportListing, "poll_after_seconds">): number =>
  (poll_after_seconds ?? 2) * 1000;

/** Whoever shows a run asks for its figures, and so learns soon enough that it has ended. */
const slowlyMs = 10_000;

/** Up to ten reports, newest first; asked for again while one of them is under way. */
export const reportsOf = (projectId: string): Question<ReportListing[]> => ({
  key: `reports ${projectId}`,
  ask: () => answerTo(() => api.GET("/reports", { params: { query: { projectId, limit: 10 } } })),
  again: (reports) => {
    const running = reports.find(({ terminal }) => !terminal);
    if (!running) return null;
    return running.type === "generated_content" ? pollMs(running) : slowlyMs;
  },
});

/** Every report with answers, newest first; of more than 2,000 the newest. */
export const everyReportOf = (projectId: string): Question<ReportListing[]> => ({
  key: `every report ${projectId}`,
  ask: async () => {
    const reports = await everyPage((cursor) =>
      api.GET("/reports", { params: { query: { projectId, limit: 100, ...(cursor ? { cursor } : {}) } } }),
    );
    return reports.filter(({ type }) => type !== "generated_content");
  },
});

export const trendsOf = (
  projectId: string,
  timeframe: "90d" | "12m" = "90d",
  narrowed: Narrowed = {},
): Question<Trends> => ({
  key: `trends ${projectId} ${timeframe}${keyOf(narrowed)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/visibility-trends", {
        params: { path: { projectId }, query: { timeframe, ...narrowed } },
      }),
    ),
});

/** A report against an earlier one, by default the one before it. */
export const comparisonOf = (
  reportId: string,
  narrowed: Narrowed = {},
  earlier?: string,
): Question<Comparison> => ({
  key: `compare ${reportId} ${earlier ?? ""}${keyOf(narrowed)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/{reportId}/compare", {
        params: { path: { reportId }, query: { ...(earlier ? { with: earlier } : {}), ...narrowed } },
      }),
    ),
});

export const briefOf = (
  projectId: string,
  timeframe: Timeframe = "30d",
  narrowed: Narrowed = {},
): Question<Brief> => ({
  key: `brief ${projectId} ${timeframe}${keyOf(narrowed)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/client-brief", {
        params: { path: { projectId }, query: { timeframe, ...narrowed } },
      }),
    ),
});

/** Which answer of a report. */
export interface AnswerPlace {
  promptKey: string;
  provider: Provider;
  sample: number;
}

/** One verbatim answer, with what was counted in it. */
export const answerAt = (
  reportId: string,
  { promptKey, provider, sample }: AnswerPlace,
): Question<Answer> => ({
  key: `answer ${reportId} ${promptKey} ${provider} ${sample}`,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/{reportId}/provider-answer", {
        params: { path: { reportId }, query: { promptKey, provider, sample } },
      }),
    ),
});

/** Any report, asked for again until it is finished. */
export const reportOf = (reportId: string, narrowed: Narrowed = {}): Question<Report> => ({
  key: `report ${reportId}${keyOf(narrowed)}`,
  ask: () =>
    everyPrompt((page) =>
      api.GET("/reports/{reportId}", {
        params: { path: { reportId }, query: { view: "full", ...page, ...narrowed } },
      }),
    ) as Promise<Report>,
  // A run under way is asked for by `growingOf`: its prompts can take many pages.
  again: (report) => (report.terminal || report.type !== "generated_content" ? null : pollMs(report)),
});

/** The figures so far of a run under way, or of a part of it, in one small request; asked for again until it has ended. */
export const growingOf = (reportId: string, narrowed: Narrowed = {}): Question<SummaryReport> => ({
  key: `growing ${reportId}${keyOf(narrowed)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/{reportId}", {
        params: { path: { reportId }, query: { view: "summary", ...narrowed } },
      }),
    ) as Promise<SummaryReport>,
  again: (report) => (report.terminal ? null : pollMs(report)),
});

export const promptsOf = (projectId: string): Question<PromptList> => ({
  key: `prompts ${projectId}`,
  ask: () => answerTo(() => api.GET("/projects/{projectId}/prompts", { params: { path: { projectId } } })),
});

export const rivalOf = (projectId: string, competitor: string, narrowed: Narrowed = {}): Question<Rival> => ({
  key: `rival ${projectId} ${competitor}${keyOf(narrowed)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/competitors/{competitor}", {
        params: { path: { projectId, competitor }, query: narrowed },
      }),
    ),
});

export const testOf = (testId: string): Question<PromptTest> => ({
  key: `test ${testId}`,
  ask: () => answerTo(() => api.GET("/tests/{testId}", { params: { path: { testId } } })),
});

/** What to write next; planning it asks no assistant and costs nothing. */
export const contentPlanOf = (projectId: string): Question<ContentPlan> => ({
  key: `content ${projectId}`,
  ask: () =>
    answerTo(() =>
      api.POST("/projects/{projectId}/content-suggestions", {
        params: { path: { projectId } },
        body: { count: 10 },
      }),
    ),
});

/** The newest drafts of a project, without their texts. */
export const draftsOf = (projectId: string): Question<ReportListing[]> => ({
  key: `drafts ${projectId}`,
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

/** Prompts that a crawl suggests for a brand; not saved. */
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

/** Threads worth a reply, asked for again while they are looked for. */
export const redditOf = (projectId: string): Question<Reddit> => ({
  key: `reddit ${projectId}`,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/reddit-opportunities", {
        params: { path: { projectId }, query: { limit: 100 } },
      }),
    ),
  again: ({ refresh }) => (refresh && !refresh.terminal ? (refresh.poll_after_seconds ?? 2) * 1000 : null),
});
