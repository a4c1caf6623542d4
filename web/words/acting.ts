import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import type { ReadinessCheck } from "../api/questions.ts";
import { quantity } from "../figures/number.ts";
import { assistant } from "../words.ts";

/** How ready the website is. */
export const readiness = {
  viewer: "An editor can check the page.",
  title: "Readiness",
  says: "Twenty checks of whether assistants can reach, read and quote the website.",
  never: "The page has not been checked yet.",
  neverHow: "A check takes some seconds and counts as one of the plan’s checks. It is kept for a day.",
  noAddress: "The project has no website to check. Give it one in the settings, or name a page here.",
  page: "Page",
  pageHow: "Empty: the project’s website.",
  check: "Check the page",
  again: "Check again",
  look: "Look at this page",
  checking: "The page is being checked.",
  verdict: (score: number): [string, string, string] => ["The page scores ", String(score), " of 100."],
  grades: {
    A: "Little is left to do.",
    B: "Most of it is right.",
    C: "Several things keep assistants from using it well.",
    D: "Much keeps assistants from using it.",
    F: "Assistants can hardly use it.",
  } as Record<string, string>,
  notReached: "The page could not be reached from this server.",
  notReachedHow:
    "That says nothing about the page, so it has no score, and the check counts as none of the plan’s. Check the address, or try again in some minutes.",
  capped: (cap: number): string =>
    `While the page is closed to assistants it gets ${cap} at most, whatever else is right.`,
  of: (url: string, day: string): string => `${url}, checked on ${day}`,
  first: "What to do first",
  nothing: "Nothing stands out: every check that counts is passed.",
  all: "All checks",
  check1: "Check",
  finding: "Found",
  counts: "Counts",
  of100: (weight: number): string => `${weight} of 100`,
  states: { pass: "✓ Right", warn: "▼ Improve", fail: "▼ Fails", skip: "Not checked" } satisfies Record<
    ReadinessCheck["status"],
    string
  >,
  evidence: "What was seen",
  categoryScore: (score: number): string => `${score} of 100`,
};

/** Threads worth a reply. */
export const reddit = {
  viewer: "An editor can have threads looked for and change replies.",
  title: "Reddit",
  says: "Threads where a reply from you could help: those that assistants cite, and those about your prompts. Nothing is posted for you.",
  unready: "No answers so far. Ask the assistants once; then threads can be looked for.",
  toOverview: "To the overview",
  look: "Look for threads",
  looking: "Threads are being looked for.",
  never: "Nobody has looked for threads yet.",
  onlyTagged: (tag: string): string => `Only threads about prompts tagged ${isolateDirection(tag)}.`,
  anyAssistant: "Threads are found by prompts, so they are the same for every assistant.",
  noneTagged: "No thread about these prompts is worth a reply at the moment.",
  none: "No thread is worth a reply at the moment.",
  looked: (day: string, threads: number): string => `Looked on ${day} at ${quantity(threads, "thread")}.`,
  unsearched:
    "Reddit itself was not searched: these are the threads that assistants cite, and nobody knows whether they are still open.",
  dropped: (count: number): string => `${count} were left out: closed, too old or about something else.`,
  relevance: (score: number): string => `${Math.round(score)} of 100`,
  worth: "Worth a reply",
  in: (subreddit: string): string => `r/${subreddit}`,
  facts: (upvotes: number | null, comments: number | null): string =>
    [
      upvotes === null ? "" : quantity(upvotes, "upvote"),
      comments === null ? "" : quantity(comments, "comment"),
    ]
      .filter(Boolean)
      .join(", "),
  reply: "Your reply",
  noReply: "No reply is drafted. Write one here; it is saved for you.",
  noReplyYet: "No reply is drafted.",
  discloses: "It says that you belong to the brand.",
  hides: "It does not say that you belong to the brand. Reddit’s rules and readers expect it.",
  save: "Save",
  saved: "Saved",
  copy: "Copy the reply",
  dismiss: "Not for us",
  back: "Put it back",
  dismissed: "Taken off the list.",
};

/** The client brief. */
export const brief = {
  title: "Brief",
  frame: "Timeframe",
  frames: { "30d": "30 days", "90d": "90 days", "12m": "12 months" },
  of: (brand: string, tag?: string | null, provider?: string | null): string =>
    `${isolateDirection(brand)} in the answers of ${provider ? assistant(provider) : "AI assistants"}${tag ? ` to prompts tagged ${isolateDirection(tag)}` : ""}`,
  measured: (day: string): string => `Answers of ${day}`,
  none: "No answers so far, so there is nothing to report.",
  toOverview: "To the overview",
  watch: "The competitor to watch",
  lost: "Prompts to win back",
  lostNone: "No prompt is lost to a competitor by more than chance.",
  prompt: "Prompt",
  mentionRate: "Named in",
  ahead: "Most visible there",
  of2: (mentions: number, answers: number): string => `${mentions} of ${answers}`,
  done: "What was done, and what came of it",
  sources: "What the answers cite",
  domain: "Domain",
  kind: "Kind",
  share: "Share of citations",
  next: "What to do next",
  print: "Print",
  copy: "Copy as Markdown",
  madeUp: "These answers are made up by a built-in sandbox. They say nothing about the brands.",
  full: "The figures in full",
};
