import { dayMs } from "../../../figures/days/calendar.ts";
import type { Queue } from "../../api/queue.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import { transaction } from "../../db/transaction.ts";
import { markState } from "../../events/event-marks.ts";
import { newId } from "../../kernel/id.ts";
import type { Log } from "../../kernel/log.ts";
import { isOutage, logFailure } from "../../kernel/outage.ts";
import { Problem } from "../../kernel/problem.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import { mailAdmins } from "../../mail/mail-admins.ts";
import { writeAudit } from "../../organizations/audit-log/audit-log.ts";
import { letterText, ours } from "../../outbound/mail/letter-text.ts";
import { findProject } from "../../projects/projects.ts";
import { type Loop, serialLoop } from "../../queue/serial-loop.ts";
import type { PrepareIssue } from "./client-report.ts";
import { type DueIssue, type DuePage, dueIssues, endClientReport, insertIssue } from "./client-reports.ts";

export interface ClientReportParts {
  db: Db;
  queue: Pick<Queue, "enqueueMail" | "wake">;
  prepare: PrepareIssue;
  /** Whether this server sends mail; if not, reports wait. */
  mails: boolean;
  siteUrl: string;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

/** Projects looked at in one statement. */
const atOnce = 100;
const usefulMs = 7 * dayMs;
/** Milliseconds after which a report is prepared again that something kept from going. */
const barrierMs = 15 * 60_000;
/** The same where preparing it failed: twice as long after each time, and at most so long. */
const failedMs = { first: 60_000, most: 6 * 3_600_000 };
/** After so many times, a quarter of an hour, it is told. */
const failuresToTell = 5;

/** When a project has its turn again whose report could not be sent, and how often that failed. */
interface Rest {
  until: number;
  failures: number;
}

/** Sends clients the report of a period once its scheduled run has ended, or has somebody approve it first. */
export function clientReportLoop(parts: ClientReportParts): Loop {
  const { db, mails, stop, now, log } = parts;
  /** Of projects whose report something keeps from going: a barrier or a fault may stand for days. */
  const rests = new Map<string, Rest>();
  const isAtRest = (projectId: string): boolean => {
    const leftMs = (rests.get(projectId)?.until ?? 0) - now().getTime();
    // The clock may have been set back.
    return leftMs > 0 && leftMs <= failedMs.most;
  };
  return serialLoop("send reports to clients", log, async () => {
    if (!mails) return;
    const dueProjectIds = new Set<string>();
    // Every project has its turn in each pass, whatever fails before it.
    for (let after: string | null = null; !stop.aborted; ) {
      const page: DuePage = await dueIssues(db, now(), { after, most: atOnce });
      for (const due of page.due) {
        if (stop.aborted) return;
        const work = due.unfit ? end : due.approval ? submit : send;
        const { organizationId, projectId } = due;
        dueProjectIds.add(projectId);
        const before = rests.get(projectId)?.failures ?? 0;
        if ((work !== end || before > 0) && isAtRest(projectId)) continue;
        const turn = asJobOf(organizationId, () => work(parts, due));
        const failures = await turn.then(
          (outcome) => (outcome === "barrier" ? 0 : null),
          (error) => {
            logFailure(log, { project: projectId, err: error }, "a client's report was not sent");
            // A store that is away is nobody's to mend here.
            return isOutage(error) ? null : before + 1;
          },
        );
        if (failures === null) rests.delete(projectId);
        else rests.set(projectId, { failures, until: now().getTime() + restMs(failures) });
        if (work === send && failures !== null && failures >= failuresToTell)
          await tellFailure(parts, due).catch((error) =>
            logFailure(log, { project: projectId, err: error }, "that a report fails was not told"),
          );
      }
      after = page.after;
      if (after === null) break;
    }
    for (const projectId of rests.keys()) if (!dueProjectIds.has(projectId)) rests.delete(projectId);
  });
}

/** How long a project rests whose report met a barrier, or failed so often. */
const restMs = (failures: number): number =>
  failures === 0 ? barrierMs : Math.min(failedMs.first * 2 ** (failures - 1), failedMs.most);

/** Tells those who set such reports up that one cannot be made: once for each, whichever process finds it. */
async function tellFailure(
  { db, queue, siteUrl, now }: ClientReportParts,
  { organizationId, projectId, period }: DueIssue,
): Promise<void> {
  const project = await findProject(db, wholeOf(organizationId), projectId);
  await transaction(db, async (db) => {
    const mark = { organizationId, about: `client report ${projectId}`, state: period };
    if (!(await markState(db, mark, now()))) return;
    const letter = {
      subject: "Overheard: a report to a client was not sent",
      text: letterText`The report of ${project?.name ?? ""} for its client could not be made, for a fault of this server. It is tried again.
The server's log says why: whoever runs the server can mend it. Until then, you can send a share link yourself:

${ours(`${siteUrl}/projects/${projectId}/brief`)}
`,
      until: new Date(now().getTime() + usefulMs),
    };
    await mailAdmins(db, queue, organizationId, letter, { editorsOf: projectId });
  });
  queue.wake();
}

/** One transaction says that it is sent and queues its letters, so that nobody sends a period twice. */
async function send(
  { db, queue, prepare, now, log }: ClientReportParts,
  due: DueIssue,
): Promise<"barrier" | "done"> {
  const prepared = await prepare(due);
  const { organizationId, projectId, reportId } = due;
  // The period is not used up: once there is no barrier, its report goes.
  if ("barrier" in prepared) {
    log.debug({ project: projectId, because: prepared.barrier }, "a client's report cannot be sent yet");
    return "barrier";
  }
  const { recipients } = prepared;
  const state = recipients > 0 ? "sent" : "unaddressed";
  const id = newId();
  const stored = await transaction(db, async (db) => {
    if (!(await insertIssue(db, { ...due, id }, { state, recipients, now: now() }))) return false;
    if (state === "unaddressed") return true;
    if (!(await prepared.send(db, id))) throw new Problem("REPORT_NOT_FOUND");
    await writeAudit(db, {
      ...{ organizationId, at: now(), userId: null, credential: "operator", credentialId: null, door: "job" },
      ...{ action: "send_client_report", projectId, objectId: id, source: null },
      details: { report_id: reportId, recipients },
    });
    return true;
  }).catch(async (error: unknown) => {
    await prepared.abandon();
    throw error;
  });
  if (!stored) {
    // Another process was faster.
    await prepared.abandon();
    return "done";
  }
  log.info(
    { project: projectId, report: reportId, recipients },
    recipients > 0 ? "a client's report was sent" : "a client's report has no address that takes letters",
  );
  queue.wake();
  return "done";
}

/** Why reports to a client have ended, as admins read it. */
const reasons: Record<NonNullable<DueIssue["unfit"]>, string> = {
  member_gone: "The member who set them up has left the organization.",
  member_disabled: "The account of the member who set them up is disabled.",
  member_limited: "The member who set them up may not send reports of this project any more.",
};

/** Turns off what a member set up who may not send it any more, and tells those who may set it up anew. */
async function end({ db, queue, siteUrl, now, log }: ClientReportParts, due: DueIssue): Promise<void> {
  const { organizationId, projectId, unfit } = due;
  if (unfit === null) return;
  const project = await findProject(db, wholeOf(organizationId), projectId);
  const hasEnded = await transaction(db, async (db) => {
    if (!(await endClientReport(db, due))) return false;
    await writeAudit(db, {
      ...{ organizationId, at: now(), userId: null, credential: "operator", credentialId: null, door: "job" },
      ...{ action: "set_client_report", projectId, objectId: projectId, source: null },
      details: { active: false, because: unfit },
    });
    const letter = {
      subject: "Overheard: reports to a client were turned off",
      text: letterText`Overheard no longer sends the reports of ${project?.name ?? ""} to its client.
${ours(reasons[unfit])}

To have them sent again, an admin or editor turns them on:

${ours(`${siteUrl}/projects/${projectId}/settings#client-report`)}
`,
      until: new Date(now().getTime() + usefulMs),
    };
    await mailAdmins(db, queue, organizationId, letter, { editorsOf: projectId });
    return true;
  });
  if (!hasEnded) return;
  log.warn({ project: projectId, because: unfit }, "reports to a client were turned off");
  queue.wake();
}

/** Has a report wait, and tells those who may approve it. */
async function submit({ db, queue, siteUrl, now }: ClientReportParts, due: DueIssue): Promise<void> {
  const { organizationId, projectId } = due;
  const project = await findProject(db, wholeOf(organizationId), projectId);
  await transaction(db, async (db) => {
    const stored = { state: "waiting" as const, recipients: 0, now: now() };
    if (!(await insertIssue(db, { ...due, id: newId() }, stored))) return;
    const letter = {
      subject: "Overheard: a report waits to be approved",
      text: letterText`The report of ${project?.name ?? ""} for its client is ready. It is sent once somebody approves it:

${ours(`${siteUrl}/projects/${projectId}/settings#client-report`)}
`,
      until: new Date(now().getTime() + usefulMs),
    };
    await mailAdmins(db, queue, organizationId, letter, { editorsOf: projectId });
  });
  queue.wake();
}
