import { ownNames } from "../../../planner/prompts/own-names.ts";
import type { SiteOffer } from "../../../planner/prompts/site-offer.ts";
import {
  candidatesOf,
  type SuggestedPrompt,
  type SuggestionTerms,
  suggestPrompts,
} from "../../../planner/prompts/suggest-prompts.ts";
import type { TrackedBrands } from "../../../reader/brand.ts";
import type { SiteProfile } from "../../../site/crawl/crawl.ts";
import type { Context } from "../../api/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { patiently } from "../../outbound/patience.ts";
import type { Project } from "../../projects/project.ts";
import { rivalBrand, trackedBrands } from "../../projects/project.ts";
import { listPrompts } from "../../projects/prompts/prompts.ts";
import { type CrawlRecord, findCrawlRecord } from "../crawls/crawl-records.ts";
import { crawledPages } from "../crawls/crawled-pages.ts";

/** A crawl that prompts can be made from. */
export interface ReadyCrawl extends CrawlRecord {
  profile: SiteProfile;
}

/** The caller's crawl record; throws CRAWL_RECORD_NOT_FOUND, or REPORT_NOT_READY if it has nothing to show. */
export async function readyCrawl({ db, caller }: Context, crawlRecordId: string): Promise<ReadyCrawl> {
  const record = await findCrawlRecord(db, caller, crawlRecordId);
  if (!record) throw new Problem("CRAWL_RECORD_NOT_FOUND");
  const { profile, status } = record;
  if (!profile || status === "processing" || status === "failed")
    throw new Problem("REPORT_NOT_READY", {
      message:
        status === "processing"
          ? "This crawl is still running; poll GET /v1/crawls/{crawlRecordId}."
          : "This crawl failed. Start another with POST /v1/crawls.",
      details: {
        crawl_record_id: record.id,
        status,
        next_actions: [status === "processing" ? "get_crawl" : "start_crawl"],
      },
    });
  return { ...record, profile };
}

export interface CrawlPromptTerms {
  project: Project | null;
  /** Absent: the project's, or else the site's name. */
  brand?: string | undefined;
  /** Absent: the project's; questions may name those given. */
  competitors?: readonly string[] | undefined;
}

export interface CrawlPromptBasis {
  brand: string;
  competitors: string[];
  offer: SiteOffer;
  terms: Omit<SuggestionTerms, "isBranded">;
  /** The brands that a suggestion must not name. */
  avoided: TrackedBrands;
}

/** Everything that suggestions from this crawl rest on. */
export async function basisOf(
  context: Context,
  crawl: ReadyCrawl,
  { project, brand: brandInput, competitors: rivals }: CrawlPromptTerms,
): Promise<CrawlPromptBasis> {
  const { profile } = crawl;
  const brand = brandInput ?? project?.brand ?? profile.siteName ?? new URL(crawl.url).hostname;
  const competitors = [...(rivals ?? project?.competitors.map(({ name }) => name) ?? [])];
  const brands = project ? trackedBrands(project) : { own: nameOnly(brand), rivals: [] };
  const pages = await crawledPages(context, crawl);
  const names = [...ownNames(brand, profile), ...competitors];
  const about = project && brandInput === undefined ? project.about : null;
  return {
    brand,
    competitors,
    offer: await patiently(() =>
      context.parsing.offer({ profile, pages, terms: { names, about, language: project?.language ?? null } }),
    ),
    terms: {
      brand,
      rivals: rivals ?? [],
      saved: project ? (await listPrompts(context.db, project.id)).map(({ prompt }) => prompt) : [],
    },
    avoided: { own: brands.own, rivals: [...brands.rivals, ...[brand, ...competitors].map(nameOnly)] },
  };
}

/** What is suggested, with what an engine proposed first. */
export async function suggestionsFrom(
  { parsing }: Pick<Context, "parsing">,
  { offer, terms, avoided }: CrawlPromptBasis,
  proposed: readonly SuggestedPrompt[] = [],
): Promise<SuggestedPrompt[]> {
  const candidates = candidatesOf(offer, terms, proposed).map(({ prompt }) => prompt);
  const branded = await parsing.answers(avoided).brandedOf(candidates);
  return suggestPrompts(offer, { ...terms, isBranded: (prompt) => branded.has(prompt) }, proposed);
}

const nameOnly = (name: string) => rivalBrand({ name, aliases: [], domain: null });
