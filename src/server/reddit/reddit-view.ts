import { type Static, Type } from "typebox";
import { PollAfter, pollAfterSeconds } from "../api/polling.ts";
import { Closed, Count, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../api/schema/schema.ts";
import { RunStatusWord } from "../api/schema/words.ts";
import { threadUrl } from "../outbound/reddit/url.ts";
import type { RedditRefresh } from "./refreshes.ts";
import { disclosesTies } from "./reply.ts";
import type { RedditThreadRow } from "./threads.ts";

const Texts = (description: string) => Type.Array(Type.String(), { description });

const RelevanceView = Closed(
  {
    score: Type.Number({ minimum: 0, maximum: 100, description: "0 to 100." }),
    reason: Type.String({ description: "Why, in one sentence." }),
    prompt_keys: Texts("Up to 5 prompts that it is about or whose answers cite it."),
    matched_terms: Texts("Words it shares with these prompts."),
    competitors_mentioned: Texts("Competitors it names."),
    brand_mentioned: Type.Boolean({ description: "Whether it names the brand." }),
  },
  { title: "RedditRelevance", description: "Why it matters to the brand." },
);

const ReplyDraftView = Closed(
  {
    text: Type.String({ description: "A reply to edit and post yourself; nothing is posted for you." }),
    updated_at: Time("When it was last written."),
    disclosure_included: Type.Boolean({
      description: "Whether it discloses the author's tie to the brand.",
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
    posted_at: Nullable(Time(), { description: "When it was posted; null if Reddit was not asked." }),
    found_at: Time("When it was last found."),
    upvotes: Nullable(Type.Integer(), { description: "Its score; null if Reddit was not asked." }),
    comment_count: Nullable(Type.Integer(), {
      description: "Its comments; null if Reddit was not asked.",
    }),
    status: OneOf(["open", "drafted", "dismissed"], {
      description: "With a reply draft or without; dismissed ones are not listed.",
    }),
    relevance: RelevanceView,
    reply_draft: ObjectOrNull(ReplyDraftView, "The reply draft, if any."),
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
    locked: Count("Closed to replies."),
    archived: Count("Too old for Reddit to accept replies."),
    removed: Count("Removed, deleted or hidden."),
    private: Count("In a private community."),
    adult: Count("Adults only, or quarantined."),
    old: Count("The conversation has ended."),
    unrelated: Count("About something else."),
  },
  { title: "RedditDropped", description: "Why the others were dropped." },
);

const none = { locked: 0, archived: 0, removed: 0, private: 0, adult: 0, old: 0, unrelated: 0 };

export const RedditRefreshView = Closed(
  {
    id: Uuid("Id of the refresh."),
    project_id: Uuid("Id of its project."),
    status: RunStatusWord({ description: "Its status." }),
    terminal: Type.Boolean({ description: "Whether it has ended." }),
    requested_at: Time("When it was requested."),
    completed_at: Nullable(Time(), { description: "When it ended." }),
    poll_after_seconds: PollAfter,
    searched: Type.Boolean({
      description: "Whether Reddit itself was searched, beside the threads assistants cite.",
    }),
    threads: Count("Threads looked at."),
    opportunities: Count("Threads that are opportunities."),
    dropped: DroppedView,
    failure: ObjectOrNull(
      Closed(
        {
          code: Type.String({ description: "The reason, for programs." }),
          message: Type.String({ description: "What happened, in one sentence." }),
          retryable: Type.Boolean({ description: "Whether trying again may help." }),
        },
        { title: "RedditRefreshFailure" },
      ),
      "Why it is incomplete, if it is.",
    ),
  },
  { title: "RedditRefresh", description: "One search for threads." },
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
