import { type Selectable, sql } from "kysely";
import type { TrackedBrands } from "../../reader/brand.ts";
import { correctionsPerProject, type KeptCorrection, ofOccurrences } from "../../reader/correction.ts";
import { type Db, rfc3339 } from "../db/db.ts";
import type { Schema } from "../db/schema.ts";
import { storableJson, storableText } from "../db/storable.ts";
import { type Project, trackedBrands } from "../projects/project.ts";

/** A correction with the address of whoever made it; null for the operator, and for who is gone. */
export interface ListedCorrection extends KeptCorrection {
  email: string | null;
}

/** A project's corrections, the newest first: all of them, as there are few. */
export async function listCorrections(db: Db, projectId: string): Promise<ListedCorrection[]> {
  const rows = await db
    .selectFrom("corrections")
    .selectAll()
    .select(
      sql<string | null>`(select users.email from users where users.id = corrections.user_id)`.as("email"),
    )
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({ ...correctionOf(row), email: row.email }));
}

/** The brands that a run of this project measures, with what was said of their names. */
export async function correctedBrands(
  db: Db,
  project: Parameters<typeof trackedBrands>[0] & Pick<Project, "id">,
): Promise<TrackedBrands> {
  return withCorrections(trackedBrands(project), await listCorrections(db, project.id));
}

/** The brands with their corrections; unchanged if there are none. */
export function withCorrections(
  brands: TrackedBrands,
  storedCorrections: readonly KeptCorrection[],
): TrackedBrands {
  const { own, rivals } = brands;
  const corrections = ofOccurrences(storedCorrections);
  return corrections.length === 0 ? { own, rivals } : { own, rivals, corrections };
}

/** Stores a correction in the given transaction; false if the project has as many as it can. */
export async function insertCorrection(db: Db, correction: KeptCorrection): Promise<boolean> {
  const { projectId, id, kind, brand, text, surroundings, answer, note, userId, createdAt } = correction;
  const { rows } = await sql`
    insert into corrections (project_id, id, kind, brand, text, surroundings, answer, note, user_id, created_at)
    select ${projectId}::uuid, ${id}::uuid, ${kind}, ${storableText(brand)}, ${storableText(text)},
      ${surroundings && storableJson(surroundings)}::jsonb, ${answer && storableJson(answer)}::jsonb,
      ${note && storableText(note)}, ${userId}::uuid, ${createdAt}::timestamptz
    where (select count(*) from corrections where project_id = ${projectId}) < ${correctionsPerProject}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a correction; returns what it was, or undefined if there is none. */
export async function deleteCorrection(
  db: Db,
  projectId: string,
  id: string,
): Promise<KeptCorrection | undefined> {
  const row = await db
    .deleteFrom("corrections")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && correctionOf(row);
}

const correctionOf = (row: Selectable<Schema["corrections"]>): KeptCorrection => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind,
  brand: row.brand,
  text: row.text,
  surroundings: row.surroundings,
  answer: row.answer,
  note: row.note,
  userId: row.user_id,
  createdAt: rfc3339(row.created_at),
});
