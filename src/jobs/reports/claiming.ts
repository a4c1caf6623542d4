import { LRUCache } from "lru-cache";
import { type Provider, providers } from "../../domain/project/provider.ts";
import type { Services } from "../../kernel/context.ts";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "../../store/db/db.ts";
import { type ClaimedAsk, claimAsks } from "../../store/reports/asks.ts";
import { findRuns, type RunInHand } from "../../store/reports/runs.ts";
import { askQueue } from "../queue/boss.ts";
import { type ClaimedJob, deleteClaimed } from "../queue/claims.ts";
import type { Leases } from "../queue/leases.ts";
import type { AskJob } from "../queue/queue.ts";
import type { Budget } from "../worker/budget.ts";
import { type Loop, serialLoop } from "../worker/serial-loop.ts";
import type { AnswerWriter } from "./answer-writer.ts";
import { type Asking, failed, type Work } from "./asking.ts";
import type { Engine } from "./call-engine.ts";
import { createEngineThrottle, type EngineThrottle } from "./engine-throttle.ts";

/** Takes due asks from the queue, as many as their engines allow, and has them asked. */
export interface Claiming extends Pick<Loop, "busy" | "idle"> {
  /** Claims what is due, one engine at a time, so that none holds up the others. */
  soon(due: ReadonlySet<string>): void;
  /** Fails what is due for engines that this process does not have: nobody else may be there to ask them. */
  refuseUnconfigured(due: ReadonlySet<string>): Promise<void>;
  /** Whether more was due than could be started. */
  hasBacklog(): boolean;
}

export interface ClaimingParts {
  db: Db;
  leases: Leases;
  engines: Pick<Services["engines"], "get" | "configured">;
  asking: Asking;
  answerWriter: AnswerWriter;
  budget: Budget;
  /** Whether nothing new may begin. */
  halted(): boolean;
  log: Log;
}

const jobsPerClaim = 500;

/** An ask fails once this many of its processes have died, or stood still for the length of a lease. */
export const lapsesPerAsk = 5;

interface Claimed {
  ask: ClaimedAsk;
  job: ClaimedJob<AskJob>;
}

export function createClaiming(parts: ClaimingParts): Claiming {
  const { db, leases, engines, asking, answerWriter, budget, halted, log } = parts;
  const throttles = new Map<Provider, EngineThrottle>();
  const backlog = new Set<Provider>();
  const runs = new LRUCache<string, RunInHand>({ max: 500 });

  const throttleOf = (engine: Engine): EngineThrottle => {
    const throttle = throttles.get(engine.provider) ?? createEngineThrottle(engine, () => performance.now());
    throttles.set(engine.provider, throttle);
    return throttle;
  };

  // Including engines that are not asked by default: a project may have named `sandbox`.
  const loops = new Map(
    providers.map((provider) => [
      provider,
      serialLoop(`claim asks for ${provider}`, log, () => claimFor(engines.get(provider)!)),
    ]),
  );

  async function claimFor(engine: Engine): Promise<void> {
    const { provider } = engine;
    backlog.delete(provider);
    const room = Math.min(throttleOf(engine).free(), jobsPerClaim);
    if (halted() || room <= 0) return void backlog.add(provider);
    const { claimed, taken } = await claim(provider, room);
    if (taken === room) backlog.add(provider);
    if (claimed.length > 0) await orGivenBack(claimed, () => begin(engine, claimed));
  }

  /** Claims those still to be asked; the jobs of the others are deleted. */
  async function claim(
    provider: Provider,
    most: number,
  ): Promise<{ claimed: readonly Claimed[]; taken: number }> {
    let asks: ClaimedAsk[] = [];
    let taken = 0;
    const jobs = await leases.claim<AskJob>(askQueue(provider), most, async (db, jobs) => {
      taken = jobs.length;
      asks = await claimAsks(
        db,
        jobs.map(({ data }) => data),
      );
      const pending = new Set(asks.map(({ id }) => id));
      await deleteClaimed(
        db,
        jobs.filter(({ id }) => !pending.has(id)),
      );
      return jobs.filter(({ id }) => pending.has(id));
    });
    const jobOf = new Map(jobs.map((job) => [job.id, job]));
    return { claimed: asks.map((ask) => ({ ask, job: jobOf.get(ask.id)! })), taken };
  }

  /** If anything keeps them from being started, they are free at once for the next claim, here or elsewhere. */
  async function orGivenBack(claimed: readonly Claimed[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await leases.giveBack(claimed.map(({ job }) => job));
      throw error;
    }
  }

  async function begin(engine: Engine, claimed: readonly Claimed[]): Promise<void> {
    await learnRuns(claimed.map(({ ask }) => ask));
    const known = claimed.filter(({ ask }) => runs.has(ask.reportId));
    // For a report deleted since, there is nothing to do.
    const gone = claimed.filter(({ ask }) => !runs.has(ask.reportId)).map(({ job }) => job);
    await deleteClaimed(db, gone);
    leases.release(gone);
    let allowance = await budget.look(engine.estimateUsd > 0);
    while (!leases.fresh()) {
      await leases.confirm();
      allowance = await budget.look(engine.estimateUsd > 0);
    }
    // No awaits from here on, so that what is held now is still held when its engine is asked.
    for (const { ask, job } of known) {
      if (!leases.holds(job)) continue;
      const work: Work = { ask, job, run: runs.get(ask.reportId)!, engine, throttle: throttleOf(engine) };
      if (job.lapses >= lapsesPerAsk) answerWriter.add(failed(work, "interrupted"));
      else if (allowance.take(engine.estimateUsd)) asking.start(work);
      else answerWriter.add(failed(work, "spend_bound"));
    }
  }

  async function learnRuns(asks: readonly ClaimedAsk[]): Promise<void> {
    const unknown = asks.filter(({ reportId }) => !runs.has(reportId));
    for (const run of await findRuns(db, unknown)) runs.set(run.id, run);
  }

  async function refuse(provider: Provider): Promise<void> {
    const { claimed } = await claim(provider, jobsPerClaim);
    for (const work of claimed) answerWriter.add(failed(work, "not_configured"));
  }

  const dueLoops = (due: ReadonlySet<string>) =>
    providers.filter((provider) => engines.get(provider) && due.has(askQueue(provider)));

  return {
    soon(due) {
      for (const provider of dueLoops(due)) loops.get(provider)!.soon();
    },
    async refuseUnconfigured(due) {
      for (const provider of providers) {
        if (engines.get(provider) || !due.has(askQueue(provider))) continue;
        await refuse(provider).catch((error) =>
          log.error({ provider, err: error }, "asks of an engine that is not configured were not refused"),
        );
      }
    },
    hasBacklog: () => backlog.size > 0,
    busy: () => [...loops.values()].some((loop) => loop.busy()),
    async idle() {
      await Promise.all([...loops.values()].map((loop) => loop.idle()));
    },
  };
}
