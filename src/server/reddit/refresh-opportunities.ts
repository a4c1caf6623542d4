import type { Db } from "../db/db.ts";
import type { RefreshResult } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import type { Log } from "../kernel/log.ts";
import { asJobOf } from "../kernel/turns/on-behalf.ts";
import type { Parsing } from "../outbound/parsing.ts";
import { patiently } from "../outbound/patience.ts";
import { type Project, trackedBrands } from "../projects/project.ts";
import { listPrompts } from "../projects/prompts/prompts.ts";
import { type Claim, deleteClaimed, lockClaim } from "../queue/claims.ts";
import type { RefreshJob } from "../queue/queue.ts";
import { latestReport, type Report } from "../reports/reports.ts";
import { lookAtReddit, type RedditSource, type Seen } from "./look-at-reddit.ts";
import {
  type Candidate,
  citedThreads,
  type DropReason,
  type RedditOpportunity,
  unseenThread,
} from "./opportunity.ts";
import { endRefresh, projectToRefresh } from "./refreshes.ts";
import { redditQueries } from "./search.ts";
import { dropThreads, type FoundThread, putThreads, rememberedThreadIds } from "./threads.ts";

export interface RefreshParts {
  db: Db;
  parsing: Pick<Parsing, "threads">;
  /** Null: only threads that the answers cite are used. */
  reddit: RedditSource | null;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

/**
 * Finds threads worth a reply and stores them in place of the known ones. Running it twice changes nothing more. False
 * if it was stopped. If another worker has claimed the job meanwhile, nothing is stored.
 */
export async function refreshOpportunities(
  parts: RefreshParts,
  job: RefreshJob,
  claim: Claim,
): Promise<boolean> {
  const { db, parsing, reddit, stop, now } = parts;
  const project = await projectToRefresh(db, job);
  if (!project) return forget(parts, claim);
  const terms = await termsOf(db, project);
  const knownIds = await rememberedThreadIds(db, project.id, now());
  const lookup = await lookAtReddit(reddit, { ...terms, knownIds }, parts);
  if (stop.aborted) return false;

  const candidates = candidatesOf(reddit, terms, lookup);
  const request = {
    ...{ ...terms.topic, facts: terms.facts, now: now() },
    candidates: candidates.map(({ candidate }) => candidate),
  };
  const verdicts = await asJobOf(project.organizationId, () => patiently(() => parsing.threads(request)));
  const judgedThreads = candidates.map((one, at) => ({ ...one, verdict: verdicts[at]! }));
  const gone = lookup.lookedUp.filter((id) => !lookup.threads.has(id));
  await store(parts, { job, claim }, project, lookup, sorted(judgedThreads, gone, new Set(knownIds)));
  return true;
}

/** Ends a refresh that cannot be done. */
export async function endAsFault({ db, now }: RefreshParts, job: RefreshJob, claim: Claim): Promise<void> {
  const failure = { code: "INTERNAL_ERROR", message: "The search could not be completed.", retryable: true };
  const nothing = { searched: false, threads: 0, opportunities: 0, dropped: {}, failure };
  await transaction(db, async (db) => {
    if (!(await lockClaim(db, claim))) return;
    await endRefresh(db, job, "failed", nothing, now());
    await deleteClaimed(db, [claim]);
  });
}

/** Its project is gone, or it has already ended. */
async function forget({ db }: RefreshParts, claim: Claim): Promise<true> {
  await deleteClaimed(db, [claim]);
  return true;
}

/** What to look for, and what the newest report says. */
async function termsOf(db: Db, project: Project) {
  const { id, brand, about, domain, websiteUrl, language } = project;
  const report = await latestReport(db, id, "main");
  const brands = trackedBrands(project);
  const prompts = losingFirst(await listPrompts(db, id), report);
  // What the sandbox cites is made up.
  const cited = report?.scored && !report.sandbox ? citedThreads(report.scored.sources.urls) : [];
  const url = websiteUrl ?? (domain === null ? null : `https://${domain}/`);
  return {
    cited,
    topic: {
      brands,
      prompts: prompts.map(({ promptKey, prompt }) => ({ promptKey, prompt })),
      language,
    },
    facts: { brand, about, url, language },
    queries: redditQueries(prompts, brands, language),
  };
}

type Terms = Awaited<ReturnType<typeof termsOf>>;

function losingFirst<P extends { promptKey: string }>(
  prompts: readonly P[],
  report: Report | undefined,
): P[] {
  const losing = new Set(report?.scored?.losingPrompts.map(({ promptKey }) => promptKey));
  return [
    ...prompts.filter(({ promptKey }) => losing.has(promptKey)),
    ...prompts.filter(({ promptKey }) => !losing.has(promptKey)),
  ];
}

/**
 * Every thread once. If Reddit cannot be asked at all, cited threads count as the report knows them; if it only failed
 * to answer they do not, or threads known to be closed would come back.
 */
function candidatesOf(
  reddit: RedditSource | null,
  { cited }: Terms,
  lookup: Seen,
): { candidate: Candidate; isFound: boolean }[] {
  const citations = new Map(cited.map((one) => [one.threadId, one]));
  const unseen = reddit ? [] : cited.flatMap((one) => unseenThread(one) ?? []);
  return [...lookup.threads.values(), ...unseen].map((thread) => {
    const one = citations.get(thread.threadId) ?? null;
    return {
      candidate: { thread, cited: one },
      isFound: one !== null || lookup.searched.has(thread.threadId),
    };
  });
}

interface Judged {
  candidate: Candidate;
  isFound: boolean;
  verdict: RedditOpportunity | DropReason;
}

interface Outcome {
  shortlist: FoundThread[];
  dropped: RefreshResult["dropped"];
  /** Ids of threads that nobody can reply to, and of those that are off topic. */
  closed: string[];
  unrelated: string[];
  threads: number;
}

const mostOpportunities = 100;

function sorted(
  judgedThreads: readonly Judged[],
  gone: readonly string[],
  knownIds: ReadonlySet<string>,
): Outcome {
  const dropped: Outcome["dropped"] = gone.length > 0 ? { removed: gone.length } : {};
  const [closed, unrelated]: [string[], string[]] = [[...gone], []];
  const threads: FoundThread[] = [];
  for (const { candidate, isFound, verdict } of judgedThreads) {
    if (typeof verdict === "object") {
      threads.push({ ...verdict, isFound });
      continue;
    }
    dropped[verdict] = (dropped[verdict] ?? 0) + 1;
    (verdict === "unrelated" ? unrelated : closed).push(candidate.thread.threadId);
  }
  threads.sort((a, b) => b.relevance.score - a.relevance.score);
  // Known threads are looked up every time, so they must not grow without end.
  const shortlist = threads.filter(
    ({ thread }, place) => place < mostOpportunities || knownIds.has(thread.threadId),
  );
  return { shortlist, dropped, closed, unrelated, threads: judgedThreads.length + gone.length };
}

async function store(
  { db, reddit, now, log }: RefreshParts,
  { job, claim }: { job: RefreshJob; claim: Claim },
  project: Project,
  { failure }: Seen,
  outcome: Outcome,
): Promise<void> {
  const { shortlist: opportunities, dropped, threads } = outcome;
  const searched = reddit !== null && failure === null;
  const result: RefreshResult = { searched, threads, opportunities: opportunities.length, dropped, failure };
  const status = failure ? "partial" : "completed";
  const hasEnded = await transaction(db, async (db) => {
    if (!(await lockClaim(db, claim))) return false;
    if (await endRefresh(db, job, status, result, now())) {
      await putThreads(db, project.id, opportunities, now());
      await dropThreads(db, project.id, outcome, now());
    }
    await deleteClaimed(db, [claim]);
    return true;
  });
  if (!hasEnded) return;
  const summary = {
    organization_id: project.organizationId,
    status,
    code: failure?.code,
    opportunities: opportunities.length,
  };
  log.info({ refresh: job.refreshId, ...summary }, "looked for Reddit threads");
}
