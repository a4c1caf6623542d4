import { https, notReached, pageWeight, reachable, responseTime, robotsTxt } from "./access.ts";
import { type Category, type Check, categories, categoryTitles, skipped, type Verdict } from "./check.ts";
import { contentFreshness, faqOrQa, headingStructure, serverRenderedContent } from "./content.ts";
import { aiCrawlersAllowed, closedBelow } from "./crawlers.ts";
import { identity, llmsTxt, structuredData } from "./entity.ts";
import { indexable } from "./indexable.ts";
import { sitemap } from "./listed.ts";
import type { Material } from "./material.ts";
import { canonical, language, metaDescription, openGraph, title } from "./metadata.ts";

const check = (
  category: Category,
  id: string,
  weight: number,
  title: string,
  judge: (material: Material) => Verdict,
): Check => ({ id, category, title, weight, judge });

/** The twenty checks; their weights add up to 100. Source: docs/readiness.md. */
export const checks: readonly Check[] = [
  check("access", "reachable", 8, "The page can be reached", reachable),
  check("access", "https", 5, "It is served over https", https),
  check("access", "robots_txt", 3, "robots.txt can be read", robotsTxt),
  check("access", "ai_crawlers_allowed", 12, "AI crawlers are allowed", aiCrawlersAllowed),
  check("access", "indexable", 8, "It may be indexed and quoted", indexable),
  check("access", "sitemap", 5, "A sitemap lists it", sitemap),
  check("access", "response_time", 4, "It answers quickly", responseTime),
  check("access", "page_weight", 3, "Its HTML is light", pageWeight),
  check("content", "server_rendered_content", 12, "It can be read without JavaScript", serverRenderedContent),
  check("content", "heading_structure", 5, "Its headings form an outline", headingStructure),
  check("content", "content_freshness", 4, "It shows a recent date", contentFreshness),
  check("content", "faq_or_qa", 3, "It answers questions", faqOrQa),
  check("metadata", "title", 3, "Its title has a good length", title),
  check("metadata", "meta_description", 3, "Its description has a good length", metaDescription),
  check("metadata", "canonical", 3, "It names its canonical address", canonical),
  check("metadata", "language", 2, "It states its language", language),
  check("metadata", "open_graph", 2, "Links to it show a preview", openGraph),
  check("entity", "structured_data", 8, "Structured data says what it is", structuredData),
  check("entity", "identity", 4, "It says who publishes it", identity),
  check("entity", "llms_txt", 3, "It has an llms.txt", llmsTxt),
];

export type CheckVerdict = Omit<Check, "judge"> & Verdict;

export type Grade = "A" | "B" | "C" | "D" | "F";

/** What the checks say of a page together. */
export interface Readiness {
  /** 0-100, whole; null, as the grade is, if the page could not be seen. */
  score: number | null;
  grade: Grade | null;
  /** Why the page could not be seen from here; absent in checks of before it was told apart. */
  notReached?: string | null;
  /** The most it can be, whatever the other checks say; null if nothing caps it. */
  scoreCap: number | null;
  categories: { id: Category; title: string; score: number }[];
  checks: CheckVerdict[];
  /** At most five checks to fix first, by the weight lost on them. */
  topFixes: string[];
}

const capOfClosed = 49;
const mostFixes = 5;
const grades: readonly [Grade, atLeast: number][] = [
  ["A", 90],
  ["B", 75],
  ["C", 60],
  ["D", 40],
];

/** Judges what was fetched. A page that cannot be read gets a result like any other: 0. What could not be seen is not judged. */
export function readinessOf(material: Material): Readiness {
  const unseen = notReached(material);
  if (unseen !== null) return nothingSeen(unseen);
  const unread = reachable(material).status === "fail";
  const verdicts = checks.map(
    ({ judge, ...check }): CheckVerdict => ({
      ...check,
      ...(unread && check.id !== "reachable" ? skipped : judge(material)),
    }),
  );
  const scoreCap = capOf(verdicts);
  const score = Math.min(scoreOf(verdicts), scoreCap ?? 100);
  return {
    score,
    grade: grades.find(([, atLeast]) => score >= atLeast)?.[0] ?? "F",
    scoreCap,
    categories: categories.map((id) => ({
      id,
      title: categoryTitles[id],
      score: scoreOf(verdicts.filter(({ category }) => category === id)),
    })),
    checks: verdicts,
    topFixes: verdicts
      .filter((check) => check.fix !== null && check.status !== "skip" && lost(check) > 0)
      .sort((a, b) => lost(b) - lost(a) || b.weight - a.weight)
      .slice(0, mostFixes)
      .map(({ id }) => id),
  };
}

const nothingSeen = (reason: string): Readiness => ({
  ...{ score: null, grade: null, notReached: reason, scoreCap: null, categories: [], topFixes: [] },
  checks: checks.map(({ judge: _, ...check }) => ({ ...check, ...skipped })),
});

const lost = ({ weight, score }: CheckVerdict): number => weight * (1 - score);

/** Over the checks that were made; 0 if there were none. */
function scoreOf(verdicts: readonly CheckVerdict[]): number {
  const scoredChecks = verdicts.filter(({ status }) => status !== "skip");
  const total = scoredChecks.reduce((sum, { weight }) => sum + weight, 0);
  const reached = scoredChecks.reduce((sum, { weight, score }) => sum + weight * score, 0);
  return total === 0 ? 0 : Math.round((100 * reached) / total);
}

/** A page that asks not to be found, or lets nobody in, is not ready, however well made. */
function capOf(verdicts: readonly CheckVerdict[]): number | null {
  const closed = verdicts.some(
    ({ id, status, score }) =>
      (id === "indexable" && status === "fail") ||
      (id === "ai_crawlers_allowed" && status !== "skip" && score < closedBelow),
  );
  return closed ? capOfClosed : null;
}
