import { type Static, Type } from "typebox";
import { disclosesTies } from "../../../domain/reddit/reply.ts";
import { threadUrl } from "../../../domain/reddit/url.ts";
import type { RedditRefresh } from "../../../store/reddit/refreshes.ts";
import type { RedditThreadRow } from "../../../store/reddit/threads.ts";
import { PollAfter, pollAfterSeconds } from "../../schema/polling.ts";
import { Closed, Count, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../../schema/schema.ts";
import { RunStatusWord } from "../../schema/words.ts";

const Texts = (description: string) => Type.Array(Type.String(), { description });

const RelevanceView = Closed(
  {
    score: Type.Number({ minimum: 0, maximum: 100, description: "0 to 100." }),
    reason: Type.String({ description: "What speaks for it, in one sentence." }),
    prompt_keys: Texts("Prompts that it is about, or whose answers cite it; at most 5."),
    matched_terms: Texts("Words of these prompts that it has."),
    competitors_mentioned: Texts("Rivals that it names."),
    brand_mentioned: Type.Boolean({ description: "Whether it names the brand." }),
  },
  { title: "RedditRelevance", description: "Why it matters to the brand." },
);

const ReplyDraftView = Closed(
  {
    text: Type.String({ description: "Reply to edit and post by hand; nothing is ever posted for you." }),
    updated_at: Time("When it was last written."),
    disclosure_included: Type.Boolean({
      description: "Whether it says that its author has a tie to the brand.",
    }),
  },
  { title: "RedditReplyDraft" },
);

export const RedditOpportunityView = Closed(
  {
    id: Uuid("Id of the opportunity."),
    thread_url: Type.String({ description: "Address of the thread." }),
    subreddit: Type.String({ description: "Community, without r/." }),
    title: Type.String({ description: "Title of the thread, without names of people." }),
    posted_at: Nullable(Time(), { description: "When it was posted; null where Reddit was not asked." }),
    found_at: Time("When it was last found."),
    upvotes: Nullable(Type.Integer(), { description: "Its score; null where Reddit was not asked." }),
    comment_count: Nullable(Type.Integer(), {
      description: "Its comments; null where Reddit was not asked.",
    }),
    status: OneOf(["open", "drafted", "dismissed"], {
      description: "With a reply draft or without; dismissed ones are in no list.",
    }),
    relevance: RelevanceView,
    reply_draft: ObjectOrNull(ReplyDraftView, "Reply draft; null where there is none."),
  },
  { title: "RedditOpportunity", description: "A thread where a reply could help." },
);

export function redditOpportunityView(row: RedditThreadRow): Static<typeof RedditOpportunityView> {
  const { relevance, draft } = row;
  return {
    id: row.id,
    thread_url: threadUrl(row),
    subreddit: row.subreddit,
    title: row.title,
    posted_at: row.postedAt,
    found_at: row.foundAt,
    upvotes: row.upvotes,
    comment_count: row.commentCount,
    status: row.dismissed ? "dismissed" : draft === null ? "open" : "drafted",
    relevance: {
      score: relevance.score,
      reason: relevance.reason,
      prompt_keys: relevance.promptKeys,
      matched_terms: relevance.matchedTerms,
      competitors_mentioned: relevance.competitorsMentioned,
      brand_mentioned: relevance.brandMentioned,
    },
    reply_draft: draft && {
      text: draft.text,
      updated_at: draft.updatedAt,
      disclosure_included: disclosesTies(draft.text),
    },
  };
}

const DroppedView = Closed(
  {
    locked: Count("Nobody can reply any more."),
    archived: Count("Too old for Reddit to take replies."),
    removed: Count("Removed, deleted, or not to be seen."),
    private: Count("Of a community that one must be let into."),
    adult: Count("For adults only, or quarantined."),
    old: Count("The conversation has ended."),
    unrelated: Count("About something else."),
  },
  { title: "RedditDropped", description: "Why the others are none." },
);

const none = { locked: 0, archived: 0, removed: 0, private: 0, adult: 0, old: 0, unrelated: 0 };

export const RedditRefreshView = Closed(
  {
    id: Uuid("Id of the refresh."),
    project_id: Uuid("Project it looks for."),
    status: RunStatusWord({ description: "State of the refresh." }),
    terminal: Type.Boolean({ description: "Whether it has ended." }),
    requested_at: Time("When it was asked for."),
    completed_at: Nullable(Time(), { description: "When it ended." }),
    poll_after_seconds: PollAfter,
    searched: Type.Boolean({
      description: "Whether Reddit itself was searched, not only threads taken that assistants cite.",
    }),
    threads: Count("Threads looked at."),
    opportunities: Count("Those of them that are opportunities."),
    dropped: DroppedView,
    failure: ObjectOrNull(
      Closed(
        {
          code: Type.String({ description: "Stable word for the reason." }),
          message: Type.String({ description: "What happened, in one sentence." }),
          retryable: Type.Boolean({ description: "Whether another refresh may help." }),
        },
        { title: "RedditRefreshFailure" },
      ),
      "Why it did not see everything.",
    ),
  },
  { title: "RedditRefresh", description: "One look for threads." },
);

export function redditRefreshView(
  projectId: string,
  { id, status, requestedAt, completedAt, result }: RedditRefresh,
): Static<typeof RedditRefreshView> {
  const terminal = status !== "processing";
  return {
    id,
    project_id: projectId,
    status,
    terminal,
    requested_at: requestedAt,
    completed_at: completedAt,
    poll_after_seconds: terminal ? null : pollAfterSeconds,
    searched: result?.searched ?? false,
    threads: result?.threads ?? 0,
    opportunities: result?.opportunities ?? 0,
    dropped: { ...none, ...result?.dropped },
    failure: result?.failure ?? null,
  };
}
