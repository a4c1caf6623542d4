import type { Context } from "../api/context.ts";
import { pollAfterSeconds } from "../api/polling.ts";
import { type Reply, type ReplyOptions, reply } from "../api/reply.ts";
import type { Db } from "../db/db.ts";
import { Problem } from "../kernel/problem.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import type { Project } from "../projects/project.ts";
import { summaryReply } from "../reports/report-reply.ts";
import { type SummaryView, summaryView } from "../reports/report-view.ts";
import { findReport, finishedSince, type Report } from "../reports/reports.ts";
import { awaitRun, goneWhileAwaited } from "./await-run.ts";
import { acceptPlanned, inputHashOf, type Measurement, planRun } from "./plan-run.ts";
import { countRunning, findRunning } from "./runs.ts";

export interface Run extends Measurement {
  /** Seconds to wait for the end before answering, by default; at most 25. */
  waitSeconds: number;
  /** Status of an answer that must be polled. */
  statusWhileRunning: 200 | 202;
}

/** Accepts a run, waits briefly, and answers with its report, finished or `processing`. */
export async function startRun(context: Context, run: Run): Promise<Reply<SummaryView>> {
  const { db, caller, engines, queue, settings, write } = context;
  const { project } = run;
  const inputHash = inputHashOf(engines, run);
  const fresh = run.type === "visibility_analysis" && (await reusable(context, project, inputHash));
  if (fresh) return replyOf(context, run, fresh);

  const sameRunning = async (db: Db) => {
    const running =
      run.type === "visibility_analysis" ? await findRunning(db, project.id, inputHash) : undefined;
    if (!running && (await countRunning(db, caller.organizationId)) >= settings.runsAtOnce)
      throw tooManyRuns(settings.runsAtOnce);
    return running;
  };
  // Planning is work, which is not for a run that cannot start.
  await sameRunning(db);
  const planned = await planRun(context, { ...run, inputHash });

  const { data } = await write(async (db) => {
    await lockOrganization(db, caller.organizationId);
    const running = await sameRunning(db);
    if (running) return accepted(context, run, running);
    return accepted(context, run, await acceptPlanned(db, context, caller, planned, { scheduled: false }));
  });
  queue.wake();

  const waitSeconds = context.waitSeconds ?? run.waitSeconds;
  await awaitRun(context, data.id, waitSeconds * 1000);
  const report = await findReport(db, caller, data.id);
  if (!report) throw await goneWhileAwaited(context, project.id);
  return replyOf(context, run, report);
}

/** A finished run of the same input, recent enough to be returned again; off by default. */
async function reusable({ db, settings, now }: Context, project: Project, inputHash: string) {
  if (settings.analyzeReuseSeconds === 0) return undefined;
  const since = new Date(now().getTime() - settings.analyzeReuseSeconds * 1000);
  return finishedSince(db, project.id, inputHash, since);
}

/** Stored for a repeated request in case this process dies before the run ends. */
const accepted = ({ settings }: Context, run: Run, report: Report): Reply<SummaryView> =>
  reply(
    summaryView(report, { siteUrl: settings.siteUrl, previous: null, judged: null }),
    around(run, report),
  );

async function replyOf(context: Context, run: Run, report: Report): Promise<Reply<SummaryView>> {
  const { data } = await summaryReply(context, report);
  return reply(data, around(run, report));
}

const around = (run: Run, { id, status }: Report): ReplyOptions =>
  status === "processing"
    ? { status: run.statusWhileRunning, location: `/v1/reports/${id}`, retryAfterSeconds: pollAfterSeconds }
    : { status: 200 };

const tooManyRuns = (limit: number): Problem =>
  new Problem("RATE_LIMITED", {
    details: { bucket: "concurrency", limit, reset_seconds: 5 },
    retryAfterSeconds: 5,
  });
