import type { Context } from "../../api/context.ts";
import { type Reply, reply } from "../../api/reply.ts";
import { Problem } from "../../kernel/problem.ts";
import { cannotChange } from "../../reports/report-conflict.ts";
import { type Draft, endDraft, findDraft } from "./drafts.ts";
import { type GeneratedContentView, generatedContentView } from "./generated-content-view.ts";

const cancelled = { code: "RUN_CANCELLED", message: "The draft was cancelled.", retryable: false };

/** Ends a draft that is being written, which then costs nothing. Throws REPORT_STATE_CONFLICT if it has ended. */
export async function cancelDraft(
  { caller, now, queue, settings, write }: Context,
  { report }: Draft,
): Promise<Reply<GeneratedContentView>> {
  const { id, projectId } = report;
  const response = await write(async (db) => {
    const end = { status: "failed", failure: cancelled, costUsd: 0 } as const;
    if (!(await endDraft(db, { projectId, reportId: id }, end, now())))
      throw await cannotChange(db, caller, report);
    const draft = await findDraft(db, caller, id);
    if (!draft) throw new Problem("REPORT_NOT_FOUND");
    return reply(generatedContentView(draft, settings.siteUrl));
  });
  queue.stopAsking(id);
  // Those who wanted to know of its end are told at once.
  queue.wake();
  return response;
}
