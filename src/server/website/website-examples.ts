import type { Static } from "typebox";
import { promptKey } from "../../reader/prompt.ts";
import {
  askedAt,
  crawlId,
  northwindBrands,
  projectId,
  questions,
  siteUrl,
  testId,
  website,
} from "../api/examples/northwind.ts";
import type { CrawlView } from "./crawls/crawl-view.ts";
import type { SuggestionView } from "./prompts/suggestion-view.ts";
import type { TestView } from "./prompts/test-view.ts";
import type { ReadinessView } from "./readiness/readiness-view.ts";

export const crawling: CrawlView = {
  id: crawlId,
  project_id: projectId,
  url: website,
  status: "processing",
  terminal: false,
  poll_after_seconds: 2,
  pages: 0,
  pages_found: 1,
  pages_failed: null,
  pages_merged: null,
  pages_walled: null,
  sitemaps_unread: null,
  title: null,
  site_name: null,
  summary: null,
  language: null,
  topics: [],
  page_inventory: [],
  content_trust: "untrusted_third_party",
  failure: null,
  created_at: askedAt,
  completed_at: null,
};

export const crawled: CrawlView = {
  ...crawling,
  ...{ status: "completed", terminal: true, poll_after_seconds: null, pages: 1, pages_found: 1 },
  pages_failed: 0,
  pages_merged: 0,
  pages_walled: [],
  sitemaps_unread: [],
  title: "Northwind: quiet electric kettles",
  site_name: "Northwind",
  summary: "Electric kettles that boil at 48 dB.",
  language: "en",
  topics: ["quiet electric kettles", "temperature control"],
  page_inventory: [
    {
      url: website,
      depth: 0,
      title: "Northwind: quiet electric kettles",
      description: "Electric kettles that boil at 48 dB.",
      language: "en",
      headings: [{ level: 1, text: "Kettles you do not hear" }],
      words: 412,
      excerpt: "Kettles you do not hear. Every Northwind boils at 48 dB, quieter than a conversation.",
      fetched_at: "2026-01-15T09:00:01.000Z",
    },
  ],
  completed_at: "2026-01-15T09:00:04.000Z",
};

export const suggestions: Static<typeof SuggestionView> = {
  test_id: testId,
  crawl_record_id: crawlId,
  project_id: projectId,
  brand: northwindBrands.own.name,
  competitors: northwindBrands.rivals.map(({ name }) => name),
  prompts: questions.map((prompt) => ({
    prompt_key: promptKey(prompt),
    prompt,
    intent: "comparison" as const,
    rationale: "The website is about quiet electric kettles.",
  })),
  prompt_count: questions.length,
  saved_prompt_count: questions.length,
  report_url: `${siteUrl}/tests/${testId}`,
};

export const test: Static<typeof TestView> = {
  id: testId,
  project_id: projectId,
  crawl_record_id: crawlId,
  brand: suggestions.brand,
  competitors: suggestions.competitors,
  prompts: suggestions.prompts.map(({ prompt_key, prompt, intent }) => ({ prompt_key, prompt, intent })),
  prompt_count: suggestions.prompt_count,
};

export const readiness: Static<typeof ReadinessView> = {
  id: "019bbf22-6b1f-7c90-8e3d-4a5b6c7d8e9f",
  cached: false,
  project_id: projectId,
  url: website,
  created_at: askedAt,
  expires_at: "2026-01-16T09:00:00.000Z",
  result: {
    url: website,
    final_url: website,
    crawl_record_id: crawlId,
    fetched_at: askedAt,
    pages_crawled: 1,
    score: 78,
    grade: "B",
    not_reached: null,
    score_cap: null,
    categories: [{ id: "access", title: "Can assistants reach it?", score: 90 }],
    checks: [
      {
        id: "sitemap",
        category: "access",
        title: "There is a sitemap",
        status: "fail",
        weight: 3,
        score: 0,
        message: "No sitemap was found.",
        evidence: { looked_at: "/sitemap.xml" },
        fix: "Publish a sitemap and name it in robots.txt.",
      },
    ],
    top_fixes: ["sitemap"],
  },
};
