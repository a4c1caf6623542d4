import { type Static, Type } from "typebox";
import type { TrackedBrands } from "../../../domain/project/brand.ts";
import type { Surface } from "../../../domain/project/provider.ts";
import type { ScoredReport } from "../../../domain/report/report.ts";
import { dollars, orNull } from "../../schema/rounding.ts";
import { Closed, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../../schema/schema.ts";
import { showAs } from "../../schema/shown-as.ts";
import { ReportSourceWord, ReportStatusWord, ReportTypeWord, SurfaceWord } from "../../schema/words.ts";

/** A report as the store keeps it. Times are RFC 3339 UTC. */
export interface ReportRecord {
  id: string;
  type: "visibility_analysis" | "visibility_analysis_api" | "generated_content";
  status: "processing" | "completed" | "partial" | "failed";
  projectId: string;
  source: "main" | "custom" | null;
  brand: string;
  /** The brands it was read for. */
  tracked: TrackedBrands;
  /** Which reading of its answers this is, from 1, and how many there are; 0 before it has one. */
  reading: number;
  readings: number;
  createdAt: string;
  completedAt: string | null;
  jobsTotal: number;
  jobsDone: number;
  jobsFailed: number;
  failure: { code: string; message: string; retryable: boolean } | null;
  measuredAt: string | null;
  methodVersion: string | null;
  readAt: string | null;
  surfaces: Surface[];
  costUsd: number | null;
  /** Null before the report has ended, and where nothing was measured. */
  scored: ScoredReport | null;
}

const FailureView = Closed(
  {
    code: Type.String({ description: "What went wrong, for programs." }),
    message: Type.String({ description: "What went wrong, in one sentence." }),
    retryable: Type.Boolean({ description: "Whether trying again may help." }),
  },
  { title: "Failure", description: "Why a report could not be completed." },
);

const pollAfterSeconds = 2;

/** What every report says of itself; `view` is added by each view. */
export const baseProperties = {
  id: Type.String({ description: "Id of the report." }),
  type: ReportTypeWord({
    description: "A run of saved prompts, an ad hoc run, or a written draft.",
  }),
  status: ReportStatusWord({
    description: "`partial` is usable; some calls failed.",
    default: "completed",
  }),
  terminal: Type.Boolean({ description: "Whether the status is final." }),
  project_id: Uuid("Id of its project."),
  source: Nullable(ReportSourceWord(), {
    description: "Saved prompts or ad hoc ones; null for a draft.",
  }),
  brand: Type.String({ description: "The measured brand." }),
  created_at: Time("When it was accepted."),
  completed_at: Nullable(Time(), { description: "When it ended." }),
  progress: showAs(
    Closed(
      {
        jobs_total: Type.Integer({ minimum: 0, description: "Calls to make." }),
        jobs_done: Type.Integer({ minimum: 0, description: "Calls that were answered." }),
        jobs_failed: Type.Integer({
          minimum: 0,
          description: "Calls that failed for good, without those that a cancelled run never made.",
        }),
      },
      { description: "How far it is." },
    ),
    { name: "Progress" },
  ),
  poll_after_seconds: Nullable(Type.Integer(), {
    description: "When to poll again; null once it has ended.",
  }),
  failure: ObjectOrNull(FailureView, "Why it failed or ended early, if it did."),
  report_url: Nullable(Type.String(), { description: "Its page in the web app; requires sign-in." }),
  measured_at: Nullable(Time(), { description: "When the newest answer was given." }),
  method_version: Nullable(Type.String(), { description: "Version of the method that read the answers." }),
  read_at: Nullable(Time(), { description: "When the answers were read." }),
  reading: Nullable(Type.Integer({ minimum: 1 }), {
    description: "Reading shown, from 1; null before the first.",
  }),
  readings: Type.Integer({ minimum: 0, description: "Number of readings." }),
  surfaces: Type.Array(SurfaceWord(), { description: "Where the answers were seen." }),
  cost_usd: Nullable(Type.Number(), {
    description: "Cost of the calls in US dollars, if known.",
  }),
};

/** The view of a report, as a property: the one word it says in this view. */
export const ViewName = <const T extends string>(name: T) => OneOf([name], { description: "The view." });

const { type: _, ...shared } = baseProperties;

/** What all reports have in common, for documents; each names its own type. */
export const ReportBase = Closed(shared, {
  title: "ReportBase",
  description: "What every report has.",
});

/** The type of a report with figures. */
export const measuredType = OneOf<ReportRecord["type"]>(["visibility_analysis", "visibility_analysis_api"], {
  description: "A run of saved prompts, or an ad hoc run.",
});

const Base = Closed(baseProperties);

export function reportBase(report: ReportRecord, siteUrl: string): Static<typeof Base> {
  const terminal = report.status !== "processing";
  return {
    id: report.id,
    type: report.type,
    status: report.status,
    terminal,
    project_id: report.projectId,
    source: report.source,
    brand: report.brand,
    created_at: report.createdAt,
    completed_at: report.completedAt,
    progress: {
      jobs_total: report.jobsTotal,
      jobs_done: report.jobsDone,
      jobs_failed: report.jobsFailed,
    },
    poll_after_seconds: terminal ? null : pollAfterSeconds,
    failure: report.failure,
    report_url: `${siteUrl}/reports/${report.id}`,
    measured_at: report.measuredAt,
    method_version: report.methodVersion,
    read_at: report.readAt,
    reading: report.reading || null,
    readings: report.readings,
    surfaces: report.surfaces,
    cost_usd: orNull(dollars, report.costUsd),
  };
}
