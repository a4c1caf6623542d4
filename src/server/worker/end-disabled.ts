import { endLooksOfDisabled, runsOfDisabled } from "../accounts/disabled-work.ts";
import { endDraft } from "../content/drafts/drafts.ts";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import type { JobQueue } from "../queue/queue.ts";
import { cancelRun } from "../runs/runs.ts";

const reportsPerPass = 500;

const cancelled = { code: "RUN_CANCELLED", message: "The draft was cancelled.", retryable: false };

/**
 * Ends what is under way for accounts that their operator has disabled, as a cancellation does: answers stay, the rest
 * is released. Includes what was accepted just as the account was disabled.
 */
export async function endDisabled({ db, queue }: { db: Db; queue: JobQueue }, now: Date): Promise<void> {
  const runs = await runsOfDisabled(db, reportsPerPass);
  for (const { projectId, id, isDraft } of runs) {
    await transaction(db, async (db) => {
      if (!isDraft) return cancelRun(db, { projectId, id }, queue, now);
      const end = { status: "failed", failure: cancelled, costUsd: 0 } as const;
      return endDraft(db, { projectId, reportId: id }, end, now);
    });
    queue.stopAsking(id);
  }
  await endLooksOfDisabled(db, now);
  if (runs.length > 0) queue.wake();
}
