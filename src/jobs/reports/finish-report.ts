import type { MeasuredAnswer } from "../../domain/answer/answer.ts";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "../../store/db/db.ts";
import { transaction } from "../../store/db/transaction.ts";
import { repeatRefresh } from "../../store/reddit/refreshes.ts";
import { allMeasuredAnswers } from "../../store/reports/answers.ts";
import {
  endReport,
  type Failure,
  findRunToEnd,
  type ReportEnd,
  type RunToEnd,
} from "../../store/reports/report-end.ts";
import { rereadingsOf } from "../../store/reports/rereadings.ts";
import { finishQueue, within } from "../queue/boss.ts";
import type { JobQueue, ReportJob } from "../queue/queue.ts";
import { isRefusal } from "../queue/refusal.ts";
import type { Measuring } from "./measuring.ts";

export interface FinishParts {
  db: Db;
  measuring: Measuring;
  now(): Date;
  log: Log;
  queue: JobQueue;
}

/** Computes a report whose asks have all settled and ends it. Done twice, the second time changes nothing. */
export async function finishReport(parts: FinishParts, { projectId, reportId }: ReportJob): Promise<void> {
  const { db, queue, now, log } = parts;
  const report = await findRunToEnd(db, { projectId, id: reportId });
  const end = report && (await endOf(parts, report));
  const store = (end: ReportEnd | undefined) =>
    transaction(db, async (db) => {
      if (report && end && (await endReport(db, report, end, now()))) {
        await rereadIfOvertaken(parts, db, report);
        if (report.scheduled && end.point) await lookAtRedditAgain(parts, db, report);
      }
      await queue.boss.deleteJob(finishQueue, [reportId], within(db));
    });
  await store(end).catch((error) => {
    if (!end || !isRefusal(error)) throw error;
    log.error({ report: reportId, err: error }, "a report could not be stored");
    return store({ ...end, ...uncomputed });
  });
  if (report && end) {
    const ms = now().getTime() - report.createdAt.getTime();
    log.info(
      { report: reportId, user_id: report.userId, status: end.status, code: end.failure?.code, ms },
      "report ended",
    );
  }
}

/** While the run was under way its project's brands may have changed. */
async function rereadIfOvertaken({ queue, measuring }: FinishParts, db: Db, { projectId, id }: RunToEnd) {
  const due = await rereadingsOf(db, projectId, measuring.methodVersion, id);
  if (due.length > 0) await queue.enqueueReread(db, projectId);
}

/** Who has looked for threads once gets them anew with each scheduled report. */
async function lookAtRedditAgain({ queue, now }: FinishParts, db: Db, { projectId }: RunToEnd) {
  const refresh = await repeatRefresh(db, projectId, now());
  if (refresh) await queue.enqueueRefresh(db, { projectId, id: refresh.id, awaited: false });
}

/** How the report ends. One that cannot be computed ends as well. */
async function endOf({ db, measuring, log }: FinishParts, report: RunToEnd): Promise<ReportEnd> {
  const answers = await allMeasuredAnswers(db, {
    ...report,
    createdAt: report.createdAt.toISOString(),
    reading: 1,
  });
  const answered = answers.filter(({ status }) => status === "ok");
  const given = answered.map(({ answeredAt }) => answeredAt!).sort();
  const { methodVersion } = measuring;
  const figures = { methodVersion, measuredAt: given.at(-1) ?? null, costUsd: costOf(answered) };
  try {
    const scored = measuring.score(answers, report.tracked);
    if (answered.length === 0) {
      const failure = report.failure ?? noAnswers(answers);
      // No point in a trend; but every view says of each prompt and assistant how many calls failed.
      return {
        ...figures,
        status: "failed",
        failure,
        scored: answers.length > 0 ? scored : null,
        point: null,
      };
    }
    const status = answered.length === answers.length ? "completed" : "partial";
    return { ...figures, status, failure: report.failure, scored, point: measuring.point(scored) };
  } catch (error) {
    log.error({ report: report.id, err: error }, "a report could not be computed");
    return { ...figures, ...uncomputed };
  }
}

/** The sum of the known costs, USD; null if none is known. */
function costOf(answers: readonly MeasuredAnswer[]): number | null {
  const costs = answers.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  return costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null;
}

export const ourFault: Failure = {
  code: "INTERNAL_ERROR",
  message: "The report could not be computed.",
  retryable: true,
};

const uncomputed = { status: "failed", failure: ourFault, scored: null, point: null } as const;

/** Why nothing was answered, where one reason explains every call. */
function noAnswers(answers: readonly MeasuredAnswer[]): Failure {
  const codes = new Set(answers.map(({ errorCode }) => errorCode));
  const only = codes.size === 1 ? [...codes][0] : undefined;
  if (only === "spend_bound") {
    return {
      code: "SPEND_BOUND",
      message: "The month's bound on what engines may cost is reached.",
      retryable: false,
    };
  }
  if (only === "bad_key") {
    return {
      code: "ENGINE_KEY_REFUSED",
      message: "The assistants refused the keys they were asked with.",
      retryable: false,
    };
  }
  return { code: "NO_ANSWERS", message: "No assistant answered.", retryable: only !== "refused" };
}
