import { availableParallelism, totalmem } from "node:os";
import { serialize } from "node:v8";
import type { TrackedBrands } from "../../reader/brand.ts";
import { type AnswerReader, compileReader, namesTrackedBrand, readAnswer } from "../../reader/read.ts";
import { createPace } from "../kernel/pace.ts";
import { lineNow } from "../kernel/turns/on-behalf.ts";
import { createTurns } from "../kernel/turns/turns.ts";
import type {
  AnswerParser,
  DraftMaterialRequest,
  DraftPagesRequest,
  DraftRequest,
  OfferRequest,
  Parsing,
  PlanRequest,
  PostRequest,
  ProfileRequest,
  ScoreRequest,
  SurroundingsRequest,
  ThreadsRequest,
} from "../outbound/parsing.ts";
import {
  areFewNames,
  areFewThreads,
  areSmallPages,
  isSmallMaterial,
  isSmallPlan,
  isSmallReport,
  isSmallSite,
} from "./in-place.ts";
import { createPool, type Pool, type PoolTerms } from "./pool.ts";
import { readSamples } from "./samples.ts";
import { type Packed, type Tasks, tasks } from "./tasks.ts";

// Leaves one core to serve requests.
const readers = Math.max(1, Math.min(2, availableParallelism() - 1));

const usual: PoolTerms = {
  ...{ threads: readers, each: readers },
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
/** Most characters of answers that are read on this thread. */
const answersMax = 16 * 1024;
/** So few that a thread has time for them, with as many names as a project may have. */
const promptsPerTask = 20;
/** The same of Reddit threads. */
const threadsPerTask = 10;
/** Most characters of Markdown that are rendered on this thread: deep quotations of 2,000 take up to 70 ms. */
const markdownMax = 1_000;
/** Memory that has room for two of them. */
const roomForTwo = 4 * 1_024 ** 3;

/**
 * For a report at the bounds of a run, with room: it must not be lost, and in threads of their own they hold up nobody but other
 * reports. An organization has one, so that another's small report does not wait the ten seconds that a large one takes, where the
 * machine has the memory.
 */
const scoring: Partial<PoolTerms> = {
  ...{ threads: scorersOf(availableParallelism(), process.constrainedMemory()), each: 1 },
  ...{ timeMs: 180_000, wallMs: 900_000, memoryMb: 1_024 },
};

/** `constrained`: what the process may take of the machine's memory, in bytes; 0 or more than there is: all. */
export function scorersOf(cores: number, constrained: number, total = totalmem()): number {
  const memory = constrained > 0 ? Math.min(constrained, total) : total;
  return cores >= 2 && memory >= roomForTwo ? 2 : 1;
}

/** Reads foreign text, in other threads of this process if it is large. Disposing of it ends them. */
export function createParsing(
  terms: Partial<PoolTerms> = {},
): Parsing & AsyncDisposable & Pick<Pool, "size"> & { load(): Promise<void> } {
  const pool = createPool({ ...usual, ...terms });
  const scorers = createPool({ ...usual, ...scoring, ...terms });
  const here = oneByOne();

  const bySize =
    <T extends "page" | "robots" | "sitemap" | "llms">(task: T) =>
    (request: Parameters<Tasks[T]>[0]) =>
      request.body.length <= fileMax[task]
        ? here(() => (tasks[task] as (request: Parameters<Tasks[T]>[0]) => ReturnType<Tasks[T]>)(request))
        : pool.run(task, request);

  const ofAnswers =
    <Request extends ScoreRequest, Figures>(
      compute: (request: Request) => Promise<Figures>,
      inThread: (request: Packed<Request>) => Promise<Figures>,
    ) =>
    async (request: Request): Promise<Figures> =>
      isSmallReport(request) ? here(() => compute(request)) : inThread(await packed(request));

  const parsing = {
    page: bySize("page"),
    robots: bySize("robots"),
    sitemap: bySize("sitemap"),
    llms: bySize("llms"),
    profile(request: ProfileRequest) {
      const small = { ...request, pages: request.pages.map(forProfile) };
      return headed(small) <= profileMax ? here(() => tasks.profile(small)) : pool.run("profile", small);
    },
    offer: (request: OfferRequest) =>
      isSmallSite(request.pages) ? here(() => tasks.offer(request)) : pool.run("offer", request),
    answers: (brands: TrackedBrands) => answerParser(brands, pool),
    surroundings: (request: SurroundingsRequest) =>
      request.text.length <= answersMax
        ? here(() => tasks.surroundings(request))
        : pool.run("surroundings", request),
    score: ofAnswers(tasks.score, (request) => scorers.run("scorePacked", request)),
    point: ofAnswers(tasks.point, (request) => scorers.run("pointPacked", request)),
    byTag: ofAnswers(tasks.byTag, (request) => scorers.run("byTagPacked", request)),
    plan: (request: PlanRequest) =>
      isSmallPlan(request) ? here(() => tasks.plan(request)) : pool.run("plan", request),
    draftPages: (request: DraftPagesRequest) =>
      areSmallPages(request.pages) ? here(() => tasks.draftPages(request)) : pool.run("draftPages", request),
    draftMaterial: (request: DraftMaterialRequest) =>
      isSmallMaterial(request)
        ? here(() => tasks.draftMaterial(request))
        : pool.run("draftMaterial", request),
    // Whoever wrote it waits for the engine or the blog far longer than for a thread.
    draft: (request: DraftRequest) =>
      request.text.length <= markdownMax ? here(() => tasks.draft(request)) : pool.run("draft", request),
    post: (request: PostRequest) =>
      request.markdown.length <= markdownMax ? here(() => tasks.post(request)) : pool.run("post", request),
    async threads({ candidates, ...topic }: ThreadsRequest) {
      const verdicts: Awaited<ReturnType<Tasks["threads"]>> = [];
      for (let at = 0; at < candidates.length; at += threadsPerTask) {
        const some = { ...topic, candidates: candidates.slice(at, at + threadsPerTask) };
        verdicts.push(
          ...(await (areFewThreads(some) ? here(() => tasks.threads(some)) : pool.run("threads", some))),
        );
      }
      return verdicts;
    },
    size: () => pool.size() + scorers.size(),
    async [Symbol.asyncDispose]() {
      await Promise.all([pool[Symbol.asyncDispose](), scorers[Symbol.asyncDispose]()]);
    },
  };
  return { ...parsing, load: () => readSamples(parsing) };
}

/** What takes longer, in milliseconds, is followed by as long a rest: a request of several steps would wait at each of them. */
const restFromMs = 4;

/**
 * Reads what arrives together one by one, giving everybody else as much time between them as they take. Organizations go round
 * here, too.
 */
function oneByOne() {
  const turns = createTurns(1, () => 1);
  let restsUntil = 0;
  const rest = () =>
    new Promise<void>((resolve) => {
      const ms = restsUntil - performance.now();
      if (ms < restFromMs) setImmediate(resolve);
      else setTimeout(resolve, ms);
    });
  async function inTurn(read: () => Promise<unknown>): Promise<unknown> {
    const { owner, awaited } = lineNow();
    await new Promise<void>((resolve) => void turns.take(owner, resolve, awaited));
    try {
      await rest();
      const startedAt = performance.now();
      return await read().finally(() => {
        const endedAt = performance.now();
        restsUntil = endedAt + (endedAt - startedAt);
      });
    } finally {
      turns.end(owner);
    }
  }
  return <T extends Promise<unknown>>(read: () => T): T => inTurn(read) as T;
}

function answerParser(brands: TrackedBrands, pool: Pool): AnswerParser {
  let compiled: AnswerReader | undefined;
  const reader = () => {
    compiled ??= compileReader(brands);
    return compiled;
  };
  const few = areFewNames(brands);
  const brandedAway = (prompts: readonly string[]) => pool.run("branded", { brands, prompts });
  const isSmall = (characters: number): boolean => few && characters <= answersMax;
  return {
    isSmall,
    read: (answer) =>
      isSmall(answer.text.length)
        ? readAnswer(reader(), answer)
        : pool.run("answers", { brands, answers: [answer] }).then(([read]) => read!.reading),
    readAll: (answers) => pool.run("answers", { brands, answers }),
    branded: (prompt) => (few ? namesTrackedBrand(reader(), prompt) : brandedAway([prompt]).then(isAny)),
    async brandedOf(prompts) {
      const pace = createPace();
      const branded = new Set<string>();
      const all = [...new Set(prompts)];
      if (few) {
        for (const prompt of all)
          if (await pace(() => namesTrackedBrand(reader(), prompt))) branded.add(prompt);
        return branded;
      }
      for (let at = 0; at < all.length; at += promptsPerTask)
        for (const prompt of await brandedAway(all.slice(at, at + promptsPerTask))) branded.add(prompt);
      return branded;
    },
  };
}

const isAny = ({ length }: readonly string[]): boolean => length > 0;

const answersPerPart = 20;
/** Of asks without a reading, which are small. */
const unreadPerPart = 1_000;

/** Answers as bytes, made in steps: to hand over tens of thousands of citations at once takes a tenth of a second. */
async function packed<Request extends ScoreRequest>({
  answers,
  ...terms
}: Request): Promise<Packed<Request>> {
  const pace = createPace();
  const parts: Uint8Array[] = [];
  const read = answers.filter(({ reading }) => reading !== null);
  const unread = answers.filter(({ reading }) => reading === null);
  for (let at = 0; at < read.length; at += answersPerPart)
    parts.push(await pace(() => serialize(read.slice(at, at + answersPerPart))));
  for (let at = 0; at < unread.length; at += unreadPerPart)
    parts.push(await pace(() => serialize(unread.slice(at, at + unreadPerPart))));
  return { ...terms, packed: parts };
}

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
