import { firstWave, reasonToStop, type StopReason } from "../../../figures/planning/until.ts";
import type { ScoredReport } from "../../../figures/report.ts";
import { changeBetween } from "../../../figures/uncertainty/change.ts";
import type { Provider } from "../../../reader/provider.ts";
import { readingDifferencesOf } from "../../../reader/reading-difference.ts";
import type { Services } from "../../api/context.ts";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Claim, deleteClaimed, lockClaim } from "../../queue/claims.ts";
import type { JobQueue } from "../../queue/queue.ts";
import type { ReportEnd, RunToEnd } from "../../reports/report-end.ts";
import { latestReport } from "../../reports/reports.ts";
import { extendRun } from "../runs.ts";

export interface AskFurtherParts {
  db: Db;
  queue: JobQueue;
  engines: Pick<Services["engines"], "get" | "withKey">;
  settings: { monthlySpendUsd: number };
  now(): Date;
}

/**
 * Looks at a run with `until` whose asks have all settled: puts each prompt to each engine once more and returns
 * "further", or returns why it stops. Null for every other run, and if somebody else holds the claim on its job by now.
 */
export async function askFurther(
  parts: AskFurtherParts,
  report: RunToEnd,
  end: ReportEnd,
  job: Claim,
): Promise<StopReason | "further" | null> {
  const { terms, callCount, failure } = report;
  // Cancelled, or nobody answered: asking again would not help.
  if (!terms?.until || !terms.planned || failure || !end.scored || !end.point) return null;
  const cells = terms.planned / terms.samples;
  const sample = callCount / cells + 1;
  const reason = reasonToStop(terms.until, {
    samePrompts: end.scored.metrics.appearanceRateCiSamePrompts ?? null,
    likeThese: end.scored.metrics.appearanceRateCi,
    change:
      terms.until.change === undefined
        ? null
        : await changeSince(parts.db, report, { ...end, scored: end.scored }),
    looks: Math.max(1, terms.samples - firstWave + 1),
  });
  if (reason) return reason;
  if (sample > terms.samples) return "at_most";
  return wave(parts, report, sample, job);
}

/** Null if the run was cancelled, has ended or was extended by somebody else meanwhile. */
async function wave(
  { db, queue, engines, settings, now }: AskFurtherParts,
  report: RunToEnd,
  sample: number,
  job: Claim,
): Promise<"further" | "spend" | null> {
  const next = {
    ...{ sample, queue, now: now() },
    estimateUsd: (provider: Provider) =>
      (report.terms?.ownEngines?.includes(provider) ? engines.withKey(provider, "") : engines.get(provider))
        ?.estimateUsd ?? 0,
    monthlySpendUsd: settings.monthlySpendUsd,
  };
  try {
    return await transaction(db, async (db) => {
      // The last ask of the wave queues the job again, which works only once this one is gone.
      if (!(await lockClaim(db, job)) || !(await extendRun(db, report, next))) return null;
      await deleteClaimed(db, [job]);
      return "further";
    });
  } catch (error) {
    if (error instanceof Problem && error.code === "BILLING_REQUIRED") return "spend";
    throw error;
  }
}

/** How far the figures are from those of the previous report; null if there is none on the same terms. */
async function changeSince(
  db: Db,
  { projectId, source, brands, sandbox }: RunToEnd,
  { scored, methodVersion }: { scored: ScoredReport; methodVersion: string },
) {
  const previous = source && (await latestReport(db, projectId, source));
  if (!previous?.scored || previous.sandbox !== sandbox) return null;
  const differences = readingDifferencesOf(previous, { brands, methodVersion });
  const calls = { before: previous.scored.providers, after: scored.providers };
  return changeBetween(previous.scored.cells, scored.cells, differences, null, calls);
}
