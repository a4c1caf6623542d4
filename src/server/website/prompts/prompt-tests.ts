import { sql } from "kysely";
import type { Reach } from "../../api/access/reach.ts";
import { type Db, json } from "../../db/db.ts";
import { inReach } from "../../db/reach.ts";
import { canonicalUuid } from "../../kernel/id.ts";

/** A saved set of prompts about a brand, to be run again. */
export interface PromptTest {
  id: string;
  projectId: string;
  crawlRecordId: string | null;
  brand: string;
  competitors: string[];
  prompts: { prompt: string; intent: string | null }[];
}

/** The caller's saved test, or undefined if it is missing or someone else's. */
export async function findPromptTest(db: Db, reach: Reach, id: string): Promise<PromptTest | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .selectFrom("prompt_tests")
    .where("id", "=", uuid)
    .where(
      inReach(reach, {
        owner: sql.ref("prompt_tests.user_id"),
        projectId: sql.ref("prompt_tests.project_id"),
      }),
    )
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

/** Saves a test in the given transaction. */
export async function insertPromptTest(
  db: Db,
  test: PromptTest & { organizationId: string; now: Date },
): Promise<void> {
  await db
    .insertInto("prompt_tests")
    .values({
      id: test.id,
      user_id: test.organizationId,
      project_id: test.projectId,
      crawl_record_id: test.crawlRecordId,
      brand: test.brand,
      competitors: json(test.competitors),
      prompts: json(test.prompts),
      created_at: test.now,
    })
    .execute();
}
