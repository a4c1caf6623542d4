import { type Static, Type } from "typebox";
import { stopReasons } from "../../figures/planning/until.ts";
import { PollAfter, pollAfterSeconds } from "../api/polling.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { dollars, orNull } from "../api/schema/rounding.ts";
import { Closed, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../api/schema/schema.ts";
import {
  ProviderWord,
  ReportSourceWord,
  ReportStatusWord,
  ReportTypeWord,
  SurfaceWord,
} from "../api/schema/words.ts";
import { type VendorWait, waitReasons } from "../queue/vendor-waits.ts";
import { isStoppedByPerson } from "./report-end.ts";
import type { Report } from "./reports.ts";

/** What the views show of a report. */
export type ReportRecord = Omit<Report, "organizationId" | "sandbox">;
/** What lists show of it. */
export type ListedRecord = Omit<ReportRecord, "brands" | "scored">;

const FailureView = Closed(
  {
    code: Type.String({ description: "What went wrong, for programs." }),
    message: Type.String({ description: "What went wrong, in one sentence." }),
    retryable: Type.Boolean({ description: "Whether trying again may help." }),
  },
  { title: "Failure", description: "Why a report could not be completed." },
);

/** What every report says about itself; each view adds `view`. */
export const baseProperties = {
  id: Type.String({ description: "Id of the report." }),
  type: ReportTypeWord({
    description: "A run of saved prompts, an ad hoc run, or a written draft.",
  }),
  status: ReportStatusWord({
    description: "A `partial` report is usable, although some calls failed.",
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
  waiting: Type.Optional(
    Type.Array(
      showAs(
        Closed({
          provider: ProviderWord(),
          reason: OneOf(waitReasons, {
            description:
              "Why: `calls_per_minute` means that it takes no more a minute, `vendor_asked` that its vendor asked for a pause.",
          }),
          until: Time("When the next call can be made."),
        }),
        { name: "VendorWait" },
      ),
      {
        description:
          "Assistants that this run cannot ask yet, and why; only while it runs, if there are any.",
      },
    ),
  ),
  asks_planned: Type.Integer({ minimum: 0, description: "Calls to make at most." }),
  asks_made: Type.Integer({ minimum: 0, description: "Calls that have ended." }),
  asks_repeated: Type.Integer({
    minimum: 0,
    description:
      "Calls that were under way as the server was stopped or killed, and were made again; each is in the cost at its estimate.",
  }),
  stopped_because: Nullable(OneOf([...stopReasons, "person"]), {
    description:
      "Why a run made no further calls: what `until` says was reached, or a `person` stopped it; null for others.",
  }),
  poll_after_seconds: PollAfter,
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

/** The `view` property of a report: a constant in each view. */
export const ViewName = <const T extends string>(name: T) => OneOf([name], { description: "The view." });

const { type: _, ...shared } = baseProperties;

/** What all reports share, for documents; each adds its own type. */
export const ReportBase = Closed(shared, {
  title: "ReportBase",
  description: "What every report has.",
});

/** The type of a report with figures. */
export const measuredType = OneOf<ReportRecord["type"]>(["visibility_analysis", "visibility_analysis_api"], {
  description: "A run of saved prompts, or an ad hoc run.",
});

const Base = Closed(baseProperties);

export function reportBase(report: ListedRecord, siteUrl: string): Static<typeof Base> {
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
    asks_planned: report.asksPlanned,
    asks_made: report.jobsDone + report.jobsFailed,
    asks_repeated: report.asksRepeated,
    stopped_because: isStoppedByPerson(report) ? "person" : report.stoppedBecause,
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

export const waitingView = (waits: readonly VendorWait[]) =>
  waits.length === 0
    ? {}
    : {
        waiting: waits.map(({ provider, reason, until }) => ({
          provider,
          reason,
          until: until.toISOString(),
        })),
      };
