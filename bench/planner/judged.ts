import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type KnownPage, planContent } from "../../src/domain/content/plan/planner.ts";
import { promptKey } from "../../src/domain/project/prompt.ts";
import { stemmerFor } from "../../src/domain/text/language/stemmer.ts";

export const classes = { n: "new", o: "optimise", c: "covered" } as const;
export type Label = keyof typeof classes;

interface Site {
  brand: string;
  language: string;
  pages: KnownPage[];
  questions: { label: Label; page: string | null; text: string }[];
}

/** A question, its judgement, and what the planner makes of it. */
export interface Judged {
  site: string;
  question: string;
  label: Label;
  page: string | null;
  planned: Label;
  plannedPage: string | null;
  reason: string;
}

const parts = (line: string, from: number): string[] =>
  line
    .slice(from)
    .split(" | ")
    .map((part) => part.trim());

export function sitesIn(text: string): Site[] {
  const sites: Site[] = [];
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
      const [judged = "", question = ""] = parts(line, 2);
      const [label, page = null] = judged.split(" ");
      site.questions.push({ label: label as Label, page, text: question });
    }
  }
  return sites;
}

const actions = { create_new_article: "n", optimize_existing_url: "o", covered_existing_url: "c" } as const;

/** Plans every question of a file in this folder by itself, over the pages of its site. */
export async function judged(file: string): Promise<Judged[]> {
  const sites = sitesIn(readFileSync(join(import.meta.dirname, file), "utf8"));
  const rows: Judged[] = [];
  for (const { brand, language, pages, questions } of sites) {
    const stem = await stemmerFor(language);
    for (const { label, page, text } of questions) {
      const prompts = [{ promptKey: promptKey(text), prompt: text, intent: null }];
      const plan = planContent({ brand, domains: [], language, stem, prompts, report: null, pages }, 1);
      const topic = [...plan.topics, ...plan.covered][0]!;
      rows.push({
        ...{ site: brand, question: text, label, page },
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
