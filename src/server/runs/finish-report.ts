import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { FiguresAhead } from "../api/figures-ahead.ts";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { assistantHealth, passedCode } from "../events/assistant-health.ts";
import type { Log } from "../kernel/log.ts";
import { asJobOf } from "../kernel/turns/on-behalf.ts";
import { BusyError } from "../outbound/parsing.ts";
import type { JudgeWatches } from "../projects/watches/tellings.ts";
import { type ClaimedJob, deleteClaimed } from "../queue/claims.ts";
import type { ReportJob } from "../queue/queue.ts";
import { isRefusal } from "../queue/refusal.ts";
import { repeatRefresh } from "../reddit/refreshes.ts";
import {
  endingOf,
  endReport,
  type Failure,
  findRunToEnd,
  isStoppedByPerson,
  type ReportEnd,
  type RunToEnd,
} from "../reports/report-end.ts";
import { allMeasuredAnswers } from "../reports/rows/answer-batches.ts";
import { type AskFurtherParts, askFurther } from "./asking/ask-further.ts";
import { noCredentials } from "./asking/run-asks.ts";
import type { AnswerMeasurer } from "./measure-answers.ts";
import { rereadingsOf } from "./rereading/rereadings.ts";

export interface FinishParts extends AskFurtherParts {
  measuring: AnswerMeasurer;
  /** Absent: no watch is judged. */
  judgeWatches?: JudgeWatches | undefined;
  figuresAhead?: FiguresAhead | undefined;
  log: Log;
}

/**
 * Computes and ends a report whose asks have all settled; one with `until` may go on asking instead, and false is
 * returned. Running it twice changes nothing more. Throws BusyError if this machine is too busy to compute it.
 */
export async function finishReport(parts: FinishParts, job: ClaimedJob<ReportJob>): Promise<boolean> {
  const { db, queue, now, log } = parts;
  const { projectId, reportId } = job.data;
  const report = await findRunToEnd(db, { projectId, id: reportId });
  const computed = report && (await asJobOf(report.organizationId, () => endOf(parts, report)));
  const stopped = report && computed ? await askFurther(parts, report, computed, job) : null;
  if (stopped === "further") {
    queue.wake();
    return false;
  }
  const ending = report && computed && endingOf(report, computed, now());
  const watches =
    ending && parts.judgeWatches && !isStoppedByPerson(report!)
      ? await asJobOf(ending.organizationId, () => parts.judgeWatches!(ending))
      : [];
  const end = computed && { ...computed, stopped, watches };
  const store = (end: ReportEnd | undefined) =>
    transaction(db, async (db) => {
      if (report && end && (await endReport(db, report, end, now()))) {
        await rereadIfOvertaken(parts, db, report);
        if (report.scheduled && end.point) await lookAtRedditAgain(parts, db, report);
      }
      await deleteClaimed(db, [job]);
    });
  await store(end).catch((error) => {
    if (!end || !isRefusal(error)) throw error;
    log.error({ report: reportId, err: error }, "a report could not be stored");
    return store({ ...end, ...uncomputed });
  });
  if (report && end) {
    parts.figuresAhead?.soon(report);
    const ms = now().getTime() - report.createdAt.getTime();
    log.info(
      {
        report: reportId,
        organization_id: report.organizationId,
        status: end.status,
        code: end.failure?.code,
        ms,
      },
      "report ended",
    );
  }
  return true;
}

/** The project's brands may have changed while the run was under way. */
async function rereadIfOvertaken({ queue, measuring }: FinishParts, db: Db, { projectId, id }: RunToEnd) {
  const due = await rereadingsOf(db, projectId, measuring.methodVersion, id);
  if (due.length > 0) await queue.enqueueReread(db, projectId);
}

/** A project that has searched for threads once gets new ones with each scheduled report. */
async function lookAtRedditAgain({ queue, now }: FinishParts, db: Db, { projectId }: RunToEnd) {
  const refresh = await repeatRefresh(db, projectId, now());
  if (refresh) await queue.enqueueRefresh(db, { projectId, id: refresh.id, awaited: false });
}

/** How the report ends. One that cannot be computed ends too; throws BusyError if this machine cannot compute it at present. */
async function endOf({ db, measuring, log }: FinishParts, report: RunToEnd): Promise<ReportEnd> {
  const answers = await allMeasuredAnswers(db, {
    ...report,
    createdAt: report.createdAt.toISOString(),
    reading: 1,
  });
  const answered = answers.filter(({ status }) => status === "ok");
  const answerTimes = answered.map(({ answeredAt }) => answeredAt!).sort();
  const { methodVersion } = measuring;
  const figures = {
    ...{ methodVersion, measuredAt: answerTimes.at(-1) ?? null, costUsd: costOf(answers) },
    engines: assistantHealth(answers),
  };
  try {
    const scored = await measuring.score(answers, report.brands);
    if (answered.length === 0) {
      const failure = report.failure ?? noAnswers(answers);
      // No trend point, but every view says how many calls failed for each prompt and assistant.
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
    if (error instanceof BusyError) throw error;
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

/** Why nothing was answered, if one reason explains every call. */
function noAnswers(answers: readonly MeasuredAnswer[]): Failure {
  const codes = new Set(answers.map(({ errorCode }) => errorCode));
  const only = codes.size === 1 ? [...codes][0] : undefined;
  if (only === passedCode.server) {
    return {
      code: "SPEND_BOUND",
      message: "The month's bound on what engines may cost is reached.",
      retryable: false,
    };
  }
  if (only === passedCode.project) {
    return {
      code: "PROJECT_SPEND_BOUND",
      message: "The month's limit on what the project may spend is reached.",
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
  if (only === noCredentials) {
    return {
      code: "ENGINE_KEY_MISSING",
      message: "The organization's keys for the assistants were deleted, or cannot be read any more.",
      retryable: false,
    };
  }
  return { code: "NO_ANSWERS", message: "No assistant answered.", retryable: only !== "refused" };
}
