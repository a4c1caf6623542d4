import type { Db } from "../db/db.ts";
import { Problem } from "../kernel/problem.ts";
import { listPrompts } from "../projects/prompts/prompts.ts";
import { latestReport, newestReport } from "./reports.ts";

type Source = "main" | "custom";

/**
 * REPORT_NOT_READY for a project without a completed report of this source. Names any report that is under way or from
 * the other source, and what to call next: in the message for REST, and as action names in the details.
 */
export async function notReady(db: Db, projectId: string, source: Source): Promise<Problem> {
  const newest = await newestReport(db, projectId, source);
  if (newest?.status === "processing") {
    return problemOf("The first report is still being made; poll GET /v1/reports/{reportId}.", {
      report_id: newest.id,
      status: newest.status,
      next_actions: ["get_report"],
    });
  }
  const prompts = await listPrompts(db, projectId);
  const step = source === "custom" ? askSomething : prompts.length === 0 ? savePrompts : analyse;
  const other = otherSource[source];
  const existing = await latestReport(db, projectId, other);
  if (existing) {
    const there = `There is a report of ${other === "custom" ? "other prompts" : "the saved prompts"}: read it with GET /v1/reports/latest and source=${other}.`;
    return problemOf(`${missing[source]} ${there} ${step.message}`, {
      report_id: existing.id,
      status: existing.status,
      source: other,
      next_actions: ["get_latest_report", ...step.actions],
    });
  }
  const failed = newest && { report_id: newest.id, status: newest.status, next_actions: step.actions };
  return problemOf(`${missing[source]} ${step.message}`, failed ?? null);
}

const otherSource = { main: "custom", custom: "main" } as const;

const missing: Record<Source, string> = {
  main: "The project has no completed report of its saved prompts yet.",
  custom: "The project has no completed report of prompts given ad hoc yet.",
};

interface NextStep {
  message: string;
  actions: readonly string[];
}

const analyse: NextStep = {
  message: "To measure the saved prompts, call POST /v1/analyze/project.",
  actions: ["run_project_analysis"],
};

const savePrompts: NextStep = {
  message:
    "It has no saved prompts: add some with PUT /v1/projects/{projectId}/prompts, or with save=true at POST /v1/suggest-prompts, then call POST /v1/analyze/project.",
  actions: ["suggest_prompts", "set_prompts", "run_project_analysis"],
};

const askSomething: NextStep = {
  message: "To measure other prompts, call POST /v1/analyze/custom.",
  actions: ["run_custom_analysis"],
};

const problemOf = (message: string, details: Record<string, unknown> | null): Problem =>
  new Problem("REPORT_NOT_READY", { message, details });
