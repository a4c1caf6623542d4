import { sql } from "kysely";
import { afterAllClocks, type Db, rfc3339 } from "../../db/db.ts";
import { storableText } from "../../db/storable.ts";
import type { BlogKind, PostedPost, PublishMode, SentPost } from "../../outbound/cms/blog.ts";

export interface DraftKey {
  projectId: string;
  reportId: string;
}

/** A draft as a blog has it. */
export interface Publication {
  cms: BlogKind;
  siteUrl: string;
  postId: string;
  /** Null if readers cannot open it. */
  url: string | null;
  mode: PublishMode;
  /** RFC 3339 UTC. */
  publishedAt: string;
}

/** The exclusive right to publish one draft, until `until`. */
export interface Claim {
  id: string;
  until: Date;
}

/** What has become of a draft so far. */
export interface PublicationState {
  /** Null until a blog is known to have it. */
  publication: Publication | null;
  sentPost: SentPost | null;
  /** Whether a post can have been sent without a note of it. */
  sendsNoted: boolean;
  /** When the current publisher's claim runs out; null if nobody is publishing it. */
  claimedUntil: Date | null;
}

/**
 * Takes the claim on a draft for the given blog in one statement, so that only one of any number of callers gets it.
 * Succeeds if nobody holds a live claim and the blog does not yet have the draft as `mode` asks; false otherwise,
 * and if the draft is gone.
 */
export async function claimPublication(
  db: Db,
  { projectId, reportId }: DraftKey,
  { cms, siteUrl, mode }: { cms: BlogKind; siteUrl: string; mode: PublishMode },
  { id, until }: Claim,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into publications as held (project_id, report_id, cms, site_url, sends_noted, claim, claimed_until)
    select project_id, id, ${cms}, ${siteUrl}, true, ${id}::uuid, ${until}::timestamptz from reports
    where project_id = ${projectId} and id = ${reportId} for key share
    on conflict (project_id, report_id) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
    where (held.claim is null or held.claimed_until <= ${now} or held.claimed_until > ${afterAllClocks(until)})
      and (held.mode is null or (held.mode = 'draft' and ${mode} = 'publish'))
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function publicationState(
  db: Db,
  { projectId, reportId }: DraftKey,
): Promise<PublicationState | undefined> {
  const row = await db
    .selectFrom("publications")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { cms, site_url: siteUrl, cms_post_id: postId, url, mode, published_at } = row;
  return {
    publication:
      postId !== null && mode !== null && published_at !== null
        ? { cms, siteUrl, postId, url, mode, publishedAt: rfc3339(published_at) }
        : null,
    sentPost: row.sent,
    sendsNoted: row.sends_noted,
    claimedUntil: row.claimed_until,
  };
}

/** Whether somebody is sending a draft to the blog, or has sent it without hearing of the outcome. */
export const isPublishing = (state: PublicationState | undefined, now: Date): boolean =>
  state?.sentPost != null || (state?.claimedUntil != null && state.claimedUntil > now);

/** Notes that a post is about to be sent, or that it was not made; false if somebody else has taken the claim over. */
export async function noteSent(
  db: Db,
  { projectId, reportId }: DraftKey,
  { id }: Claim,
  sentPost: SentPost | null,
): Promise<boolean> {
  const noted = await db
    .updateTable("publications")
    .set({ sent: sentPost && JSON.stringify(sentPost) })
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .where("claim", "=", id)
    .returning("report_id")
    .executeTakeFirst();
  return noted !== undefined;
}

/** Stores what the blog has, and gives up the claim unless work goes on; false if somebody else has taken it over. */
export async function recordPublication(
  db: Db,
  { projectId, reportId }: DraftKey,
  { cms, siteUrl, post }: { cms: BlogKind; siteUrl: string; post: Pick<PostedPost, "id" | "url" | "mode"> },
  { id }: Claim,
  now: Date,
  { goesOn = false }: { goesOn?: boolean } = {},
): Promise<boolean> {
  const recorded = await db
    .updateTable("publications")
    .set({
      ...{ cms, site_url: siteUrl, cms_post_id: storableText(post.id) },
      ...{ url: post.url && storableText(post.url), mode: post.mode, published_at: now },
      ...{ sent: null, ...(goesOn ? {} : { claim: null, claimed_until: null }) },
    })
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .where("claim", "=", id)
    .returning("report_id")
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Gives up a claim without an outcome. */
export async function releaseClaim(db: Db, { projectId, reportId }: DraftKey, { id }: Claim): Promise<void> {
  await db
    .updateTable("publications")
    .set({ claim: null, claimed_until: null })
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .where("claim", "=", id)
    .execute();
}
