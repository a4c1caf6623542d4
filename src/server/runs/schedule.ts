import { monthOf } from "../accounts/spending/spend.ts";
import { tellExhausted } from "../accounts/spending/spend-events.ts";
import type { Queue } from "../api/queue.ts";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Log } from "../kernel/log.ts";
import { isOutage } from "../kernel/outage.ts";
import { Problem } from "../kernel/problem.ts";
import { asJobOf } from "../kernel/turns/on-behalf.ts";
import { BusyError } from "../outbound/parsing.ts";
import { trackedBrands } from "../projects/project.ts";
import { nextRun } from "../projects/schedule.ts";
import {
  claimDueProject,
  type DueProject,
  insertRefusedRun,
  isProjectDue,
  setNextRun,
} from "../projects/schedules.ts";
import { type Loop, serialLoop } from "../queue/serial-loop.ts";
import type { Failure } from "../reports/report-end.ts";
import { ourFault } from "./finish-report.ts";

export interface ScheduleParts {
  db: Db;
  queue: Pick<Queue, "wake">;
  /** Plans the run of a due project; returns how to accept it in a transaction. Both throw a Problem if it may not run. */
  plan(due: DueProject): Promise<(db: Db) => Promise<{ id: string }>>;
  /** Of how many due projects a process takes one by chance: others take them, too. */
  among: number;
  /** Between 0 and 1, like Math.random. */
  random(): number;
  /** Whether to spread runs over their hour. */
  spread: boolean;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

/**
 * Starts the due runs, of some organizations at a time. A run and its project's next time are written together, so only one of
 * many workers starts it, whoever has planned it, and a project that missed several runs while nobody worked runs once.
 */
export function scheduleLoop(parts: ScheduleParts): Loop {
  return serialLoop("run schedules", parts.log, async () => {
    while (!parts.stop.aborted) {
      const due = await dueProjects(parts);
      if (due.length === 0) return;
      const ends = await Promise.allSettled(due.map((one) => runDue(parts, one)));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    }
  });
}

/** Runs planned at once, each of another organization: the plan of one may wait for all that its organization has under way. */
const plannedAtOnce = 4;

async function dueProjects({ db, among, random, now }: ScheduleParts): Promise<DueProject[]> {
  const projects: DueProject[] = [];
  if (!(await isProjectDue(db, now()))) return projects;
  while (projects.length < plannedAtOnce) {
    const terms = {
      place: Math.floor(random() * among),
      except: projects.map(({ project }) => project.organizationId),
    };
    const due = await transaction(db, (db) => claimDueProject(db, now(), terms));
    if (!due) break;
    projects.push(due);
  }
  return projects;
}

/** Starts one run, or records why it cannot begin. */
async function runDue(parts: ScheduleParts, due: DueProject): Promise<void> {
  const { db, queue, plan, log, now } = parts;
  const { id, organizationId, nextRunAt, archived } = due.project;
  // Nothing runs for an archived client, and nobody is told so every day.
  const runs = nextRunAt !== null && !archived;
  try {
    // It may take long, and a transaction meanwhile would hold the embedded store's only connection.
    const accept = runs ? await asJobOf(organizationId, () => plan(due)) : null;
    const report = await transaction(db, async (db) => {
      const claimed = await claimDueProject(db, now(), { only: id });
      // Somebody else was faster.
      if (!claimed) return undefined;
      await planNext(parts, db, claimed);
      if (!accept || claimed.project.archived) return undefined;
      const report = await asJobOf(organizationId, () => accept(db));
      if (now().getTime() - Date.parse(nextRunAt!) > lateMs)
        await recordMissed(parts, db, claimed, { report_id: report.id });
      return report;
    });
    if (report) {
      queue.wake();
      log.info({ report: report.id, organization_id: organizationId }, "scheduled run accepted");
    }
  } catch (error) {
    if (passes(error)) throw error;
    if (!(error instanceof Problem)) log.error({ project: id, err: error }, "a scheduled run failed");
    await recordRefusal(parts, due, error);
    queue.wake();
  }
}

/** A run that starts later after its time counts as missed. */
const lateMs = 3_600_000;

const recordMissed = (
  { now }: ScheduleParts,
  db: Db,
  { project: { id, organizationId, nextRunAt } }: DueProject,
  facts: Record<string, unknown>,
): Promise<void> =>
  recordEvent(
    db,
    {
      ...{ organizationId, projectId: id, objectId: id, type: "schedule.missed" },
      facts: { due_at: nextRunAt, started_at: now().toISOString(), ...facts },
    },
    now(),
  );

/** Shows the refusal among the user's reports; the next time is tried as usual. */
async function recordRefusal(parts: ScheduleParts, { project }: DueProject, error: unknown): Promise<void> {
  const { db, log, now } = parts;
  const failure = failureOf(error);
  await transaction(db, async (db) => {
    const due = await claimDueProject(db, now(), { only: project.id });
    if (!due) return;
    await planNext(parts, db, due);
    const brands = trackedBrands(due.project);
    const report = await insertRefusedRun(db, due, { brands, failure, now: now() });
    const { code, message } = failure;
    const used = usedBound(error, project);
    await recordMissed(parts, db, due, { report_id: report, started_at: null, code, message });
    if (used) await tellExhausted(db, used, monthOf(now()), now());
    log.info(
      { report, organization_id: due.project.organizationId, code: failure.code },
      "scheduled run refused",
    );
  });
}

/** The limit of the project, its organization or the server that leaves too little for the run; null if it is none. */
function usedBound(error: unknown, { id, organizationId }: DueProject["project"]) {
  const { quota, bound, limit, remaining } = (error instanceof Problem ? error.details : null) ?? {};
  if (quota !== "spend") return null;
  const limitUsd = Number(limit);
  return {
    ...{ organizationId, projectId: bound === "project" ? id : null, ofServer: bound === "server" },
    ...{ limitUsd, usedUsd: limitUsd - Number(remaining) },
  };
}

async function planNext({ spread, now }: ScheduleParts, db: Db, { project }: DueProject): Promise<void> {
  const { id: projectId, schedule, timezone } = project;
  await setNextRun(db, projectId, nextRun({ schedule, timezone, projectId, spread }, now()));
}

/** Whether it is temporary: store or machine are too busy, or two transactions collided (SQLSTATE class 40). */
const passes = (error: unknown): boolean =>
  isOutage(error) || error instanceof BusyError || /^40/.test((error as { code?: string }).code ?? "");

/** Why it did not begin, as a report words it. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof Problem)) return ourFault;
  const { code, details } = error;
  if (details?.quota === "spend") {
    // Each is mended on a page of its own.
    const bound = details.bound === "project" ? "PROJECT_SPEND_BOUND" : "SPEND_BOUND";
    return { code: bound, message: notStarted(error.message), retryable: true };
  }
  const [issue] = (details?.issues ?? []) as { code: string; message: string }[];
  if (issue) return { code: issue.code.toUpperCase(), message: notStarted(issue.message), retryable: false };
  return { code, message: notStarted(error.message), retryable: true };
}

const notStarted = (why: string): string => `The scheduled run was not started: ${why}`;
