import { type Selectable, sql } from "kysely";
import { type Db, rfc3339 } from "../../db/db.ts";
import type { Schema } from "../../db/schema.ts";
import { storableJson, storableText } from "../../db/storable.ts";
import type { ReadinessResult } from "./checks/result.ts";

/** A readiness check of a project. Times are RFC 3339 UTC. */
export interface ReadinessCheck {
  id: string;
  projectId: string;
  /** The address that was asked for, in its normal form. */
  url: string;
  createdAt: string;
  /** Until then it is returned in place of a new one. */
  expiresAt: string;
  result: ReadinessResult;
}

/** The newest check of an address that has not expired, whether requested by this address or redirected to it. */
export async function freshReadinessCheck(
  db: Db,
  projectId: string,
  url: string,
  now: Date,
): Promise<ReadinessCheck | undefined> {
  const row = await db
    .selectFrom("readiness_checks")
    .where("project_id", "=", projectId)
    .where("expires_at", ">", now)
    .where((where) =>
      where.or([
        where.and([where(sql`md5(url)`, "=", sql`md5(${url})`), where("url", "=", url)]),
        where.and([where(sql`md5(final_url)`, "=", sql`md5(${url})`), where("final_url", "=", url)]),
      ]),
    )
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && checkOf(row);
}

export async function insertReadinessCheck(db: Db, check: ReadinessCheck): Promise<void> {
  await db
    .insertInto("readiness_checks")
    .values({
      id: check.id,
      project_id: check.projectId,
      url: storableText(check.url),
      final_url: storableText(check.result.finalUrl),
      result: storableJson(check.result),
      created_at: check.createdAt,
      expires_at: check.expiresAt,
    })
    .execute();
}

const checkOf = (row: Selectable<Schema["readiness_checks"]>): ReadinessCheck => ({
  id: row.id,
  projectId: row.project_id,
  url: row.url,
  createdAt: rfc3339(row.created_at),
  expiresAt: rfc3339(row.expires_at),
  result: row.result,
});
