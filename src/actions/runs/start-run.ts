import { createHash } from "node:crypto";
import { asksPerRunMax, planAsks } from "../../domain/asks.ts";
import type { TrackedBrands } from "../../domain/brand.ts";
import type { Project } from "../../domain/project.ts";
import { compileReader, namesTrackedBrand } from "../../domain/read.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/id.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { periodAt } from "../../kernel/quota.ts";
import { type Reply, type ReplyOptions, reply } from "../../kernel/reply.ts";
import {
  acceptRun,
  countRunning,
  findReport,
  findRunning,
  finishedSince,
  type Report,
} from "../../store/reports.ts";
import { lockUser } from "../../store/users.ts";
import { summaryReply } from "../reports/report-reply.ts";
import { runProviders } from "../terms/project-terms.ts";
import type { GivenPrompt } from "../terms/prompt-terms.ts";
import { type SummaryView, summaryView } from "../views/report-view.ts";
import { awaitRun } from "./await-run.ts";

export interface Run {
  type: "visibility_analysis" | "visibility_analysis_api";
  project: Project;
  tracked: TrackedBrands;
  prompts: readonly GivenPrompt[];
  /** Seconds to wait for the end before answering, unless the caller says otherwise; at most 25. */
  waitSeconds: number;
  /** Status of an answer that has to be polled. */
  statusWhileRunning: 200 | 202;
}

const waitMax = 25;
const pollAfterSeconds = 2;

/**
 * Accepts a run, waits a little, and answers with its report, finished or `processing`.
 * Report, asks, jobs and quota are one transaction: what was accepted is durable.
 */
export async function startRun(context: Context, run: Run): Promise<Reply<SummaryView>> {
  const { db, caller, engines, queue, settings, now, write } = context;
  const { project } = run;
  const providers = runProviders(project.providers, engines);
  const asks = planAsks(run.prompts, providers, project.samples, brandedBy(run.tracked));
  if (asks.length > asksPerRunMax) throw tooManyAsks(asks.length);
  const inputHash = hashOf(run, providers);

  const fresh = run.type === "visibility_analysis" && (await reusable(context, project, inputHash));
  if (fresh) return ended(context, run, fresh);

  const { data } = await write(async (db) => {
    await lockUser(db, caller.userId);
    const running =
      run.type === "visibility_analysis" ? await findRunning(db, project.id, inputHash) : undefined;
    if (running) return accepted(context, run, running);
    if ((await countRunning(db, caller.userId)) >= settings.runsAtOnce)
      throw tooManyRuns(settings.runsAtOnce);
    const period = periodAt(caller.planStartedAt, now());
    const report = await acceptRun(db, {
      id: newId(),
      project,
      type: run.type,
      tracked: run.tracked,
      terms: {
        country: project.country,
        language: project.language,
        providers,
        samples: project.samples,
        prompts: [...run.prompts],
      },
      asks: asks.map((ask) => ({
        ...ask,
        surface: engines.get(ask.provider)!.surface,
        estimateUsd: engines.get(ask.provider)!.estimateUsd,
      })),
      inputHash,
      quota: {
        periodStart: period.start,
        resetsAt: period.end,
        limit: settings.plans[caller.plan].quotas.visibility,
      },
      monthlySpendUsd: settings.monthlySpendUsd,
      queue,
      now: now(),
    });
    return accepted(context, run, report);
  });
  queue.wake();

  const waitSeconds = Math.min(context.waitSeconds ?? run.waitSeconds, waitMax);
  await awaitRun(context, data.id, waitSeconds * 1000);
  const report = await findReport(db, caller.userId, data.id);
  if (!report) throw new Problem("REPORT_NOT_FOUND");
  return ended(context, run, report);
}

/** A finished run of the same input, young enough to be given again; off by default. */
async function reusable({ db, settings, now }: Context, project: Project, inputHash: string) {
  if (settings.analyzeReuseSeconds === 0) return undefined;
  const since = new Date(now().getTime() - settings.analyzeReuseSeconds * 1000);
  return finishedSince(db, project.id, inputHash, since);
}

/** What is kept for a repeated request, should this process not live to say how the run ended. */
const accepted = ({ settings }: Context, run: Run, report: Report): Reply<SummaryView> =>
  reply(summaryView(report, { siteUrl: settings.siteUrl, previous: null }), around(run, report));

async function ended(context: Context, run: Run, report: Report): Promise<Reply<SummaryView>> {
  const { data } = await summaryReply(context, report);
  return reply(data, around(run, report));
}

const around = (run: Run, { id, status }: Report): ReplyOptions =>
  status === "processing"
    ? { status: run.statusWhileRunning, location: `/v1/reports/${id}`, retryAfterSeconds: pollAfterSeconds }
    : { status: 200 };

function brandedBy(tracked: TrackedBrands): (prompt: string) => boolean {
  const reader = compileReader(tracked);
  return (prompt) => namesTrackedBrand(reader, prompt);
}

const hashOf = ({ type, tracked, prompts, project }: Run, providers: readonly string[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify([type, tracked, prompts, providers, project.samples, project.country, project.language]),
    )
    .digest("base64url");

const tooManyAsks = (count: number): Problem =>
  invalid([
    {
      in: "body",
      path: "/projectId",
      code: "too_many_asks",
      message: `Prompts × engines × samples make ${count} asks; one run has at most ${asksPerRunMax}.`,
    },
  ]);

const tooManyRuns = (limit: number): Problem =>
  new Problem("RATE_LIMITED", {
    details: { bucket: "concurrency", limit, reset_seconds: 5 },
    retryAfterSeconds: 5,
  });
