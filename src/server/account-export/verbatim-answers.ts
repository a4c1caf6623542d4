import { sql } from "kysely";
import type { Db } from "../db/db.ts";

/** An answer as given, for its owner's archive: column names as stored. */
export type VerbatimAnswer = Record<string, unknown> & { ordinal: number };

/** A report's settled asks with their verbatim answers, in order, a page after `after` (-1: the first). */
export async function verbatimAnswers(
  db: Db,
  report: { projectId: string; id: string; createdAt: string },
  { after, limit }: { after: number; limit: number },
): Promise<VerbatimAnswer[]> {
  const { rows } = await sql<VerbatimAnswer>`
    select ordinal, prompt_key, prompt, intent, provider, surface, sample, status, error_code, answer, citations, model,
      searched, cost_usd, answered_at
    from asks
    where project_id = ${report.projectId} and report_id = ${report.id} and created_at = ${report.createdAt}
      and ordinal > ${after} and status <> 'pending'
    order by ordinal limit ${limit}`.execute(db);
  return rows;
}
