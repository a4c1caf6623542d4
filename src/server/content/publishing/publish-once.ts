import { setTimeout as delay } from "node:timers/promises";
import type { Static } from "typebox";
import type { ProjectContext, Warning } from "../../api/context.ts";
import { type Reply, reply } from "../../api/reply.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { BlogError, type PublishMode } from "../../outbound/cms/blog.ts";
import { insertIntervention, promptsOfTopic } from "../../reports/interventions/interventions.ts";
import type { BlogConnection } from "./blog-connection.ts";
import { onePost, type WantedPost } from "./one-post.ts";
import { type PublicationView, publicationView } from "./publication-view.ts";
import {
  type Claim,
  claimPublication,
  type Publication,
  publicationState,
  recordPublication,
  releaseClaim,
} from "./publications.ts";
import { upstreamProblem } from "./upstream.ts";

type View = Static<typeof PublicationView>;

/** Time for all requests to the blog together, in milliseconds. */
const workMs = 30_000;

/** A claim outlives its work for as long as a request may still be on its way. */
const claimMs = 60_000;

/** How long to wait for another caller who is publishing the same draft, and how often to look. */
const usualPatience = { waitMs: 20_000, lookEveryMs: 200 };

/**
 * Makes sure the blog holds this post exactly once. Of any number of callers, in any number of processes, one at a time
 * talks to the blog; later ones are answered from what was stored. If a claim's holder dies, the claim is taken over
 * when it runs out, with what was stored by then. Throws CMS_UPSTREAM_ERROR, CMS_NOT_CONNECTED, and
 * REPORT_NOT_FOUND if the draft was deleted meanwhile.
 */
export async function publishOnce(
  context: ProjectContext,
  connected: BlogConnection,
  post: WantedPost,
  { waitMs, lookEveryMs } = usualPatience,
): Promise<Reply<View>> {
  const { db, project, now, signal } = context;
  const { reportId, mode } = post;
  const key = { projectId: project.id, reportId };
  for (let waited = 0; ; waited += lookEveryMs) {
    const at = now();
    const claim = { id: newId(), until: new Date(at.getTime() + claimMs) };
    const terms = { cms: connected.kind, siteUrl: connected.siteUrl, mode };
    if (await claimPublication(db, key, terms, claim, at))
      return publishUnder(claim, context, connected, post);

    const state = await publicationState(db, key);
    if (!state) throw new Problem("REPORT_NOT_FOUND");
    const { publication, claimedUntil } = state;
    if (publication && suffices(publication, mode)) {
      warnOfPost(context, publication.mode === "publish" ? "public" : "draft");
      return reply(publicationView(reportId, publication, true));
    }
    if (waited >= waitMs || signal.aborted) throw stillPublishing(claimedUntil, now());
    await delay(lookEveryMs);
  }
}

const notChanged = {
  edited: "The blog has this draft already. This edit does not reach the post; make it on the blog too.",
  released:
    "The post was published as it stands on the blog. Edits made here after it was sent there are not in it.",
  publishing:
    "This draft is being published, and this edit comes too late for the post. Make it on the blog too.",
  draft: "The blog has this draft already, as a draft. Nothing was changed there.",
  public:
    "This draft was published before, and nothing was changed on the blog. Change the post or take it down there; if it is gone, have a new draft written.",
};

const notPublic: Warning = {
  code: "POST_NOT_PUBLIC",
  path: null,
  message:
    "The blog has the post and did not make it public: perhaps it waits for a review or a date. Look at it in the blog's editor.",
};

const otherSlug: Warning = {
  code: "SLUG_CHANGED",
  path: null,
  message:
    "The blog gave the post another slug than asked for, probably because another post has it. Change it in the blog's editor.",
};

/** Warns that edits of a draft stay here once the blog has it. */
export const warnOfPost = ({ warn }: Pick<ProjectContext, "warn">, what: keyof typeof notChanged): void =>
  warn({ code: "POST_NOT_CHANGED", path: null, message: notChanged[what] });

const suffices = ({ mode }: Publication, requestedMode: PublishMode): boolean =>
  mode === "publish" || requestedMode === "draft";

async function publishUnder(
  claim: Claim,
  context: ProjectContext,
  connected: BlogConnection,
  post: WantedPost,
): Promise<Reply<View>> {
  const { project, now, write } = context;
  const { kind: cms, siteUrl } = connected;
  const key = { projectId: project.id, reportId: post.reportId };
  const lost = async (db: Db = context.db) =>
    (await publicationState(db, key)) ? stillPublishing(null, now()) : deletedMeanwhile();
  const state = await publicationState(context.db, key);
  if (!state) throw deletedMeanwhile();
  const before = state.publication;
  // What has begun is finished even if the caller has gone away.
  const signal = AbortSignal.timeout(workMs);
  const posted = await onePost(context, { claim, connected, post, state, signal, lost }).catch(
    async (error) => {
      throw await failed(error, claim, context, connected, key);
    },
  );
  return write(async (db) => {
    const at = now();
    if (!(await recordPublication(db, key, { cms, siteUrl, post: posted }, claim, at))) throw await lost(db);
    const { id: postId, url, mode } = posted;
    if (mode === "publish")
      await noteIntervention(db, { ...key, title: post.title, topic: post.topic, url, at });
    const publication = { cms, siteUrl, postId, url, mode, publishedAt: at.toISOString() };
    if (post.mode === "publish" && mode === "draft") context.warn(notPublic);
    else if (before?.postId === postId) warnOfPost(context, "released");
    if (post.slug !== null && posted.slug !== null && posted.slug !== post.slug && !posted.already)
      context.warn(otherSlug);
    return reply(publicationView(post.reportId, publication, posted.already));
  });
}

/** A published draft is something that was done: its effect is judged from now on. */
async function noteIntervention(
  db: Db,
  post: { projectId: string; reportId: string; title: string; topic: string; url: string | null; at: Date },
): Promise<void> {
  const { projectId, reportId, title, url } = post;
  await insertIntervention(db, {
    ...{ id: newId(), projectId, reportId, title, url, note: null, smallestWorth: null, controlKeys: null },
    at: post.at.toISOString(),
    promptKeys: await promptsOfTopic(db, projectId, post.topic),
    createdAt: post.at.toISOString(),
  });
}

/** Gives up the claim of a failed call; returns what to fail with. */
async function failed(
  error: unknown,
  claim: Claim,
  { db }: ProjectContext,
  { refused }: BlogConnection,
  key: { projectId: string; reportId: string },
): Promise<unknown> {
  await releaseClaim(db, key, claim);
  // The blog's name resolves somewhere else today.
  if (error instanceof Problem && error.code === "URL_NOT_ALLOWED")
    return upstreamProblem(new BlogError("no_blog", { cause: error }));
  if (!(error instanceof BlogError)) return error;
  if (error.kind === "bad_credentials") return refused();
  // It was this blog when it was connected: a page in its place most likely means maintenance.
  return upstreamProblem(error, error.retryable || error.kind === "no_blog");
}

const deletedMeanwhile = (): Problem =>
  new Problem("REPORT_NOT_FOUND", {
    message: "The draft was deleted while it was being published. Its post is on the blog and stays there.",
  });

function stillPublishing(until: Date | null, now: Date): Problem {
  const remainingSeconds = until ? Math.ceil((until.getTime() - now.getTime()) / 1000) : 0;
  return new Problem("CMS_UPSTREAM_ERROR", {
    message: "Another request is still publishing this draft. Retry after the given delay.",
    details: { retryable: true, reason: "in_progress" },
    retryAfterSeconds: Math.max(1, remainingSeconds),
  });
}
