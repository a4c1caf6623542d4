/** Where a text is to be published. */
export const draftPlatforms = ["blog", "linkedin", "thread"] as const;
export type DraftPlatform = (typeof draftPlatforms)[number];

/** `update_brief` says what to change on an existing page; the others are texts to publish. */
export const contentKinds = ["article", "update_brief", "post", "thread"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Angles a text can take; `auto` leaves the choice to the topic. */
export const promptTypes = [
  "auto",
  "how_to",
  "listicle",
  "comparison",
  "alternatives",
  "case_study",
  "thought_leadership",
  "faq",
  "announcement",
] as const;
export type PromptType = (typeof promptTypes)[number];

/** The page to change. */
export interface TargetPage {
  url: string;
  title: string;
}

/** What the caller asked for. */
export interface DraftWish {
  platform: DraftPlatform;
  kind: ContentKind;
  topic: string;
  /** Null if the caller asked for none. */
  promptType: PromptType | null;
  /** Null except for an update brief. */
  target: TargetPage | null;
  /** What the caller passed along, unchanged. */
  metadata: Record<string, unknown>;
}

/** What is to be written. */
export interface DraftTerms extends Omit<DraftWish, "promptType" | "metadata"> {
  promptType: PromptType;
  /** BCP 47. */
  language: string;
  brand: string;
  rivals: readonly string[];
}

/** How much of an analysis the draft could use. */
export type ContextQuality = "full" | "partial" | "none";

/** What was known when the draft was accepted. */
export interface DraftContext {
  quality: ContextQuality;
  /** One plain sentence. */
  message: string;
  crawlRecordId: string | null;
  reportId: string | null;
}

/** A written text. */
export interface DraftContent {
  title: string | null;
  /** Null for a thread. */
  bodyMarkdown: string | null;
  /** The posts of a thread, in order; null otherwise. */
  posts: string[] | null;
  metaDescription: string | null;
  slug: string | null;
  /** Pages that its claims rest on, without repeats. */
  sources: DraftSource[];
}

export interface DraftSource {
  url: string;
  title: string | null;
}

/** Minimum and maximum lengths per platform. Source: docs/content.md. */
export const draftBounds = {
  /** Words of an article. */
  blog: { wordsMin: 600, wordsMax: 2_000 },
  /** Words of an update brief. */
  brief: { wordsMin: 80, wordsMax: 1_500 },
  /** Characters of a post, as code points; a minimum of words, so that it says something. */
  linkedin: { charactersMax: 3_000, wordsMin: 20 },
  /** Number of posts, and code points per post. */
  thread: { postsMin: 2, postsMax: 15, charactersMax: 280 },
  /** Code points. */
  title: { charactersMax: 120 },
  meta: { charactersMin: 50, charactersMax: 160 },
  slug: { charactersMax: 60 },
} as const;
