import { LRUCache } from "lru-cache";
import { type Provider, providers } from "../../../reader/provider.ts";
import { shareOf } from "../../accounts/spending/project-spend.ts";
import { addSpend } from "../../accounts/spending/spend.ts";
import type { Services } from "../../api/context.ts";
import type { Db } from "../../db/db.ts";
import type { OwnEngines } from "../../engines/own-engines.ts";
import { passedCode } from "../../events/assistant-health.ts";
import type { Log } from "../../kernel/log.ts";
import { askQueue, ownAskQueue } from "../../queue/boss.ts";
import { type ClaimedJob, deleteClaimed } from "../../queue/claims.ts";
import type { Leases } from "../../queue/leases.ts";
import type { AskJob } from "../../queue/queue.ts";
import { type Loop, serialLoop } from "../../queue/serial-loop.ts";
import { findRuns, type RunInHand } from "../runs.ts";
import type { AnswerWriter } from "./answer-writer.ts";
import { type ClaimedAsk, claimAsks, countRepeated } from "./asks.ts";
import type { Allowance, Budget } from "./budget.ts";
import type { Engine } from "./call-engine.ts";
import { createEngineThrottle, type EngineThrottle } from "./engine-throttle.ts";
import type { NoteWait } from "./note-waits.ts";
import { createOwnThrottles, type OwnThrottles } from "./own-throttles.ts";
import { type Asking, failed, lapsesPerAsk, noCredentials, type Work } from "./run-asks.ts";

/** Takes due asks from the queue, as many as their engines allow, and has them asked. */
export interface Claiming extends Pick<Loop, "busy" | "idle"> {
  /** Claims what is due, one engine at a time, so that none holds up the others. */
  soon(due: ReadonlySet<string>): void;
  /** Fails what is due for engines that this process does not have: nobody else may be there to ask them. */
  refuseUnconfigured(due: ReadonlySet<string>): Promise<void>;
}

export interface ClaimingParts {
  db: Db;
  leases: Leases;
  engines: Pick<Services["engines"], "get" | "configured" | "withKey">;
  ownEngines: OwnEngines;
  asking: Asking;
  answerWriter: AnswerWriter;
  budget: Budget;
  /** Whether nothing new may begin. */
  halted(): boolean;
  now(): Date;
  tellWait: NoteWait;
  log: Log;
}

const jobsPerClaim = 500;
/** Calls often end together: what they leave free is claimed for at once, with the last of them or so many milliseconds after the first. */
const gatherMs = 8;

interface Claimed {
  ask: ClaimedAsk;
  job: ClaimedJob<AskJob>;
}

export function createClaiming(parts: ClaimingParts): Claiming {
  const { db, leases, engines, ownEngines, asking, answerWriter, budget, halted, now, tellWait, log } = parts;
  const serverThrottles = new Map<Provider, EngineThrottle>();
  const ownThrottles = new Map<Provider, OwnThrottles>();
  /** Queues in which more was due than could be started, as far as is known. */
  const backlog = new Set<string>();
  const runs = new LRUCache<string, RunInHand>({ max: 500 });

  const throttleOf = (engine: Engine): EngineThrottle => {
    const throttle =
      serverThrottles.get(engine.provider) ?? createEngineThrottle(engine, () => performance.now());
    serverThrottles.set(engine.provider, throttle);
    return throttle;
  };

  // Including engines that are not asked by default: a project may have named `sandbox`.
  const loops = new Map(
    providers.flatMap((provider) => [
      [
        askQueue(provider),
        serialLoop(`claim asks for ${provider}`, log, () => claimFor(engines.get(provider)!)),
      ],
      [
        ownAskQueue(provider),
        serialLoop(`claim asks for organizations' own ${provider}`, log, () => claimOwn(provider)),
      ],
    ]),
  );

  const freed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  function claimForFreed(): void {
    clearTimeout(gathering);
    const queues = [...freed];
    freed.clear();
    for (const queue of queues) if (backlog.has(queue)) loops.get(queue)?.soon();
  }
  asking.onFree((queue, last) => {
    if (freed.size === 0) gathering = setTimeout(claimForFreed, gatherMs);
    for (const waiting of queue === null ? backlog : [queue]) freed.add(waiting);
    if (last) claimForFreed();
  });

  async function claimFor(engine: Engine): Promise<void> {
    const queue = askQueue(engine.provider);
    const free = throttleOf(engine).free();
    const room = Math.min(free, asking.room(), jobsPerClaim);
    if (halted()) return void backlog.add(queue);
    if (room <= 0) {
      backlog.add(queue);
      return free > 0 ? undefined : tellWait(engine.provider, null, throttleOf(engine));
    }
    // Until it is known whether there was more: what becomes free meanwhile is claimed for afterwards.
    backlog.add(queue);
    const { claimed, jobCount } = await claim(queue, room, engine);
    if (jobCount < room) backlog.delete(queue);
    if (claimed.length > 0) await orGivenBack(claimed, () => begin(engine, claimed));
  }

  /** Skips organizations whose credentials are already asked with as much as they may be. */
  async function claimOwn(provider: Provider): Promise<void> {
    const queue = ownAskQueue(provider);
    const limits = engines.withKey(provider, "");
    if (!limits) return;
    const throttles = ownThrottles.get(provider) ?? createOwnThrottles(limits, () => performance.now());
    ownThrottles.set(provider, throttles);
    for (;;) {
      const { room, full } = throttles.look();
      if (halted() || full.length > 0) backlog.add(queue);
      if (halted()) return;
      for (const organizationId of full)
        await tellWait(provider, organizationId, throttles.of(organizationId));
      const most = Math.min(room, asking.room(), jobsPerClaim);
      backlog.add(queue);
      if (most === 0) return;
      const { claimed, jobCount } = await claim(queue, most, { ...limits, own: true }, full);
      if (claimed.length > 0) await orGivenBack(claimed, () => beginOwn(provider, throttles, claimed));
      if (jobCount === most) continue;
      if (full.length === 0) backlog.delete(queue);
      return;
    }
  }

  /**
   * Claims asks that still have to be put or read, except for these organizations; deletes the jobs of settled ones. What was under way in a
   * process that died may be on the vendor's bill: it stays booked at its estimate.
   */
  async function claim(
    queue: string,
    most: number,
    engine: { estimateUsd: number; own?: boolean },
    except: readonly string[] = [],
  ): Promise<{ claimed: readonly Claimed[]; jobCount: number }> {
    let asks: ClaimedAsk[] = [];
    let jobCount = 0;
    const sift = async (db: Db, jobs: ClaimedJob<AskJob>[]) => {
      jobCount = jobs.length;
      const repeated = await countLost(db, jobs, engine);
      asks = await claimAsks(
        db,
        jobs.map(({ data }) => data),
      );
      const pending = new Set(asks.map(({ id }) => id));
      await deleteClaimed(
        db,
        jobs.filter(({ id }) => !pending.has(id)),
      );
      // Last, as every writer waits for that row.
      await bookLost(db, repeated, engine);
      return jobs.filter(({ id }) => pending.has(id));
    };
    const jobs = await leases.claim<AskJob>(queue, most, sift, except);
    const jobOf = new Map(jobs.map((job) => [job.id, job]));
    return { claimed: asks.map((ask) => ({ ask, job: jobOf.get(ask.id)! })), jobCount };
  }

  /** Counts calls that were lost with their processes and are made again; returns those that were not counted before. */
  async function countLost(
    db: Db,
    jobs: readonly ClaimedJob<AskJob>[],
    { estimateUsd }: { estimateUsd: number },
  ): Promise<readonly { projectId: string }[]> {
    const lapsed = jobs
      .filter(({ lapses }) => lapses > 0 && lapses < lapsesPerAsk)
      .map(({ data, lapses }) => ({ ...data, lapses, estimateUsd }));
    const countedFlags = await countRepeated(db, lapsed);
    return lapsed.filter((_, at) => countedFlags[at]);
  }

  async function bookLost(
    db: Db,
    lost: readonly { projectId: string }[],
    { estimateUsd, own = false }: { estimateUsd: number; own?: boolean },
  ): Promise<void> {
    if (lost.length === 0 || estimateUsd === 0) return;
    const shares = lost.map(({ projectId }) => shareOf(projectId, estimateUsd, own ? estimateUsd : 0));
    await addSpend(db, shares, now());
  }

  /** If anything prevents their start, they are free at once for the next claim, here or elsewhere. */
  async function orGivenBack(claimed: readonly Claimed[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await leases.giveBack(claimed.map(({ job }) => job));
      throw error;
    }
  }

  async function begin(engine: Engine, claimed: readonly Claimed[]): Promise<void> {
    const asks = await withinBounds(readKept(await ofRuns(claimed), false));
    const allowance = await allowanceFor(engine.estimateUsd);
    // No awaits from here on, so that what is held now is still held when its engine is asked.
    const throttle = throttleOf(engine);
    const works = asks.map(({ ask, job }) => ({
      ...{ ask, job, run: runs.get(ask.reportId)!, engine, throttle },
    }));
    const beyond = works.filter((work) => !tryStart(work, allowance));
    if (beyond.length === 0) return;
    // A cost that was saved a moment ago counts twice until its saving is told: what is left then decides.
    await answerWriter.idle();
    const remaining = await allowanceFor(engine.estimateUsd);
    for (const work of beyond)
      if (!tryStart(work, remaining)) answerWriter.add(failed(work, passedCode.server));
  }

  /** The same with each organization's credentials at this moment. */
  async function beginOwn(
    provider: Provider,
    throttles: OwnThrottles,
    claimed: readonly Claimed[],
  ): Promise<void> {
    const asks = await withinBounds(readKept(await ofRuns(claimed), true));
    const organizationOf = ({ ask }: Claimed) => runs.get(ask.reportId)!.organizationId;
    const credentials = await ownEngines.of(db, provider, [...new Set(asks.map(organizationOf))]);
    const ownOf = new Map(credentials.map((own) => [own.organizationId, own]));
    // Nothing of it is on the server's bill; the organization's own bounds were asked as the run was accepted.
    const allowance = await allowanceFor(0);
    for (const { ask, job } of asks) {
      const run = runs.get(ask.reportId)!;
      const own = ownOf.get(run.organizationId);
      const throttle = throttles.of(run.organizationId);
      if (own?.engine) tryStart({ ask, job, run, engine: own.engine, throttle, own }, allowance);
      else if (leases.holds(job)) answerWriter.add(failed({ ask, job }, noCredentials));
    }
  }

  /** Has those read whose answers are stored already, and returns the others. */
  function readKept(claimed: readonly Claimed[], own: boolean): readonly Claimed[] {
    return claimed.filter(({ ask, job }) => {
      const { storedAnswer } = ask;
      if (storedAnswer && leases.holds(job))
        asking.read({ ask: { ...ask, storedAnswer }, job, own, run: runs.get(ask.reportId)! });
      return storedAnswer === null;
    });
  }

  /** False, and nothing is done, if the month's bound does not allow it. */
  function tryStart(work: Work, allowance: Allowance): boolean {
    if (!leases.holds(work.job)) return true;
    if (work.job.lapses >= lapsesPerAsk) answerWriter.add(failed(work, "interrupted"));
    else if (allowance.take(work.own ? 0 : work.engine.estimateUsd)) asking.start(work);
    else return false;
    return true;
  }

  /** Those whose report still exists; for the others there is nothing to do. */
  async function ofRuns(claimed: readonly Claimed[]): Promise<readonly Claimed[]> {
    await learnRuns(claimed.map(({ ask }) => ask));
    const liveAsks = claimed.filter(({ ask }) => runs.has(ask.reportId));
    const gone = claimed.filter(({ ask }) => !runs.has(ask.reportId)).map(({ job }) => job);
    await deleteClaimed(db, gone);
    leases.release(gone);
    return liveAsks;
  }

  /** Those that are put for the first time, or whose payers' limits still hold after what failed calls have cost. */
  async function withinBounds(claimed: readonly Claimed[]): Promise<readonly Claimed[]> {
    const within: Claimed[] = [];
    const passed = new Map<string, Awaited<ReturnType<Budget["passedBy"]>>>();
    for (const one of claimed) {
      const { projectId, reportId } = one.ask;
      if (one.job.data.failures > 0 && !passed.has(projectId)) {
        const { organizationId } = runs.get(reportId)!;
        passed.set(projectId, await budget.passedBy({ projectId, organizationId }));
      }
      const bound = one.job.data.failures === 0 ? null : passed.get(projectId);
      if (!bound) within.push(one);
      else if (leases.holds(one.job)) answerWriter.add(failed(one, passedCode[bound]));
    }
    return within;
  }

  /** What is left of the month, looked at while this process knows what it holds. */
  async function allowanceFor(estimateUsd: number): Promise<Allowance> {
    for (;;) {
      const allowance = await budget.look(estimateUsd > 0);
      if (leases.fresh()) return allowance;
      await leases.confirm();
    }
  }

  async function learnRuns(asks: readonly ClaimedAsk[]): Promise<void> {
    const unknown = asks.filter(({ reportId }) => !runs.has(reportId));
    for (const run of await findRuns(db, unknown)) runs.set(run.id, run);
  }

  async function refuse(provider: Provider): Promise<void> {
    const { claimed } = await claim(askQueue(provider), jobsPerClaim, { estimateUsd: 0 });
    for (const work of readKept(await ofRuns(claimed), false))
      answerWriter.add(failed(work, "not_configured"));
  }

  const dueLoops = (due: ReadonlySet<string>) =>
    providers.flatMap((provider) =>
      [...(engines.get(provider) ? [askQueue(provider)] : []), ownAskQueue(provider)].filter((queue) =>
        due.has(queue),
      ),
    );

  return {
    soon(due) {
      for (const queue of dueLoops(due)) loops.get(queue)!.soon();
    },
    async refuseUnconfigured(due) {
      for (const provider of providers) {
        if (engines.get(provider) || !due.has(askQueue(provider))) continue;
        await refuse(provider).catch((error) =>
          log.error({ provider, err: error }, "asks of an engine that is not configured were not refused"),
        );
      }
    },
    busy: () => [...loops.values()].some((loop) => loop.busy()),
    async idle() {
      await Promise.all([...loops.values()].map((loop) => loop.idle()));
    },
  };
}
