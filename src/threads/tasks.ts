import type { AnswerReader } from "../domain/answer/read.ts";
import type { Reading } from "../domain/answer/reading.ts";
import type { TrackedBrands } from "../domain/project/brand.ts";
import type { RobotsRequest } from "../domain/website/crawl/robots-file.ts";
import type { FileBytes } from "../domain/website/crawl/site-file.ts";
import type { SitemapRequest } from "../domain/website/crawl/sitemap-file.ts";
import type {
  DraftMaterialRequest,
  DraftPagesRequest,
  DraftRequest,
  GivenAnswer,
  PageRequest,
  PlanRequest,
  PostRequest,
  ProfileRequest,
  ScoreRequest,
  SurroundingsRequest,
} from "../kernel/outside/parsing.ts";

export interface AnswersRequest {
  tracked: TrackedBrands;
  answers: readonly GivenAnswer[];
}

/** What threads can do. Each task loads its own code, as reading pages takes many modules. */
export const tasks = {
  async page({ body, contentType, url, ...headers }: PageRequest) {
    const { decodedPage } = await import("../domain/website/page/charset.ts");
    const { readPage } = await import("../domain/website/page/page.ts");
    return readPage(decodedPage(body, contentType), url, headers);
  },
  async robots(request: RobotsRequest) {
    return (await import("../domain/website/crawl/robots-file.ts")).readRobotsFile(request);
  },
  async sitemap(request: SitemapRequest) {
    return (await import("../domain/website/crawl/sitemap-file.ts")).readSitemapFile(request);
  },
  async llms(file: FileBytes) {
    return (await import("../domain/website/readiness/llms-txt.ts")).readLlmsFile(file);
  },
  async profile({ pages, site }: ProfileRequest) {
    return (await import("../domain/website/crawl/crawl.ts")).siteProfile(pages, site);
  },
  async score({ answers, tracked }: ScoreRequest) {
    return (await import("../domain/report/report.ts")).scoreReport(answers, tracked);
  },
  async plan({ input, count }: PlanRequest) {
    const { planContent } = await import("../domain/content/plan/planner.ts");
    const { stemmerFor } = await import("../domain/text/language/stemmer.ts");
    return planContent({ ...input, stem: await stemmerFor(input.language) }, count);
  },
  async draftPages({ terms, ...site }: DraftPagesRequest) {
    const { draftPages } = await import("../domain/content/draft/pages/chosen-pages.ts");
    const { stemmerFor } = await import("../domain/text/language/stemmer.ts");
    return draftPages(terms, { ...site, stem: await stemmerFor(terms.language) });
  },
  async draftMaterial({ terms, known }: DraftMaterialRequest) {
    const { draftMaterial } = await import("../domain/content/draft/material.ts");
    const { stemmerFor } = await import("../domain/text/language/stemmer.ts");
    return draftMaterial(terms, { ...known, stem: await stemmerFor(terms.language) });
  },
  async draft({ terms, material, text }: DraftRequest) {
    return (await import("../domain/content/draft/check.ts")).readDraft(terms, material, text);
  },
  async post({ markdown }: PostRequest) {
    return (await import("../domain/content/draft/markdown/post-html.ts")).postHtml(markdown);
  },
  async surroundings({ text, span }: SurroundingsRequest) {
    const { surroundingsIn } = await import("../domain/answer/correcting/corrector.ts");
    const { parseShown } = await import("../domain/answer/shown/parse-shown.ts");
    return surroundingsIn(parseShown(text), span);
  },
  async answers({ tracked, answers }: AnswersRequest): Promise<{ reading: Reading; branded: boolean }[]> {
    const { namesTrackedBrand, readAnswer } = await import("../domain/answer/read.ts");
    const reader = await readerFor(tracked);
    return answers.map((answer) => ({
      reading: readAnswer(reader, answer),
      branded: namesTrackedBrand(reader, answer.prompt),
    }));
  },
};

export type Tasks = typeof tasks;

let last: { key: string; reader: AnswerReader } | undefined;

/** Answers of one project tend to arrive together. */
async function readerFor(tracked: TrackedBrands) {
  const { compileReader } = await import("../domain/answer/read.ts");
  const key = JSON.stringify(tracked);
  if (last?.key !== key) last = { key, reader: compileReader(tracked) };
  return last.reader;
}
