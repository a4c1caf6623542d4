import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Confidence } from "../../src/planner/topics/coverage.ts";
import { type KnownPage, type PlannerInput, planContent } from "../../src/planner/topics/planner.ts";
import { promptKey } from "../../src/reader/prompt.ts";
import { stemmerFor } from "../../src/reader/text/language/stemmer.ts";

export const classes = { n: "new", o: "optimise", c: "covered" } as const;
export type Label = keyof typeof classes;

export interface Verdict {
  label: Label;
  page: string | null;
}

export interface Question extends Verdict {
  text: string;
  /** How a second person judged it; null if nobody did. */
  second: Verdict | null;
  /** What an assistant answers; null if nobody wrote it. */
  answer: string | null;
}

export interface Site {
  brand: string;
  language: string;
  pages: KnownPage[];
  questions: Question[];
}

/** A question, its judgement, and what the planner makes of it. */
export interface Judged extends Verdict {
  site: string;
  question: string;
  second: Verdict | null;
  planned: Label;
  plannedPage: string | null;
  confidence: Confidence;
  reason: string;
}

const parts = (line: string, from: number): string[] =>
  line
    .slice(from)
    .split(" | ")
    .map((part) => part.trim());

function verdictIn(text: string): Verdict {
  const [label, page = null] = text.split(" ");
  return { label: label as Label, page };
}

export function sitesIn(text: string): Site[] {
  const sites: Site[] = [];
  // Only files with answers have second labels, where they differ.
  const isTwice = /^! /m.test(text);
  for (const line of text.split("\n")) {
    const site = sites.at(-1);
    if (line.startsWith("@ ")) {
      const [brand = "", language = ""] = parts(line, 2);
      sites.push({ brand, language, pages: [], questions: [] });
    } else if (line.startsWith("/") && site) {
      const [url = "", title = "", headings = "", text = ""] = parts(line, 0);
      site.pages.push({
        url,
        title,
        description: null,
        headings: headings.split("; "),
        text,
        language: site.language,
      });
    } else if (line.startsWith("? ") && site) {
      const [judged = "", question = "", other] = parts(line, 2);
      const first = verdictIn(judged);
      const second = other ? verdictIn(other) : isTwice ? first : null;
      site.questions.push({ ...first, text: question, second, answer: null });
    } else if (line.startsWith("! ") && site) site.questions.at(-1)!.answer = line.slice(2);
  }
  return sites;
}

export const sitesOf = (file: string): Site[] =>
  sitesIn(readFileSync(join(import.meta.dirname, file), "utf8"));

/** A site with the inner pages of all others in its language beside its own: as many as a large website has. */
export function amongOthers(site: Site, others: readonly Site[]): Site {
  const beside = others
    .filter(({ brand, language }) => brand !== site.brand && language === site.language)
    .flatMap(({ brand, pages }) =>
      pages.filter(({ url }) => url !== "/").map((page) => ({ ...page, url: `/${brand}${page.url}` })),
    );
  return { ...site, pages: [...site.pages, ...beside] };
}

/** What a plan for a site is made from, with or without the answers to its questions. */
export async function inputOf(
  { brand, language, pages, questions }: Site,
  given: { answers: boolean },
): Promise<PlannerInput> {
  const answered = questions.flatMap(({ text, answer }) =>
    given.answers && answer !== null ? [[promptKey(text), [answer]] as const] : [],
  );
  return {
    ...{ brand, language, pages, domains: [], report: null },
    stem: await stemmerFor(language),
    prompts: questions.map(({ text }) => ({ promptKey: promptKey(text), prompt: text, intent: null })),
    answers: new Map(answered),
  };
}

const actions = { create_new_article: "n", optimize_existing_url: "o", covered_existing_url: "c" } as const;

/** Plans every question of a file in this folder, over the pages of its site. */
export async function judged(
  file: string,
  { answers = true, others = [] }: { answers?: boolean; others?: readonly Site[] } = {},
): Promise<Judged[]> {
  const rows: Judged[] = [];
  for (const small of sitesOf(file)) {
    const site = amongOthers(small, others);
    const input = await inputOf(site, { answers });
    const plan = planContent(input, site.questions.length);
    const topics = [...plan.topics, ...plan.covered];
    for (const { text, label, page, second } of site.questions) {
      const topic = topics.find(({ promptKeys }) => promptKeys.includes(promptKey(text)))!;
      rows.push({
        ...{ site: site.brand, question: text, label, page, second, confidence: topic.confidence },
        ...{ planned: actions[topic.action], plannedPage: topic.targetUrl, reason: topic.reason },
      });
    }
  }
  return rows;
}

/** Whether action and page are those that were judged right. */
export const isSame = ({ label, page, planned, plannedPage }: Judged): boolean =>
  label === planned && page === plannedPage;

/** Ways to be wrong. */
export const kinds = {
  missed: "page missed",
  invented: "page not about it",
  other: "another page",
  less: "called partial",
  more: "called covered",
} as const;

/** How the plan for a question is wrong; null if it is right. */
export function kindOf(row: Judged): keyof typeof kinds | null {
  const { label, page, planned, plannedPage } = row;
  if (isSame(row)) return null;
  if (planned === "n") return "missed";
  if (label === "n") return "invented";
  if (page !== plannedPage) return "other";
  return planned === "o" ? "less" : "more";
}

/** Precision and recall of one class; an answer is right only with the right page. */
export function agreement(rows: readonly Judged[], label: Label): { precision: number; recall: number } {
  const right = rows.filter((row) => row.label === label && isSame(row));
  const share = (of: number): number => (of === 0 ? 0 : right.length / of);
  return {
    precision: share(rows.filter((row) => row.planned === label).length),
    recall: share(rows.filter((row) => row.label === label).length),
  };
}
