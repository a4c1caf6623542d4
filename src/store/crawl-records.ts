import { canonicalUuid } from "../kernel/id.ts";
import { type Db, rfc3339 } from "./db.ts";
import type { ReportStatus } from "./schema.ts";

/** What a crawl of a website found. */
export interface CrawlRecord {
  id: string;
  projectId: string | null;
  url: string;
  status: ReportStatus;
  record: Record<string, unknown> | null;
  createdAt: string;
}

/** The caller's crawl record, or undefined where it is missing or another's. */
export async function findCrawlRecord(db: Db, userId: string, id: string): Promise<CrawlRecord | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .selectFrom("crawl_records")
    .where("id", "=", uuid)
    .where("user_id", "=", userId)
    .selectAll()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      projectId: row.project_id,
      url: row.url,
      status: row.status,
      record: row.record,
      createdAt: rfc3339(row.created_at),
    }
  );
}
