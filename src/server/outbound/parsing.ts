import type { ScoredReport, TrendPoint } from "../../figures/report.ts";
import type { TagMetrics } from "../../figures/tags/by-tag.ts";
import type { TaggedPrompts } from "../../figures/tags/tag.ts";
import type { OfferTerms, SiteOffer } from "../../planner/prompts/site-offer.ts";
import type { KnownPage } from "../../planner/topics/known-page.ts";
import type { Plan, PlannerInput } from "../../planner/topics/planner.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { Surroundings } from "../../reader/correction.ts";
import type { GivenCitation, Reading } from "../../reader/reading.ts";
import type { CrawledPage, SiteFacts, SiteProfile } from "../../site/crawl/crawl.ts";
import type { RobotsFile, RobotsRequest } from "../../site/crawl/robots-file.ts";
import type { SitemapFile, SitemapRequest } from "../../site/crawl/sitemap-file.ts";
import type { PageHeaders, WholePage } from "../../site/page/page.ts";
import type { FileBytes } from "../../site/page/site-file.ts";
import type { ReadDraft } from "../content/writing/check.ts";
import type { DraftTerms } from "../content/writing/draft.ts";
import type { PostHtml } from "../content/writing/markdown/post-html.ts";
import type { DraftKnowledge, DraftMaterial } from "../content/writing/material.ts";
import type { Candidate, DropReason, RedditOpportunity } from "../reddit/opportunity.ts";
import type { BrandFacts } from "../reddit/reply.ts";
import type { LlmsFile } from "../website/readiness/checks/llms-txt.ts";

/**
 * Reads foreign text: small text on this thread, large text on one that serves no requests, within bounds of time and
 * memory. Every method throws UnreadableError at those bounds, and BusyError if this machine is too busy to read it.
 */
export interface Parsing {
  page(request: PageRequest): Promise<WholePage>;
  robots(request: RobotsRequest): Promise<RobotsFile>;
  sitemap(request: SitemapRequest): Promise<SitemapFile | "web_page" | "unknown">;
  llms(request: FileBytes): Promise<LlmsFile>;
  profile(request: ProfileRequest): Promise<SiteProfile>;
  /** What a site sells, by its profile and pages. */
  offer(request: OfferRequest): Promise<SiteOffer>;
  /** Compiled once per set of brands. */
  answers(brands: TrackedBrands): AnswerParser;
  /** What a correction keeps of what stands around a span of an answer. */
  surroundings(request: SurroundingsRequest): Promise<Surroundings>;
  /** The figures of answers that were read. */
  score(request: ScoreRequest): Promise<ScoredReport>;
  /** The trend point that a report over answers would have. */
  point(request: ScoreRequest): Promise<TrendPoint>;
  /** The figures over the answers to each tag's prompts. */
  byTag(request: TagsRequest): Promise<TagMetrics[]>;
  /** What to write for a website. */
  plan(request: PlanRequest): Promise<Plan>;
  /** The pages that a draft may rest on, as indices of those given. */
  draftPages(request: DraftPagesRequest): Promise<number[]>;
  /** What a draft may rest on. */
  draftMaterial(request: DraftMaterialRequest): Promise<DraftMaterial>;
  /** What an assistant wrote, checked. */
  draft(request: DraftRequest): Promise<ReadDraft>;
  /** A draft's Markdown as a post. */
  post(request: PostRequest): Promise<PostHtml>;
  /** Which Reddit threads are worth a reply, in the order given. */
  threads(request: ThreadsRequest): Promise<(RedditOpportunity | DropReason)[]>;
}

export interface ThreadsRequest {
  brands: TrackedBrands;
  prompts: readonly { promptKey: string; prompt: string }[];
  language: string;
  facts: BrandFacts;
  candidates: readonly Candidate[];
  now: Date;
}

export interface DraftRequest {
  terms: DraftTerms;
  material: DraftMaterial;
  /** As the assistant gave it. */
  text: string;
}

export interface PostRequest {
  markdown: string;
}

export interface PageRequest extends FileBytes, PageHeaders {
  url: string;
}

export interface ProfileRequest {
  pages: readonly CrawledPage[];
  site: SiteFacts;
}

export interface OfferRequest {
  profile: SiteProfile;
  pages: readonly CrawledPage[];
  terms: OfferTerms;
}

export interface SurroundingsRequest {
  text: string;
  /** UTF-16 indices. */
  span: { start: number; end: number };
}

export interface ScoreRequest {
  answers: readonly MeasuredAnswer[];
  brands: TrackedBrands;
  /** More answers are coming: what is said of a whole report is left out. */
  growing?: boolean;
}

export interface TagsRequest extends ScoreRequest {
  tags: readonly TaggedPrompts[];
}

export interface PlanRequest {
  input: UnstemmedInput;
  /** Most topics. */
  count: number;
}

export interface DraftPagesRequest {
  terms: DraftTerms;
  /** Of the text of each, the beginning is enough (`lettersLookedAt`). */
  pages: readonly KnownPage[];
  /** The brand's own. */
  domains: readonly string[];
}

export interface DraftMaterialRequest {
  terms: DraftTerms;
  knowledge: Omit<DraftKnowledge, "stem">;
}

/** What a plan is made from; the stemmer follows from its language. */
export type UnstemmedInput = Omit<PlannerInput, "stem">;

export interface GivenAnswer {
  text: string;
  citations: readonly GivenCitation[];
  prompt: string;
  /** Whether more would have come; absent: no. */
  truncated?: boolean;
  /** Whether the vendor says that it declined or withheld the answer; absent: no. */
  declined?: boolean;
}

export interface AnswerParser {
  /** Whether answers of this many characters are read on this thread. */
  isSmall(characters: number): boolean;
  read(answer: GivenAnswer): Reading | Promise<Reading>;
  /** Reads several together, off this thread. Throws UnreadableError if together they are too much. */
  readAll(answers: readonly GivenAnswer[]): Promise<{ reading: Reading; branded: boolean }[]>;
  /** Whether a prompt names a tracked brand. */
  branded(prompt: string): boolean | Promise<boolean>;
  /** Those of some prompts that name a tracked brand, others' work in between. */
  brandedOf(prompts: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A foreign text could not be read within its time and memory. */
export class UnreadableError extends Error {
  override name = "UnreadableError";

  constructor(why: "time" | "memory") {
    super(why);
  }
}

/** A text was not read, which says nothing of the text: this machine had no time for it. Reading it again can work. */
export class BusyError extends Error {
  override name = "BusyError";
}
