import { availableParallelism } from "node:os";
import { type AnswerReader, compileReader, namesTrackedBrand, readAnswer } from "../domain/answer/read.ts";
import type { TrackedBrands } from "../domain/project/brand.ts";
import type {
  AnswerParser,
  DraftMaterialRequest,
  DraftPagesRequest,
  DraftRequest,
  Parsing,
  PlanRequest,
  PostRequest,
  ProfileRequest,
  ScoreRequest,
  SurroundingsRequest,
} from "../kernel/outside/parsing.ts";
import { createPool, type Pool, type PoolTerms } from "./pool.ts";
import { readSamples } from "./samples.ts";
import { type Tasks, tasks } from "./tasks.ts";

const usual: PoolTerms = {
  // Leaves one core to serve requests.
  threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  // More than twice what 2 MB of the slowest HTML, or the longest import batch, take.
  timeMs: 5_000,
  wallMs: 30_000,
  startMs: 60_000,
  memoryMb: 256,
  idleMs: 10_000,
};

/**
 * Most bytes of a file that are read on this thread, some 30 ms of the slowest known input
 * (`bench/faults/fuzz-site.ts`): a thread costs 40 MB, and a third of a second to start.
 */
const fileMax = { page: 256 * 1024, sitemap: 256 * 1024, robots: 64 * 1024, llms: 32 * 1024 };
/** Most characters of titles and headings for which a site's topics are found on this thread. */
const profileMax = 20_000;
/** Most characters of answers, and of names to look for, that are read on this thread. */
const answersMax = 16 * 1024;
const namesMax = 20_000;
/** Most characters of pages and answers that are planned from on this thread, and most prompts times pages. */
const plannedMax = { letters: 100_000, pairs: 2_000 };
/** The same of a draft, and most prompts of the report that it quotes. */
const draftedMax = { letters: 100_000, prompts: 100 };
/** Most characters of Markdown that are rendered on this thread: deep quotations of 2,000 take up to 70 ms. */
const markdownMax = 1_000;
/** Most answers of which the figures are computed on this thread. */
const scoredMax = 200;

/** Reads foreign text, in other threads of this process if it is large. Disposing of it ends them. */
export function createParsing(
  terms: Partial<PoolTerms> = {},
): Parsing & AsyncDisposable & Pick<Pool, "size"> & { load(): Promise<void> } {
  const pool = createPool({ ...usual, ...terms });
  const here = oneByOne();

  const bySize =
    <T extends "page" | "robots" | "sitemap" | "llms">(task: T) =>
    (request: Parameters<Tasks[T]>[0]) =>
      request.body.length <= fileMax[task]
        ? here(() => (tasks[task] as (request: Parameters<Tasks[T]>[0]) => ReturnType<Tasks[T]>)(request))
        : pool.run(task, request);

  const parsing = {
    page: bySize("page"),
    robots: bySize("robots"),
    sitemap: bySize("sitemap"),
    llms: bySize("llms"),
    profile(request: ProfileRequest) {
      const small = { ...request, pages: request.pages.map(forProfile) };
      return headed(small) <= profileMax ? here(() => tasks.profile(small)) : pool.run("profile", small);
    },
    answers: (tracked: TrackedBrands) => answerParser(tracked, pool),
    surroundings: (request: SurroundingsRequest) =>
      request.text.length <= answersMax
        ? here(() => tasks.surroundings(request))
        : pool.run("surroundings", request),
    score: (request: ScoreRequest) =>
      request.answers.length <= scoredMax ? here(() => tasks.score(request)) : pool.run("score", request),
    plan: (request: PlanRequest) =>
      isSmallPlan(request) ? here(() => tasks.plan(request)) : pool.run("plan", request),
    draftPages: (request: DraftPagesRequest) =>
      lettersOf(request.pages) <= draftedMax.letters
        ? here(() => tasks.draftPages(request))
        : pool.run("draftPages", request),
    draftMaterial: (request: DraftMaterialRequest) =>
      isSmallMaterial(request)
        ? here(() => tasks.draftMaterial(request))
        : pool.run("draftMaterial", request),
    // Whoever wrote it waits for the engine or the blog far longer than for a thread.
    draft: (request: DraftRequest) =>
      request.text.length <= markdownMax ? here(() => tasks.draft(request)) : pool.run("draft", request),
    post: (request: PostRequest) =>
      request.markdown.length <= markdownMax ? here(() => tasks.post(request)) : pool.run("post", request),
    size: pool.size,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
  return { ...parsing, load: () => readSamples(parsing) };
}

/** What takes longer, in milliseconds, is followed by as long a rest: a request of several steps would wait at each of them. */
const restFromMs = 4;

/** Reads what arrives together one by one, giving everybody else as much time between them as they take. */
function oneByOne() {
  let last: Promise<unknown> = Promise.resolve();
  let restsUntil = 0;
  const rest = () =>
    new Promise<void>((resolve) => {
      const ms = restsUntil - performance.now();
      if (ms < restFromMs) setImmediate(resolve);
      else setTimeout(resolve, ms);
    });
  return <T extends Promise<unknown>>(read: () => T): T => {
    const mine = last.then(rest).then(async () => {
      const begun = performance.now();
      return read().finally(() => {
        const ended = performance.now();
        restsUntil = ended + (ended - begun);
      });
    });
    last = mine.catch(() => undefined);
    return mine as Promise<unknown> as T;
  };
}

function answerParser(tracked: TrackedBrands, pool: Pool): AnswerParser {
  let compiled: AnswerReader | undefined;
  const reader = () => {
    compiled ??= compileReader(tracked);
    return compiled;
  };
  const few = namesOf(tracked) <= namesMax;
  const isSmall = (characters: number): boolean => few && characters <= answersMax;
  return {
    isSmall,
    read: (answer) =>
      isSmall(answer.text.length)
        ? readAnswer(reader(), answer)
        : pool.run("answers", { tracked, answers: [answer] }).then(([read]) => read!.reading),
    readAll: (answers) => pool.run("answers", { tracked, answers }),
    branded: (prompt) => namesTrackedBrand(reader(), prompt),
  };
}

const namesOf = ({ own, rivals }: TrackedBrands): number =>
  [own, ...rivals].reduce(
    (sum, { name, aliases }) => sum + name.length + aliases.reduce((of, alias) => of + alias.length, 0),
    0,
  );

function isSmallPlan({ input: { pages, prompts, answers } }: PlanRequest): boolean {
  if ((pages?.length ?? 0) * prompts.length > plannedMax.pairs) return false;
  let letters = lettersOf(pages ?? []);
  for (const texts of answers.values()) for (const text of texts) letters += text.length;
  return letters <= plannedMax.letters;
}

const isSmallMaterial = ({ known: { pages, report } }: DraftMaterialRequest): boolean =>
  lettersOf(pages) <= draftedMax.letters && (report?.prompts.length ?? 0) <= draftedMax.prompts;

const lettersOf = (pages: readonly { text: string }[]): number =>
  pages.reduce((sum, { text }) => sum + text.length, 0);

type Crawled = ProfileRequest["pages"][number];

const textOfSummary = 1_000;

/** A profile looks only at the beginning of a text. */
const forProfile = (crawled: Crawled): Crawled => ({
  ...crawled,
  page: crawled.page && { ...crawled.page, text: crawled.page.text.slice(0, textOfSummary), links: [] },
});

const headed = ({ pages }: ProfileRequest): number =>
  pages.reduce(
    (sum, { page }) =>
      sum + (page ? page.headings.reduce((of, { text }) => of + text.length, page.title?.length ?? 0) : 0),
    0,
  );
