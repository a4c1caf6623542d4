import { type Selectable, sql } from "kysely";
import type { SharedReport } from "../../../figures/shared-report.ts";
import type { Reach } from "../../api/access/reach.ts";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import { ofLiveProject } from "../../db/live.ts";
import { inReach } from "../../db/reach.ts";
import type { Schema } from "../../db/schema.ts";
import { storableJson } from "../../db/storable.ts";
import type { SharedPage, ShareLink } from "./share-link.ts";

export interface NewShareLink extends ShareLink {
  organizationId: string;
  tokenHash: Buffer;
  snapshot: SharedReport;
}

/** Stores a link in the given transaction; false if its report has been deleted. */
export async function insertShareLink(db: Db, link: NewShareLink): Promise<boolean> {
  const report = await db
    .selectFrom("reports")
    .select("id")
    .where("project_id", "=", link.projectId)
    .where("id", "=", link.reportId)
    .forKeyShare()
    .executeTakeFirst();
  if (!report) return false;
  await db
    .insertInto("share_links")
    .values({
      id: link.id,
      user_id: link.organizationId,
      project_id: link.projectId,
      report_id: link.reportId,
      token_hash: link.tokenHash,
      token_prefix: link.tokenPrefix,
      timeframe: link.timeframe,
      expires_at: link.expiresAt,
      presenter_name: link.presenterName,
      logo_url: link.logoUrl,
      summary: link.summary,
      shown: storableJson(link.snapshot),
      created_at: link.createdAt,
    })
    .execute();
  return true;
}

/** A project's links older than this one, newest first, expired ones included. */
export async function listShareLinks(
  db: Db,
  projectId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ShareLink[]> {
  let query = db
    .selectFrom("share_links")
    .select(shownColumns)
    .where("project_id", "=", projectId)
    .orderBy("id", "desc")
    .limit(limit);
  if (before) query = query.where("id", "<", before);
  return (await query.execute()).map(shareLink);
}

/** Deletes a link within somebody's reach; false if there is none. */
export async function deleteShareLink(db: Db, reach: Reach, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("share_links")
    .where("id", "=", id)
    .where(
      inReach(reach, { owner: sql.ref("share_links.user_id"), projectId: sql.ref("share_links.project_id") }),
    )
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** The page behind a token's hash; undefined if the link is unknown, revoked or expired. */
export async function findSharedPage(db: Db, tokenHash: Buffer, now: Date): Promise<SharedPage | undefined> {
  const row = await db
    .selectFrom("share_links")
    .innerJoin("projects", "projects.id", "share_links.project_id")
    .select(["presenter_name", "logo_url", "summary", "expires_at", "shown", "projects.timezone"])
    .where("token_hash", "=", tokenHash)
    .where(ofLiveProject(sql.ref("share_links.project_id")))
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirst();
  return (
    row && {
      presenterName: row.presenter_name,
      logoUrl: row.logo_url,
      summary: row.summary,
      expiresAt: rfc3339OrNull(row.expires_at),
      // The zone of today: a page that is older than its project's zone says the days that the app says.
      snapshot: { ...row.shown, timezone: row.timezone },
    }
  );
}

const shownColumns = [
  ...(["id", "project_id", "report_id", "token_prefix", "timeframe", "expires_at"] as const),
  ...(["presenter_name", "logo_url", "summary", "created_at"] as const),
] as const;

const shareLink = (
  row: Pick<Selectable<Schema["share_links"]>, (typeof shownColumns)[number]>,
): ShareLink => ({
  id: row.id,
  projectId: row.project_id,
  reportId: row.report_id,
  tokenPrefix: row.token_prefix,
  timeframe: row.timeframe,
  expiresAt: rfc3339OrNull(row.expires_at),
  presenterName: row.presenter_name,
  logoUrl: row.logo_url,
  summary: row.summary,
  createdAt: rfc3339(row.created_at),
});
