import { crawlFailures } from "../../site/crawl/crawl.ts";
import { type Db, json } from "../db/db.ts";
import { Problem } from "../kernel/problem.ts";
import { endRunsOf } from "../runs/runs.ts";

export interface OwnedProject {
  organizationId: string;
  projectId: string;
}

/**
 * Deletes the caller's project in the given transaction: it and everything that belongs to it are gone for everybody,
 * what was under way ends, and what its running reports had reserved is released. Its rows are removed later, in batches
 * (`deletion.ts`). Returns the reports that were running. Throws PROJECT_NOT_FOUND.
 */
export async function deleteProject(db: Db, project: OwnedProject, now: Date): Promise<string[]> {
  const running = await deleteProjectIfThere(db, project, now);
  if (!running) throw new Problem("PROJECT_NOT_FOUND");
  return running;
}

/** The same; undefined if there is none, or somebody else has deleted it. */
export async function deleteProjectIfThere(
  db: Db,
  { organizationId, projectId }: OwnedProject,
  now: Date,
): Promise<string[] | undefined> {
  // Waits for everyone who holds it, so that the statements below see what they stored.
  const project = await db
    .selectFrom("projects")
    .select("id")
    .where("id", "=", projectId)
    .where("user_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!project) return undefined;
  await db
    .updateTable("projects")
    .set({ deleted_at: now, schedule: "off", next_run_at: null, workspace_id: null })
    .where("id", "=", projectId)
    .execute();
  await endCrawlsOf(db, projectId, now);
  return endRunsOf(db, projectId, now);
}

async function endCrawlsOf(db: Db, projectId: string, now: Date): Promise<void> {
  const failure = { code: "CRAWL_INTERRUPTED", ...crawlFailures.CRAWL_INTERRUPTED };
  await db
    .updateTable("crawl_records")
    .set({ status: "failed", failure: json(failure), touched_at: now, completed_at: now })
    .where("project_id", "=", projectId)
    .where("status", "=", "processing")
    .execute();
}
