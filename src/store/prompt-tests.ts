import { canonicalUuid } from "../kernel/id.ts";
import type { Db } from "./db.ts";

/** A saved set of prompts about a brand, to be run again. */
export interface PromptTest {
  id: string;
  projectId: string;
  crawlRecordId: string | null;
  brand: string;
  competitors: string[];
  prompts: { prompt: string; intent: string | null }[];
}

/** The caller's saved test, or undefined where it is missing or another's. */
export async function findPromptTest(db: Db, userId: string, id: string): Promise<PromptTest | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .selectFrom("prompt_tests")
    .where("id", "=", uuid)
    .where("user_id", "=", userId)
    .selectAll()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      projectId: row.project_id,
      crawlRecordId: row.crawl_record_id,
      brand: row.brand,
      competitors: row.competitors,
      prompts: row.prompts,
    }
  );
}
