import { planBounds } from "../../../planner/topics/bounds.ts";
import { addressOf, type KnownPage, knownPages } from "../../../planner/topics/known-page.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import type { Parsing } from "../../outbound/parsing.ts";
import { type Project, trackedBrands } from "../../projects/project.ts";
import { findReport } from "../../reports/reports.ts";
import { plannedPagesOf, wholePagesOf } from "../../website/crawls/crawl-pages.ts";
import { findCrawlRecord } from "../../website/crawls/crawl-records.ts";
import type { DraftContext, DraftTerms } from "../writing/draft.ts";
import type { DraftMaterial } from "../writing/material.ts";
import { lettersLookedAt } from "../writing/pages/chosen-pages.ts";

export interface MaterialParts {
  db: Db;
  /** Picks what a draft may rest on, which of a large website takes long. */
  parsing: Pick<Parsing, "draftPages" | "draftMaterial" | "draft">;
}

/** What was known when the draft was accepted, as far as it still exists. */
export async function loadMaterial(
  { db, parsing }: MaterialParts,
  { context, report }: { context: DraftContext; report: { organizationId: string } },
  project: Project,
  terms: DraftTerms,
): Promise<DraftMaterial> {
  const { crawlRecordId, reportId } = context;
  const crawl =
    crawlRecordId === null
      ? undefined
      : await findCrawlRecord(db, wholeOf(report.organizationId), crawlRecordId);
  const basis =
    reportId === null ? undefined : await findReport(db, wholeOf(report.organizationId), reportId);
  const { domains } = trackedBrands(project).own;
  const knowledge = {
    pages: crawl ? await sourcesIn({ db, parsing }, crawl.id, terms, domains) : [],
    profile: crawl?.profile ?? null,
    report: basis?.scored ?? null,
    about: project.about,
    domains,
  };
  return parsing.draftMaterial({ terms, knowledge });
}

/** Most letters of all pages together: they are copied to the thread that reads them. */
const lettersMax = 10_000_000;

const lettersLoaded = (pages: number): number =>
  Math.min(lettersLookedAt, Math.floor(lettersMax / Math.max(1, Math.min(pages, planBounds.pages))));

/** The pages that a draft may rest on: of the others, only the beginnings are loaded. */
async function sourcesIn(
  { db, parsing }: MaterialParts,
  crawlId: string,
  terms: DraftTerms,
  domains: readonly string[],
): Promise<KnownPage[]> {
  const bounds = { most: planBounds.pages, lettersOf: lettersLoaded };
  const { pages: pageStarts } = await plannedPagesOf(db, crawlId, bounds);
  const ordinals = new Map(pageStarts.toReversed().map(({ ordinal, page }) => [addressOf(page), ordinal]));
  const pages = knownPages(pageStarts);
  const pageIndexes = await parsing.draftPages({ terms, pages, domains });
  const requestedOrdinals = pageIndexes.map((at) => ordinals.get(pages[at]!.url)!);
  const whole = await wholePagesOf(db, crawlId, requestedOrdinals);
  return knownPages(requestedOrdinals.map((ordinal) => ({ page: whole.get(ordinal) ?? null })));
}
