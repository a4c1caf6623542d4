import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type KnownPage, planContent } from "../../src/domain/content/plan/planner.ts";
import { promptKey } from "../../src/domain/project/prompt.ts";
import { stemmerFor } from "../../src/domain/text/stemmer.ts";

export const classes = { n: "new", o: "optimise", c: "covered" } as const;
export type Label = keyof typeof classes;

interface Site {
  brand: string;
  language: string;
  pages: KnownPage[];
  questions: { label: Label; page: string | null; text: string }[];
}

/** A question with what it was judged to be and what the planner makes of it. */
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

/** Every question of a file beside this one, planned by itself over the pages of its site. */
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

/** Of one class: how much of what was planned as it is right, and how much of what is it was found; page and all. */
export function agreement(rows: readonly Judged[], label: Label): { precision: number; recall: number } {
  const right = rows.filter(
    (row) => row.planned === label && row.label === label && row.page === row.plannedPage,
  );
  const share = (of: number): number => (of === 0 ? 0 : right.length / of);
  return {
    precision: share(rows.filter((row) => row.planned === label).length),
    recall: share(rows.filter((row) => row.label === label).length),
  };
}
