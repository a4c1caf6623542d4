import type { Static } from "typebox";
import { promptKey } from "../../reader/prompt.ts";
import { answered, askedAt, later, opportunityId, projectId, questions } from "../api/examples/northwind.ts";
import type { RedditOpportunityView, RedditRefreshView } from "./reddit-view.ts";

export const opportunity: Static<typeof RedditOpportunityView> = {
  id: opportunityId,
  thread_url: "https://www.reddit.com/r/tea/comments/1abcde/",
  subreddit: "tea",
  title: "Any kettle that does not wake the house?",
  posted_at: "2026-01-13T20:11:00.000Z",
  found_at: later,
  upvotes: 87,
  comment_count: 41,
  status: "drafted",
  relevance: {
    score: 82.5,
    reason: "Asks what one of the project's prompts asks, and ChatGPT cites it.",
    prompt_keys: [promptKey(questions[0])],
    matched_terms: ["kettle", "quiet"],
    competitors_mentioned: ["Kesselhaus"],
    brand_mentioned: false,
  },
  reply_draft: {
    text: "I work for Northwind, so weigh this accordingly: look for a figure in decibels before you buy.",
    updated_at: later,
    disclosure_included: true,
  },
};

export const refreshing: Static<typeof RedditRefreshView> = {
  id: "019bbf42-17d3-7a8b-9c0d-e1f2a3b4c5d6",
  project_id: projectId,
  status: "processing",
  terminal: false,
  requested_at: askedAt,
  completed_at: null,
  poll_after_seconds: 2,
  searched: false,
  threads: 0,
  opportunities: 0,
  dropped: { locked: 0, archived: 0, removed: 0, private: 0, adult: 0, old: 0, unrelated: 0 },
  failure: null,
};

export const refreshed: typeof refreshing = {
  ...refreshing,
  ...{
    status: "completed",
    terminal: true,
    completed_at: answered,
    poll_after_seconds: null,
    searched: true,
  },
  ...{ threads: 14, opportunities: 1, dropped: { ...refreshing.dropped, old: 5, unrelated: 8 } },
};
