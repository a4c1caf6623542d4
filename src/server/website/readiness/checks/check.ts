import type { Material } from "./material.ts";

export const categories = ["access", "content", "metadata", "entity"] as const;
export type Category = (typeof categories)[number];

export const categoryTitles: Record<Category, string> = {
  access: "Can assistants reach it?",
  content: "Can they read it?",
  metadata: "Does it say what it is?",
  entity: "Is it clear who publishes it?",
};

export type CheckStatus = "pass" | "warn" | "fail" | "skip";

/** What a check found. Texts are ours; what the site says appears only in the evidence. */
export interface Verdict {
  status: CheckStatus;
  /** 0-1; follows from the status unless the check is graded. */
  score: number;
  message: string;
  evidence: Evidence | null;
  /** What to do, for somebody who can change the site; null if there is nothing to do. */
  fix: string | null;
}

export type Evidence = Record<string, string | number | boolean | null | readonly string[]>;

/** One of the twenty checks. Source: docs/readiness.md. */
export interface Check {
  id: string;
  category: Category;
  title: string;
  weight: number;
  judge(material: Material): Verdict;
}

export const pass = (message: string, evidence: Evidence | null = null): Verdict => ({
  status: "pass",
  score: 1,
  message,
  evidence,
  fix: null,
});

export const warn = (message: string, fix: string, evidence: Evidence | null = null): Verdict => ({
  status: "warn",
  score: 0.5,
  message,
  evidence,
  fix,
});

export const fail = (message: string, fix: string, evidence: Evidence | null = null): Verdict => ({
  status: "fail",
  score: 0,
  message,
  evidence,
  fix,
});

export const skipped: Verdict = {
  status: "skip",
  score: 0,
  message: "Not looked at: the page could not be read.",
  evidence: null,
  fix: null,
};

const excerptMax = 200;
const listedMax = 20;

/** Foreign text as evidence: one line, bounded. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, excerptMax * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  const points = [...line];
  return points.length <= excerptMax ? line : `${points.slice(0, excerptMax - 1).join("")}…`;
}

/** A bounded list of foreign texts as evidence. */
export const excerpts = (texts: readonly string[]): string[] => texts.slice(0, listedMax).map(excerpt);
