import { type Selectable, sql } from "kysely";
import type { Provider, Surface } from "../../../reader/provider.ts";
import { refundUnits, reserveUnits, settleUnits } from "../../accounts/spending/quota.ts";
import { addSpend, releaseSpend, reserveSpend } from "../../accounts/spending/spend.ts";
import type { Reach } from "../../api/access/reach.ts";
import { type Db, json, rfc3339 } from "../../db/db.ts";
import type { Schema } from "../../db/schema.ts";
import { storableJson } from "../../db/storable.ts";
import { recordEvent } from "../../events/record-event.ts";
import type { BlogKind, PublishMode, SentPost } from "../../outbound/cms/blog.ts";
import { type Project, trackedBrands } from "../../projects/project.ts";
import type { Failure } from "../../reports/report-end.ts";
import { findReport, type Report } from "../../reports/reports.ts";
import type { DraftContent, DraftContext, DraftWish } from "../writing/draft.ts";

/** A draft: a report of type `generated_content` and its text. Times are RFC 3339 UTC. */
export interface Draft extends DraftWish {
  report: Report;
  provider: Provider;
  context: DraftContext;
  /** Null until it is written. */
  content: DraftContent | null;
  published: PublishedDraft | null;
  /** Sent to a blog that has not confirmed it; null if there is no such doubt. */
  unconfirmed: SentPost | null;
}

/** Where the draft stands on a blog. */
export interface PublishedDraft {
  cms: BlogKind;
  siteUrl: string;
  postId: string;
  /** Null if readers cannot open it. */
  url: string | null;
  mode: PublishMode;
  at: string;
}

export interface NewDraft extends DraftWish {
  id: string;
  project: Project;
  context: DraftContext;
  /** `own`: it is asked with the organization's own credentials, and with nobody else's. */
  engine: { provider: Provider; surface: Surface; own: boolean };
  /** What its calls may cost together, USD. */
  estimateUsd: number;
  /** The content quota: one unit per draft. */
  quota: { periodStart: string; resetsAt: string; limit: number | null };
  monthlySpendUsd: number;
  now: Date;
}

/**
 * Accepts a draft in the given transaction: stores it and reserves its unit and its spending. Throws
 * BILLING_REQUIRED if the quota or the spending limit does not allow it.
 */
export async function insertDraft(db: Db, draft: NewDraft): Promise<void> {
  const { id, project, engine, now } = draft;
  const { organizationId } = project;
  await reserveUnits(db, { organizationId, quota: "content", ...draft.quota, units: 1, reportId: id, now });
  await db
    .insertInto("reports")
    .values({
      project_id: project.id,
      id,
      user_id: organizationId,
      type: "generated_content",
      source: null,
      status: "processing",
      brands: json(trackedBrands(project)),
      run: json({
        country: project.country,
        language: project.language,
        providers: [engine.provider],
        samples: 1,
        prompts: [],
        ...(engine.own ? { ownEngines: [engine.provider] } : {}),
      }),
      input_hash: "",
      pending: 1,
      jobs_total: 1,
      units: 1,
      period_start: draft.quota.periodStart,
      spend_reserved_usd: draft.estimateUsd,
      spend_reserved_own_usd: engine.own ? draft.estimateUsd : 0,
      sandbox: engine.surface === "sandbox",
      surfaces: json([engine.surface]),
      created_at: now,
      settled_at: now,
    })
    .execute();
  await db
    .insertInto("drafts")
    .values({
      project_id: project.id,
      report_id: id,
      platform: draft.platform,
      content_kind: draft.kind,
      topic: draft.topic,
      prompt_type: draft.promptType,
      target: draft.target && json(draft.target),
      metadata: storableJson(draft.metadata),
      provider: engine.provider,
      context: storableJson(draft.context),
    })
    .execute();
  await reserveSpend(db, {
    ...{ projectId: project.id, organizationId },
    ...{ estimateUsd: draft.estimateUsd, ownUsd: engine.own ? draft.estimateUsd : 0 },
    ...{ limitUsd: draft.monthlySpendUsd, now },
  });
}

/** Where a draft stands on a blog, for a statement that joins its publication. */
const publicationColumns = [
  "publications.cms",
  "publications.site_url",
  "publications.cms_post_id",
  "publications.url",
  "publications.mode",
  "publications.published_at",
] as const;

/** The caller's draft, or undefined if it is missing, someone else's, or a report of another type. */
export async function findDraft(db: Db, reach: Reach, id: string): Promise<Draft | undefined> {
  const report = await findReport(db, reach, id);
  return report && draftOf(db, report);
}

/** The text of a report; undefined if the report is no draft. */
export async function draftOf(db: Db, report: Report): Promise<Draft | undefined> {
  if (report.type !== "generated_content") return undefined;
  const row = await db
    .selectFrom("drafts")
    .leftJoin("publications", (join) =>
      join
        .onRef("publications.project_id", "=", "drafts.project_id")
        .onRef("publications.report_id", "=", "drafts.report_id"),
    )
    .where("drafts.project_id", "=", report.projectId)
    .where("drafts.report_id", "=", report.id)
    .selectAll("drafts")
    .select([...publicationColumns, "publications.sent"])
    .executeTakeFirst();
  return row && rowDraft(report, row);
}

/** A topic's draft: which report, whether it is written, and where it stands on a blog. */
export interface DraftOfTopic {
  reportId: string;
  status: Report["status"];
  published: PublishedDraft | null;
}

/** The newest draft of each topic that has not failed, by the topic's text. */
export async function draftsOfTopics(
  db: Db,
  projectId: string,
  topics: readonly string[],
): Promise<Map<string, DraftOfTopic>> {
  if (topics.length === 0) return new Map();
  const rows = await db
    .selectFrom("drafts")
    .innerJoin("reports", (join) =>
      join.onRef("reports.project_id", "=", "drafts.project_id").onRef("reports.id", "=", "drafts.report_id"),
    )
    .leftJoin("publications", (join) =>
      join
        .onRef("publications.project_id", "=", "drafts.project_id")
        .onRef("publications.report_id", "=", "drafts.report_id"),
    )
    .where("drafts.project_id", "=", projectId)
    .where("drafts.topic", "in", [...topics])
    .where("reports.status", "<>", "failed")
    .distinctOn("drafts.topic")
    .select(["drafts.topic", "drafts.report_id", "reports.status"])
    .select(publicationColumns)
    .orderBy("drafts.topic")
    .orderBy("drafts.report_id", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.topic,
      { reportId: row.report_id, status: row.status as Report["status"], published: publishedAs(row) },
    ]),
  );
}

/**
 * Starts or restarts writing a draft; undefined if it has ended or is gone. `attempts` includes this one, `own` says whether
 * it was accepted with the organization's own credentials.
 */
export async function beginDraft(
  db: Db,
  { projectId, reportId }: { projectId: string; reportId: string },
  now: Date,
): Promise<{ organizationId: string; attempts: number; own: boolean } | undefined> {
  const running = await db
    .updateTable("reports")
    .set({ settled_at: now })
    .where("project_id", "=", projectId)
    .where("id", "=", reportId)
    .where("status", "=", "processing")
    .returning(["user_id", "run"])
    .executeTakeFirst();
  if (!running) return undefined;
  const { attempts } = await db
    .updateTable("drafts")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .returning("attempts")
    .executeTakeFirstOrThrow();
  return { organizationId: running.user_id, attempts, own: (running.run.ownEngines ?? []).length > 0 };
}

/**
 * How a draft ends. `costUsd`: what its calls cost, successful or not; `own`: whether that is on the bill of the
 * organization's own key.
 */
export type DraftEnd = { costUsd: number; own?: boolean } & (
  | { status: "completed"; content: DraftContent }
  | { status: "failed"; failure: Failure }
);

/**
 * Ends a draft in the given transaction, releases the spending it did not use, and settles its unit: a failed draft
 * costs none. False if it had already ended; what was spent counts all the same.
 */
export async function endDraft(
  db: Db,
  { projectId, reportId }: { projectId: string; reportId: string },
  end: DraftEnd,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<EndedDraft>`
    with running as (
      select project_id, id, spend_reserved_usd as reserved, spend_reserved_own_usd as reserved_own from reports
      where project_id = ${projectId} and id = ${reportId} and status = 'processing' for update)
    update reports r set status = ${end.status}, pending = 0, settled_at = ${now}, completed_at = ${now},
      jobs_done = ${end.status === "completed" ? 1 : 0}, jobs_failed = ${end.status === "completed" ? 0 : 1},
      failure = ${end.status === "failed" ? json(end.failure) : null}, cost_usd = ${end.costUsd},
      spend_reserved_usd = 0, spend_reserved_own_usd = 0
    from running where r.project_id = running.project_id and r.id = running.id
    returning r.user_id, r.created_at, running.reserved, running.reserved_own`.execute(db);
  const [draft] = rows;
  if (draft) {
    if (end.status === "completed") await saveContent(db, { projectId, reportId }, end.content);
    const about = { organizationId: draft.user_id, projectId, objectId: reportId };
    await recordEvent(db, { ...about, type: `draft.${end.status}` }, now);
    const settlement = { reportId, units: 1, now };
    await (end.status === "completed" ? settleUnits : refundUnits)(db, settlement);
  }
  // Quota before money, the newest month first: see src/server/db/README.md.
  const share = (usd: number, ownUsd: number) => [{ projectId, organizationId: null, usd, ownUsd }];
  await addSpend(db, share(end.costUsd, end.own ? end.costUsd : 0), now);
  if (draft) await releaseSpend(db, share(draft.reserved, draft.reserved_own), draft.created_at);
  return draft !== undefined;
}

interface EndedDraft {
  user_id: string;
  created_at: Date;
  reserved: number;
  reserved_own: number;
}

/** Replaces the text. */
export async function saveContent(
  db: Db,
  { projectId, reportId }: { projectId: string; reportId: string },
  content: DraftContent,
): Promise<void> {
  await db
    .updateTable("drafts")
    .set({ content: storableJson(content) })
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .execute();
}

type PublicationColumns = Pick<
  Selectable<{ [K in keyof Schema["publications"]]: Schema["publications"][K] | null }>,
  "cms" | "site_url" | "cms_post_id" | "url" | "mode"
> & { published_at: Date | null };

const publishedAs = (row: PublicationColumns): PublishedDraft | null => {
  const { cms, site_url: siteUrl, cms_post_id: postId, url, mode, published_at: at } = row;
  return cms && siteUrl && postId && at && mode ? { cms, siteUrl, postId, url, mode, at: rfc3339(at) } : null;
};

type DraftRow = Selectable<Schema["drafts"]> & PublicationColumns & { sent: SentPost | null };

const rowDraft = (report: Report, row: DraftRow): Draft => ({
  report,
  platform: row.platform,
  kind: row.content_kind,
  topic: row.topic,
  promptType: row.prompt_type,
  target: row.target,
  metadata: row.metadata,
  provider: row.provider,
  context: row.context,
  content: row.content,
  published: publishedAs(row),
  unconfirmed: row.sent,
});
