import { shareOf } from "../../accounts/spending/project-spend.ts";
import { addSpend, releaseSpend } from "../../accounts/spending/spend.ts";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import type { Log } from "../../kernel/log.ts";
import { logFailure } from "../../kernel/outage.ts";
import { type ClaimedJob, deleteClaimed, postponeClaimed } from "../../queue/claims.ts";
import type { Leases } from "../../queue/leases.ts";
import type { AskJob, JobQueue } from "../../queue/queue.ts";
import { isRefusal } from "../../queue/refusal.ts";
import { serialLoop } from "../../queue/serial-loop.ts";
import { type AskResult, type ClaimedAsk, type Countdown, settleAsks, unreadable } from "./asks.ts";

/** The outcome of a call for an ask, whether final or not. */
export interface Settlement {
  ask: ClaimedAsk;
  job: ClaimedJob<AskJob>;
  /** Whether it was asked with the organization's own key, whose bill is not the server's. */
  own: boolean;
  /** The result, or when to ask again, and what the call is billed at, USD. */
  outcome: ({ result: AskResult } | AskAgain) & { costUsd: number };
}

interface AskAgain {
  againAfterMs: number;
  roomier?: true;
  /** Our own stop cut the call off: it has not failed. */
  cutOff?: true;
}

/** Saves the outcomes of many calls in few transactions. */
export interface AnswerWriter {
  add(settlement: Settlement): void;
  /** Calls back after each commit. */
  onSaved(listener: SavedListener): void;
  busy(): boolean;
  /** Resolves when everything added so far is in the store. */
  idle(): Promise<void>;
}

/** Learns what was saved and how far the reports are. */
export type SavedListener = (saved: readonly Settlement[], countdowns: readonly Countdown[]) => void;

const asksPerCommit = 200;
const bytesPerCommit = 4_000_000;
/**
 * Outcomes share a transaction: after `lookMs` what is there is saved if it is all there will be, and after `lingerMs` in any case. Nobody loses
 * by the wait, for answers are stored by then.
 */
const [lookMs, lingerMs] = [4, 100];
const retryMs = 500;

export interface AnswerWriterParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  now(): Date;
  /** Whether outcomes are on their way. */
  moreToCome(): boolean;
  /** Told of every ask that this process has settled. */
  observeSettled?: (ask: SettledOutcome) => void;
  log: Log;
}

/** How an ask settled, for metrics. */
export interface SettledOutcome {
  provider: string;
  /** `answered`, or the code of its failure. */
  outcome: string;
}

export function createAnswerWriter(parts: AnswerWriterParts): AnswerWriter {
  const { db, queue, leases, now, moreToCome, observeSettled, log } = parts;
  const listeners: SavedListener[] = [];
  const waiting: Settlement[] = [];
  const commits = serialLoop("save answers", log, async () => {
    await pause(lookMs);
    for (
      let waited = lookMs;
      waited < lingerMs && waiting.length < asksPerCommit && moreToCome();
      waited += lookMs
    )
      await pause(lookMs);
    while (waiting.length > 0) {
      const batch = nextBatch(waiting);
      waiting.splice(0, batch.length);
      const countdowns = await settleSurely(batch);
      for (const listener of listeners) listener(batch, countdowns);
    }
  });

  /** Waits for a store that is away; an answer that the store refuses must not hold up the others. */
  async function settleSurely(batch: readonly Settlement[]): Promise<Countdown[]> {
    for (;;) {
      try {
        return await settle(batch);
      } catch (error) {
        logFailure(log, { asks: batch.length, err: error, level: "warn" }, "answers were not saved yet");
        if (!isRefusal(error)) await pause(retryMs);
        else if (batch.length > 1) return (await inTurn(batch, (one) => settleSurely([one]))).flat();
        else return (await inTurn(batch.map(unread), settleUnread)).flat();
      }
    }
  }

  /** What is refused without its reading too counts as no answer. */
  async function settleUnread(one: Settlement): Promise<Countdown[]> {
    try {
      return await settle([one]);
    } catch (error) {
      if (!isRefusal(error)) return settleSurely([one]);
      return settle([unsaved(one)]);
    }
  }

  /** Settling changes nothing for a claim that was lost to a later one, but the call's cost is booked. */
  async function settle(batch: readonly Settlement[]): Promise<Countdown[]> {
    await leases.confirm();
    const at = now();
    const countdowns = await transaction(db, async (db) => {
      const settled = batch.flatMap(({ ask, outcome }) =>
        "result" in outcome ? [{ ...keyOf(ask), claim: ask.claim, result: outcome.result }] : [],
      );
      const repeated = batch.flatMap(({ ask, outcome }) =>
        "againAfterMs" in outcome && (outcome.costUsd > 0 || outcome.cutOff)
          ? [{ ...keyOf(ask), costUsd: outcome.costUsd, ...(outcome.cutOff && { cutOff: true as const }) }]
          : [],
      );
      const countdowns = await settleAsks(db, { settled, repeated }, at);
      for (const { projectId, reportId, pending } of countdowns) {
        if (pending === 0)
          await queue.enqueueFinish(db, { projectId, id: reportId, trace: traceOf(batch, reportId) });
      }
      await endJobs(db, batch);
      const isSettled = settledIn(countdowns);
      // A stored answer's call is booked by whoever settles it, or ends its run before.
      const settlements = batch.filter(({ ask }) => ask.storedAnswer === null || isSettled(ask));
      const costs = settlements.map(({ ask, own, outcome }) => {
        const { costUsd } = outcome;
        return shareOf(ask.projectId, costUsd, own ? costUsd : 0);
      });
      await addSpend(db, costs, at);
      for (const [, month] of Map.groupBy(countdowns, ({ createdAt }) =>
        createdAt.toISOString().slice(0, 7),
      )) {
        const released = month.map(({ projectId, releasedUsd, releasedOwnUsd }) =>
          shareOf(projectId, releasedUsd, releasedOwnUsd),
        );
        await releaseSpend(db, released, month[0]!.createdAt);
      }
      return countdowns;
    });
    leases.release(batch.map(({ job }) => job));
    if (observeSettled) for (const outcome of settledOutcomes(batch, countdowns)) observeSettled(outcome);
    return countdowns;
  }

  return {
    add(settlement) {
      waiting.push(settlement);
      commits.soon();
    },
    onSaved: (listener) => void listeners.push(listener),
    busy: commits.busy,
    idle: commits.idle,
  };
}

function settledIn(countdowns: readonly Countdown[]): (ask: ClaimedAsk) => boolean {
  const settled = new Map(countdowns.map(({ reportId, ordinals }) => [reportId, new Set(ordinals)]));
  return ({ reportId, ordinal }) => settled.get(reportId)?.has(ordinal) ?? false;
}

/** What really settled of a saved batch: a claim that was lost to a later one has settled nothing. */
function settledOutcomes(batch: readonly Settlement[], countdowns: readonly Countdown[]): SettledOutcome[] {
  const isSettled = settledIn(countdowns);
  return batch.flatMap(({ ask, outcome }) => {
    if (!("result" in outcome) || !isSettled(ask)) return [];
    const { result } = outcome;
    return [{ provider: ask.provider, outcome: result.status === "ok" ? "answered" : result.errorCode }];
  });
}

/** Jobs of settled asks are deleted; those to be asked again come back after their delay. */
async function endJobs(db: Db, batch: readonly Settlement[]): Promise<void> {
  const [done, again]: [ClaimedJob<AskJob>[], (ClaimedJob<AskJob> & { afterMs: number })[]] = [[], []];
  for (const { job, outcome } of batch) {
    if ("result" in outcome) done.push(job);
    else {
      const { againAfterMs: afterMs, roomier, cutOff } = outcome;
      const failures = job.data.failures + (cutOff ? 0 : 1);
      const data = { ...job.data, failures, ...(roomier && { roomier }) };
      again.push({ ...job, data, afterMs });
    }
  }
  await deleteClaimed(db, done);
  await postponeClaimed(db, again);
}

function nextBatch(waiting: readonly Settlement[]): Settlement[] {
  let bytes = 0;
  const end = waiting.findIndex(({ ask }, index) => {
    // A reading grows with its answer.
    bytes += 3 * (ask.storedAnswer?.answer.length ?? 0);
    return index > 0 && (index >= asksPerCommit || bytes > bytesPerCommit);
  });
  return waiting.slice(0, end === -1 ? waiting.length : end);
}

/** An answer whose reading the store may have refused: the answer was paid for. */
function unread(settlement: Settlement): Settlement {
  const { outcome } = settlement;
  if (!("result" in outcome) || outcome.result.status !== "ok") return settlement;
  return { ...settlement, outcome: { ...outcome, result: { status: "failed", errorCode: unreadable } } };
}

/** An answer that the store refuses counts as none, but it has been paid for. */
const unsaved = (settlement: Settlement): Settlement => ({
  ...settlement,
  outcome: {
    result: { status: "failed", errorCode: "bad_answer" },
    costUsd: settlement.outcome.costUsd,
  },
});

/** A report ends by what it was begun by, which each of its asks knows. */
const traceOf = (batch: readonly Settlement[], reportId: string): string | undefined =>
  batch.find(({ ask }) => ask.reportId === reportId)?.job.data.trace;

const keyOf = ({ projectId, reportId, ordinal, createdAt }: ClaimedAsk) => ({
  projectId,
  reportId,
  ordinal,
  createdAt,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
