import type { TUnsafe } from "typebox";
import { timeframes } from "../../../figures/days/timeframe.ts";
import { markerKinds } from "../../../figures/trend.ts";
import { providers, realProviders, surfaces, vendorOf } from "../../../reader/provider.ts";
import { sourceTypes } from "../../../reader/reading.ts";
import { readingDifferences } from "../../../reader/reading-difference.ts";
import { contentKinds, draftPlatforms } from "../../content/writing/draft.ts";
import { blogKinds } from "../../outbound/cms/blog.ts";
import { workspaceKinds, workspaceStatuses } from "../../projects/client-workspaces/workspace.ts";
import { schedules } from "../../projects/project.ts";
import { categories } from "../../website/readiness/checks/check.ts";
import { planStatuses, plans } from "../access/plan.ts";
import { showAs } from "./openapi-hints.ts";
import { OneOf, type SchemaWords } from "./schema.ts";

/** Closed word lists that several schemas use, each with its name in documents. */
const list =
  <const T extends string>(name: string, values: readonly T[], says: string) =>
  (words: SchemaWords = {}): TUnsafe<T> =>
    showAs(OneOf(values, { description: says, ...words }), { name, says });

export const ProviderWord = list("Provider", providers, "The assistant.");
export const ImportProviderWord = list(
  "ImportProvider",
  realProviders,
  "An assistant whose answers can be imported.",
);
export const VendorProviderWord = list(
  "VendorProvider",
  providers.filter((provider) => vendorOf(provider)),
  "An assistant that is asked with a key from its vendor.",
);
export const SurfaceWord = list("Surface", surfaces, "Where the answer was seen.");
export const SourceTypeWord = list("SourceType", sourceTypes, "What kind of source a cited page is.");
export const TimeframeWord = list("Timeframe", timeframes, "How far back to look.");
export const ScheduleWord = list("Schedule", schedules, "When a project runs by itself.");
export const BlogKindWord = list("BlogKind", blogKinds, "Kind of the blog.");
export const WorkspaceKindWord = list("WorkspaceKind", workspaceKinds, "A client, or one you pitch to.");
export const WorkspaceStatusWord = list(
  "WorkspaceStatus",
  workspaceStatuses,
  "Whether a workspace accepts new work.",
);
export const PlanWord = list("Plan", plans, "A plan.");
export const PlanStatusWord = list("PlanStatus", planStatuses, "Status of a plan.");
export const ReportStatusWord = list(
  "ReportStatus",
  ["processing", "completed", "partial", "failed"],
  "Status of a report; all but `processing` are final.",
);
export const RunStatusWord = list(
  "RunStatus",
  ["processing", "completed", "partial", "failed"],
  "Status of a crawl or a refresh; all but `processing` are final.",
);
export const ReportTypeWord = list(
  "ReportType",
  ["visibility_analysis", "visibility_analysis_api", "generated_content"],
  "A run of saved prompts, an ad hoc run, or a written draft.",
);
export const ReportSourceWord = list("ReportSource", ["main", "custom"], "Saved prompts, or ad hoc ones.");
export const ReportViewWord = list("ReportView", ["raw", "summary", "full"], "How a report is shown.");
export const AnswerDetailWord = list(
  "AnswerDetail",
  ["summary", "full"],
  "Excerpts of answers, or their verbatim text.",
);
export const AnswerStatusWord = list("AnswerStatus", ["ok", "failed"], "Whether an answer was obtained.");
export const ConfidenceWord = list(
  "Confidence",
  ["directional", "moderate", "strong"],
  "How far a figure can be trusted.",
);
export const DirectionWord = list(
  "Direction",
  ["up", "down", "flat", "failures_differ", "insufficient_data", "model_changed", "reading_changed"],
  "How a figure moved; the last three mean that nothing was compared.",
);
export const ReadingDifferenceWord = list(
  "ReadingDifference",
  readingDifferences,
  "How two readings differ.",
);
export const LevelWord = list("Level", ["low", "medium", "high"], "How much of something.");
export const ContentTrustWord = list("ContentTrust", ["untrusted_third_party"], "Who wrote a text.");
export const TrendIntervalWord = list(
  "TrendInterval",
  ["run", "day", "week"],
  "Every run, or the newest of each day or week.",
);
export const TrendMarkerKindWord = list("TrendMarkerKind", markerKinds, "What was measured differently.");
export const DraftPlatformWord = list("DraftPlatform", draftPlatforms, "What it is written for.");
export const ContentKindWord = list("ContentKind", contentKinds, "Kind of draft.");
export const PublishModeWord = list(
  "PublishMode",
  ["publish", "draft"],
  "A public post, or a draft on the blog.",
);
export const ReadinessCategoryWord = list(
  "ReadinessCategoryId",
  categories,
  "What checks of a page are about.",
);
