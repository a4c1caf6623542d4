import type { ProjectContext } from "../../api/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { BlogError, type BlogPost, type PostedPost, type PublishMode } from "../../outbound/cms/blog.ts";
import type { BlogConnection } from "./blog-connection.ts";
import {
  type Claim,
  noteSent,
  type Publication,
  type PublicationState,
  recordPublication,
} from "./publications.ts";
import { confirmMs, unconfirmedProblem } from "./upstream.ts";

/** A draft that somebody wants on the blog. */
export interface WantedPost extends BlogPost {
  /** What the draft is about. */
  topic: string;
  mode: PublishMode;
  /** Somebody looked for an unconfirmed post on the blog and found none. */
  sendAgain: boolean;
}

type Answer = PostedPost & { already: boolean };

/** What to do with a post under a claim. `lost` is thrown when somebody else has taken the claim over. */
export interface Work {
  claim: Claim;
  connected: BlogConnection;
  post: WantedPost;
  state: PublicationState;
  signal: AbortSignal;
  lost: () => Promise<Problem>;
}

/**
 * Makes sure that the blog holds the post exactly once, as wanted. A new post is noted before it is sent, and its id is kept
 * before anything else is asked, so whoever comes after a crash knows whether there can be one. Throws BlogError, and
 * CMS_UPSTREAM_ERROR for a post that was sent, is not shown, and may exist.
 */
export async function onePost(
  context: Pick<ProjectContext, "db" | "project" | "now">,
  work: Work,
): Promise<Answer> {
  const { connected, post, state, signal } = work;
  const { blog } = connected;
  const publication = state.publication;
  if (publication && isHere(connected, publication)) {
    try {
      return await blog.show({ id: publication.postId, version: null }, signal);
    } catch (error) {
      if (!isGone(error) || isNew(publication.publishedAt, context.now())) throw error;
    }
  }

  const existingPost = await look(work);
  if (existingPost) {
    if (post.mode === "draft" || existingPost.mode === "publish") return { ...existingPost, already: true };
    return finishPost(existingPost);
  }

  const sentPost = state.sentPost && isHere(connected, state.sentPost) ? state.sentPost : null;
  if (sentPost && (!post.sendAgain || isNew(sentPost.at, context.now())))
    throw unconfirmedProblem(sentPost, context.now());
  return finishPost(await create(context, work));

  async function finishPost(draft: PostedPost): Promise<Answer> {
    await keep(context, work, draft);
    if (post.mode === "draft") return { ...draft, already: false };
    return { ...(await blog.show(draft, signal)), already: false };
  }
}

/** Looks for a post that is there already. A search that fails is no reason to wait where none can have been sent. */
async function look({ connected: { blog }, post, state, signal }: Work): Promise<PostedPost | null> {
  const inDoubt = state.sentPost !== null || !state.sendsNoted;
  try {
    return await blog.find(post, { thorough: inDoubt }, signal);
  } catch (error) {
    const isOnlySearch =
      error instanceof BlogError &&
      ["overloaded", "no_blog", "refused", "not_permitted"].includes(error.kind);
    if (!isOnlySearch || !state.sendsNoted) throw error;
    await blog.answers(signal);
    return null;
  }
}

async function create({ db, project, now }: Parameters<typeof onePost>[0], work: Work): Promise<PostedPost> {
  const { connected, post, claim, signal, lost } = work;
  const key = { projectId: project.id, reportId: post.reportId };
  const sending = async () => {
    const sentPost = { cms: connected.kind, siteUrl: connected.siteUrl, at: now().toISOString() };
    if (!(await noteSent(db, key, claim, sentPost))) throw await lost();
  };
  try {
    return await connected.blog.create(post, sending, signal);
  } catch (error) {
    const wasNotMade = error instanceof Problem || (error instanceof BlogError && !error.unsettled);
    if (wasNotMade) await noteSent(db, key, claim, null);
    throw error;
  }
}

/** Stores that the blog has it as a draft, while work on it goes on. */
async function keep(
  { db, project, now }: Parameters<typeof onePost>[0],
  { connected: { kind: cms, siteUrl }, post: { reportId }, claim, lost }: Work,
  draft: PostedPost,
): Promise<void> {
  const key = { projectId: project.id, reportId };
  const terms = { cms, siteUrl, post: { ...draft, url: null, mode: "draft" } } as const;
  if (!(await recordPublication(db, key, terms, claim, now(), { goesOn: true }))) throw await lost();
}

const isHere = ({ kind, siteUrl }: BlogConnection, at: Pick<Publication, "cms" | "siteUrl">): boolean =>
  at.cms === kind && at.siteUrl === siteUrl;

const isGone = (error: unknown): boolean => error instanceof BlogError && error.kind === "gone";

/** Whether the blog may still be behind. */
const isNew = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) < confirmMs;
