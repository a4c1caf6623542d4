import { LRUCache } from "lru-cache";
import type { Job } from "pg-boss";
import { type Provider, providers } from "../../domain/project/provider.ts";
import type { Services } from "../../kernel/context.ts";
import type { Db } from "../../store/db/db.ts";
import { type ClaimedAsk, claimAsks } from "../../store/reports/asks.ts";
import { findRuns, type RunInHand } from "../../store/reports/runs.ts";
import { askQueue } from "../queue/boss.ts";
import type { Leases } from "../queue/leases.ts";
import type { AskJob, JobQueue } from "../queue/queue.ts";
import type { Budget } from "../worker/budget.ts";
import type { AnswerWriter } from "./answer-writer.ts";
import { type Asking, failed, type Work } from "./asking.ts";
import type { Engine } from "./call-engine.ts";
import { createEngineThrottle, type EngineThrottle } from "./engine-throttle.ts";

/** Takes asks that are due from the queue, as many as their engines allow, and has them asked. */
export interface Claiming {
  claim(due: ReadonlySet<string>): Promise<void>;
  /** Fails what is due for engines that this process does not have: nobody may be left to ask them. */
  refuseUnconfigured(due: ReadonlySet<string>): Promise<void>;
  /** Whether more was due than could be started. */
  hasBacklog(): boolean;
}

export interface ClaimingParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  engines: Pick<Services["engines"], "get" | "configured">;
  asking: Asking;
  answerWriter: AnswerWriter;
  budget: Budget;
}

const jobsPerClaim = 500;

type AskJobs = readonly Job<AskJob>[];

export function createClaiming({
  db,
  queue,
  leases,
  engines,
  asking,
  answerWriter,
  budget,
}: ClaimingParts): Claiming {
  const { boss } = queue;
  const throttles = new Map<Provider, EngineThrottle>();
  const runs = new LRUCache<string, RunInHand>({ max: 500 });
  let hasBacklog = false;

  const throttleOf = (engine: Engine): EngineThrottle => {
    const throttle = throttles.get(engine.provider) ?? createEngineThrottle(engine, () => performance.now());
    throttles.set(engine.provider, throttle);
    return throttle;
  };

  async function claim(due: ReadonlySet<string>): Promise<void> {
    hasBacklog = false;
    // Not only those that projects without a choice are put to: one may have named `sandbox` beside them.
    const asked = providers.filter((provider) => engines.get(provider) && due.has(askQueue(provider)));
    const jobs = (await Promise.all(asked.map((provider) => fetchFor(engines.get(provider)!)))).flat();
    await orFreed(jobs, async () => {
      const claimed = await stillToAsk(jobs);
      await learnRuns(claimed.map(({ ask }) => ask));
      const known = claimed.filter(({ ask }) => runs.has(ask.reportId));
      // Of a report deleted since, nothing is to be done.
      const gone = new Set(claimed.filter(({ ask }) => !runs.has(ask.reportId)).map(({ ask }) => ask.id));
      await release(
        jobs.filter(({ id }) => gone.has(id)),
        (name, ids) => boss.deleteJob(name, ids),
      );
      const engineOf = ({ provider }: ClaimedAsk) => engines.get(provider)!;
      const allowance = await budget.look(known.some(({ ask }) => engineOf(ask).estimateUsd > 0));
      for (const { ask, job } of known) {
        const engine = engineOf(ask);
        const work: Work = { ask, job, run: runs.get(ask.reportId)!, engine, throttle: throttleOf(engine) };
        if (allowance.take(engine.estimateUsd)) asking.start(work);
        else answerWriter.add(failed(work, "spend_bound"));
      }
    });
  }

  async function refuseUnconfigured(due: ReadonlySet<string>): Promise<void> {
    const missing = providers.filter((provider) => !engines.get(provider) && due.has(askQueue(provider)));
    for (const provider of missing) {
      const jobs = await fetchJobs(provider, jobsPerClaim);
      await orFreed(jobs, async () => {
        for (const work of await stillToAsk(jobs)) answerWriter.add(failed(work, "not_configured"));
      });
    }
  }

  async function fetchFor(engine: Engine): Promise<AskJobs> {
    const room = Math.min(throttleOf(engine).free(), jobsPerClaim);
    const jobs = room > 0 ? await fetchJobs(engine.provider, room) : [];
    if (jobs.length === room) hasBacklog = true;
    return jobs;
  }

  async function fetchJobs(provider: Provider, batchSize: number): Promise<AskJobs> {
    const name = askQueue(provider);
    const jobs = await boss.fetch<AskJob>(name, { batchSize });
    leases.hold(name, idsOf(jobs));
    return jobs;
  }

  /** The jobs' asks that are still to be asked; jobs of others go. */
  async function stillToAsk(jobs: AskJobs): Promise<{ ask: ClaimedAsk; job: AskJob }[]> {
    const asks = await claimAsks(
      db,
      jobs.map(({ data }) => data),
    );
    const jobOf = new Map(jobs.map(({ id, data }) => [id, data]));
    const claimed = asks.map((ask) => ({ ask, job: jobOf.get(ask.id)! }));
    for (const { id } of asks) jobOf.delete(id);
    const done = jobs.filter(({ id }) => jobOf.has(id));
    await release(done, (name, ids) => boss.deleteJob(name, ids));
    return claimed;
  }

  /** What could not be started is free at once for the next claim, here or elsewhere. */
  async function orFreed(jobs: AskJobs, work: () => Promise<void>): Promise<void> {
    if (jobs.length === 0) return;
    try {
      await work();
    } catch (error) {
      await release(jobs, (name, ids) => boss.fail(name, ids)).catch(() => undefined);
      throw error;
    }
  }

  async function release(
    jobs: AskJobs,
    act: (queue: string, ids: string[]) => Promise<unknown>,
  ): Promise<void> {
    for (const [name, group] of Map.groupBy(jobs, (job) => job.name)) {
      leases.release(name, idsOf(group));
      await act(name, idsOf(group));
    }
  }

  async function learnRuns(asks: readonly ClaimedAsk[]): Promise<void> {
    const unknown = asks.filter(({ reportId }) => !runs.has(reportId));
    for (const run of await findRuns(db, unknown)) runs.set(run.id, run);
  }

  return { claim, refuseUnconfigured, hasBacklog: () => hasBacklog };
}

const idsOf = (jobs: AskJobs): string[] => jobs.map(({ id }) => id);
