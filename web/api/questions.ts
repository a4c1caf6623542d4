import { type Filter, filterKey } from "../filter.ts";
import { answerTo, api, everyPrompt, type Schemas } from "./client.ts";
import { everyProject, type Question } from "./resource.ts";

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
  of: everyProject,
  ask: () => answerTo(() => api.GET("/projects", { params: { query: { limit: 100 } } })),
});

export const projectOf = (projectId: string): Question<Project> => ({
  key: `project ${projectId}`,
  of: projectId,
  ask: () => answerTo(() => api.GET("/projects/{projectId}", { params: { path: { projectId } } })),
});

/** The newest finished report of a project that has one, whole, or as if it had been asked a part alone. */
export const latestReport = (projectId: string, filter: Filter = {}): Question<FullReport> => ({
  key: `latest ${projectId} ${filterKey(filter)}`,
  of: projectId,
  ask: () =>
    everyPrompt((page) =>
      api.GET("/reports/latest", {
        params: { query: { projectId, view: "full", ...page, ...filter } },
      }),
    ) as Promise<FullReport>,
});

/** The newest finished report without its prompts, sources and tags. */
export const latestSummary = (projectId: string): Question<SummaryReport> => ({
  key: `latest summary ${projectId}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/latest", { params: { query: { projectId, view: "summary" } } }),
    ) as Promise<SummaryReport>,
});

/** The figures of a report, by default the newest of a project, also by tag and by assistant, without its prompts and sources. */
export const figuresOf = (
  projectId: string,
  filter: Filter = {},
  reportId?: string,
): Question<Omit<FullReport, "prompts" | "sources">> => ({
  key: `figures ${reportId ?? projectId} ${filterKey(filter)}`,
  of: projectId,
  ask: () => {
    const query = { view: "full", part: "figures", ...filter } as const;
    return answerTo(() =>
      reportId
        ? api.GET("/reports/{reportId}", { params: { path: { reportId }, query } })
        : api.GET("/reports/latest", { params: { query: { projectId, ...query } } }),
    ) as Promise<FullReport>;
  },
});

export const pollMs = ({ poll_after_seconds }: Pick<ReportListing, "poll_after_seconds">): number =>
  (poll_after_seconds ?? 2) * 1000;

/** Whoever shows a run asks for its figures, and so learns soon enough that it has ended. */
const slowlyMs = 10_000;

/** Up to ten reports, newest first; asked for again while one of them is under way. */
export const reportsOf = (projectId: string): Question<ReportListing[]> => ({
  key: `reports ${projectId}`,
  of: projectId,
  ask: () => answerTo(() => api.GET("/reports", { params: { query: { projectId, limit: 10 } } })),
  again: (reports) => {
    const running = reports.find(({ terminal }) => !terminal);
    if (!running) return null;
    return running.type === "generated_content" ? pollMs(running) : slowlyMs;
  },
});

export const trendsOf = (
  projectId: string,
  timeframe: "90d" | "12m" = "90d",
  filter: Filter = {},
): Question<Trends> => ({
  key: `trends ${projectId} ${timeframe} ${filterKey(filter)}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/visibility-trends", {
        params: { path: { projectId }, query: { timeframe, ...filter } },
      }),
    ),
});

/** A report against an earlier one, by default the one before it. */
export const comparisonOf = (
  reportId: string,
  filter: Filter = {},
  earlier?: string,
): Question<Comparison> => ({
  key: `compare ${reportId} ${earlier ?? ""} ${filterKey(filter)}`,
  ask: () =>
    answerTo(() =>
      api.GET("/reports/{reportId}/compare", {
        params: { path: { reportId }, query: { ...(earlier ? { with: earlier } : {}), ...filter } },
      }),
    ),
});

export const briefOf = (
  projectId: string,
  timeframe: Timeframe = "30d",
  filter: Filter = {},
): Question<Brief> => ({
  key: `brief ${projectId} ${timeframe} ${filterKey(filter)}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/client-brief", {
        params: { path: { projectId }, query: { timeframe, ...filter } },
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
export const reportOf = (reportId: string, filter: Filter = {}): Question<Report> => ({
  key: `report ${reportId} ${filterKey(filter)}`,
  ask: () =>
    everyPrompt((page) =>
      api.GET("/reports/{reportId}", {
        params: { path: { reportId }, query: { view: "full", ...page, ...filter } },
      }),
    ) as Promise<Report>,
  // A run under way is asked for by `growingOf`: its prompts can take many pages.
  again: (report) => (report.terminal || report.type !== "generated_content" ? null : pollMs(report)),
});

export const promptsOf = (projectId: string): Question<PromptList> => ({
  key: `prompts ${projectId}`,
  of: projectId,
  ask: () => answerTo(() => api.GET("/projects/{projectId}/prompts", { params: { path: { projectId } } })),
});

export const rivalOf = (projectId: string, competitor: string, filter: Filter = {}): Question<Rival> => ({
  key: `rival ${projectId} ${competitor} ${filterKey(filter)}`,
  of: projectId,
  ask: () =>
    answerTo(() =>
      api.GET("/projects/{projectId}/competitors/{competitor}", {
        params: { path: { projectId, competitor }, query: filter },
      }),
    ),
});
