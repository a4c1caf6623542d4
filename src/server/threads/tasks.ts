import { LRUCache } from "lru-cache";
import type { ScoredReport } from "../../figures/report.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { AnswerReader } from "../../reader/read.ts";
import type { Reading } from "../../reader/reading.ts";
import type { RobotsRequest } from "../../site/crawl/robots-file.ts";
import type { SitemapRequest } from "../../site/crawl/sitemap-file.ts";
import type { FileBytes } from "../../site/page/site-file.ts";
import type {
  DraftMaterialRequest,
  DraftPagesRequest,
  DraftRequest,
  GivenAnswer,
  OfferRequest,
  PageRequest,
  PlanRequest,
  PostRequest,
  ProfileRequest,
  ScoreRequest,
  SurroundingsRequest,
  TagsRequest,
  ThreadsRequest,
} from "../outbound/parsing.ts";

export interface AnswersRequest {
  brands: TrackedBrands;
  answers: readonly GivenAnswer[];
}

/** A request whose answers were turned into bytes in parts, so that others had turns between them. */
export type Packed<Request extends ScoreRequest> = Omit<Request, "answers"> & {
  packed: readonly Uint8Array[];
};

async function unpacked<Request extends ScoreRequest>({ packed, ...terms }: Packed<Request>) {
  const { deserialize } = await import("node:v8");
  return {
    ...terms,
    answers: packed.flatMap((part) => deserialize(part) as MeasuredAnswer[]),
  } as unknown as Request;
}

/** What threads can do. Each task loads its own code, as reading pages takes many modules. */
export const tasks = {
  async page({ body, contentType, url, ...headers }: PageRequest) {
    const { decodedPage } = await import("../../site/page/charset.ts");
    const { readPage } = await import("../../site/page/page.ts");
    return readPage(decodedPage(body, contentType), url, headers);
  },
  async robots(request: RobotsRequest) {
    return (await import("../../site/crawl/robots-file.ts")).readRobotsFile(request);
  },
  async sitemap(request: SitemapRequest) {
    return (await import("../../site/crawl/sitemap-file.ts")).readSitemapFile(request);
  },
  async llms(file: FileBytes) {
    return (await import("../website/readiness/checks/llms-txt.ts")).readLlmsFile(file);
  },
  async profile({ pages, site }: ProfileRequest) {
    return (await import("../../site/crawl/crawl.ts")).siteProfile(pages, site);
  },
  async offer({ profile, pages, terms }: OfferRequest) {
    return (await import("../../planner/prompts/site-offer.ts")).siteOffer(profile, pages, terms);
  },
  async score({ answers, brands, growing }: ScoreRequest): Promise<ScoredReport> {
    const scored = (await import("../../figures/report.ts")).scoreReport(answers, brands);
    if (growing) return scored;
    return { ...scored, noise: (await import("../../figures/planning/noise.ts")).ownNoise(scored.cells) };
  },
  async point({ answers, brands }: ScoreRequest) {
    return (await import("../../figures/report.ts")).pointOver(answers, brands);
  },
  async byTag({ answers, brands, tags }: TagsRequest) {
    return (await import("../../figures/tags/by-tag.ts")).metricsByTag(answers, brands, tags);
  },
  scorePacked: async (request: Packed<ScoreRequest>) => tasks.score(await unpacked(request)),
  pointPacked: async (request: Packed<ScoreRequest>) => tasks.point(await unpacked(request)),
  byTagPacked: async (request: Packed<TagsRequest>) => tasks.byTag(await unpacked(request)),
  async plan({ input, count }: PlanRequest) {
    const { planContent } = await import("../../planner/topics/planner.ts");
    const { stemmerFor } = await import("../../reader/text/language/stemmer.ts");
    return planContent({ ...input, stem: await stemmerFor(input.language) }, count);
  },
  async draftPages({ terms, ...site }: DraftPagesRequest) {
    const { draftPages } = await import("../content/writing/pages/chosen-pages.ts");
    const { stemmerFor } = await import("../../reader/text/language/stemmer.ts");
    return draftPages(terms, { ...site, stem: await stemmerFor(terms.language) });
  },
  async draftMaterial({ terms, knowledge }: DraftMaterialRequest) {
    const { draftMaterial } = await import("../content/writing/material.ts");
    const { stemmerFor } = await import("../../reader/text/language/stemmer.ts");
    return draftMaterial(terms, { ...knowledge, stem: await stemmerFor(terms.language) });
  },
  async draft({ terms, material, text }: DraftRequest) {
    return (await import("../content/writing/check.ts")).readDraft(terms, material, text);
  },
  async post({ markdown }: PostRequest) {
    return (await import("../content/writing/markdown/post-html.ts")).postHtml(markdown);
  },
  async surroundings({ text, span }: SurroundingsRequest) {
    const { surroundingsIn } = await import("../../reader/corrections/corrector.ts");
    const { parseShown } = await import("../../reader/hidden-parts/parse-shown.ts");
    return surroundingsIn(parseShown(text), span);
  },
  async threads({ brands, prompts, language, facts, candidates, now }: ThreadsRequest) {
    const { compileTopic } = await import("../reddit/relevance.ts");
    const { judgeThread } = await import("../reddit/opportunity.ts");
    const topic = compileTopic(brands, prompts, language, await readerFor(brands));
    return candidates.map((candidate) => judgeThread(topic, facts, candidate, now));
  },
  async answers({ brands, answers }: AnswersRequest): Promise<{ reading: Reading; branded: boolean }[]> {
    const { namesTrackedBrand, readAnswer } = await import("../../reader/read.ts");
    const reader = await readerFor(brands);
    // One prompt has many answers.
    const branded = new Map<string, boolean>();
    return answers.map((answer) => {
      const { prompt } = answer;
      const isBranded = branded.get(prompt) ?? namesTrackedBrand(reader, prompt);
      branded.set(prompt, isBranded);
      return { reading: readAnswer(reader, answer), branded: isBranded };
    });
  },
  async branded({ brands, prompts }: { brands: TrackedBrands; prompts: readonly string[] }) {
    const { namesTrackedBrand } = await import("../../reader/read.ts");
    const reader = await readerFor(brands);
    return prompts.filter((prompt) => namesTrackedBrand(reader, prompt));
  },
};

export type Tasks = typeof tasks;

/** Answers of one project tend to arrive together, those of a few in turns. */
const readers = new LRUCache<string, AnswerReader>({ max: 4 });

async function readerFor(brands: TrackedBrands) {
  const { compileReader } = await import("../../reader/read.ts");
  const key = JSON.stringify(brands);
  const reader = readers.get(key) ?? compileReader(brands);
  readers.set(key, reader);
  return reader;
}
