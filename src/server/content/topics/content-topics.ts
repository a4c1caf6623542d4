import type { PlannedTopic } from "../../../planner/topics/planner.ts";
import type { Db } from "../../db/db.ts";
import { storableJson } from "../../db/storable.ts";
import { newId } from "../../kernel/id.ts";

/** Stores the topics of a plan and returns their ids by key; a topic that was planned before keeps its id. */
export async function keepTopics(
  db: Db,
  projectId: string,
  topics: readonly PlannedTopic[],
  now: Date,
): Promise<Map<string, string>> {
  if (topics.length === 0) return new Map();
  // Always in the same order, so that two plans at once cannot deadlock.
  const ordered = [...topics].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await db
    .insertInto("content_topics")
    .values(
      ordered.map((topic) => ({
        project_id: projectId,
        topic_key: topic.key,
        id: newId(),
        topic: storableJson(topic),
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["project_id", "topic_key"]).doUpdateSet((row) => ({
        topic: row.ref("excluded.topic"),
        updated_at: row.ref("excluded.updated_at"),
      })),
    )
    .returning(["topic_key", "id"])
    .execute();
  return new Map(rows.map(({ topic_key, id }) => [topic_key, id]));
}
