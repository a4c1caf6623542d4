import { LRUCache } from "lru-cache";
import type { Db } from "../../db/db.ts";
import { storableText } from "../../db/storable.ts";
import type { OwnEngine } from "../../engines/own-engines.ts";
import type { Log } from "../../kernel/log.ts";
import type { Pace } from "../../kernel/pace.ts";
import type { Tracing } from "../../kernel/trace.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import type { ClaimedJob } from "../../queue/claims.ts";
import { jobSpan } from "../../queue/job-span.ts";
import type { AskJob } from "../../queue/queue.ts";
import { retryWhenBusy } from "../../queue/retry-when-busy.ts";
import { createStops, type Stop } from "../../queue/stop.ts";
import type { AnswerMeasurer, Reader } from "../measure-answers.ts";
import type { RunInHand } from "../runs.ts";
import type { AnswerKeeper } from "./answer-keeper.ts";
import type { AnswerWriter, Settlement } from "./answer-writer.ts";
import { type AskResult, type ClaimedAsk, type KeptAnswer, unreadable } from "./asks.ts";
import type { Budget } from "./budget.ts";
import type { CallOutcome, EndedCall, Engine, Repeating } from "./call-engine.ts";
import type { EngineThrottle } from "./engine-throttle.ts";
import type { ModelTimeout } from "./model-timeout.ts";
import { noteKey } from "./note-key.ts";
import type { NoteWait } from "./note-waits.ts";
import { traceCall } from "./trace-call.ts";

/** Puts asks to their engines and hands the outcomes to the answer writer. */
export interface Asking {
  start(work: Work): void;
  /** Reads an answer that is stored already. */
  read(work: ReadWork): void;
  /** Ends the calls under way for these reports, which nobody waits for any more. */
  drop(reportIds: readonly string[]): void;
  /** Reports with calls under way. */
  reports(): string[];
  /** How many answers more may arrive: those that have yet to be read are held in memory. */
  room(): number;
  /**
   * Calls back as soon as an engine has answered, with the queue of the ask and whether that was the last question under way; with null
   * once more answers may arrive for any.
   */
  onFree(listener: FreeListener): void;
  busy(): boolean;
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
}

type FreeListener = (queue: string | null, last: boolean) => void;

/** An answered ask that this process has claimed. */
export interface ReadWork {
  ask: ClaimedAsk & { storedAnswer: KeptAnswer };
  job: ClaimedJob<AskJob>;
  run: RunInHand;
  /** Whether it was asked with the organization's own key. */
  own: boolean;
}

/** An ask that this process has claimed, with everything needed to put it. */
export interface Work {
  ask: ClaimedAsk;
  job: ClaimedJob<AskJob>;
  run: RunInHand;
  engine: Engine;
  throttle: EngineThrottle;
  /** The organization's own credentials, if it is asked with them. */
  own?: OwnEngine;
}

/** An ask fails once this many of its processes have died, or stood still for the length of a lease. */
export const lapsesPerAsk = 5;

/** The code of an ask whose organization no longer has credentials for it. */
export const noCredentials = "no_credentials";

export interface AskingParts {
  db: Db;
  answerKeeper: AnswerKeeper;
  answerWriter: AnswerWriter;
  budget: Budget;
  measuring: AnswerMeasurer;
  pace: Pace;
  patience: ModelTimeout;
  stop: Stop;
  now(): Date;
  random(): number;
  observeCall?: (call: EndedCall) => void;
  tracing: Tracing;
  tellWait: NoteWait;
  log: Log;
}

/** Answers in hand that have yet to be read; their texts have up to some 100 KB each. */
const unreadMost = 200;

export function createAsking(parts: AskingParts): Asking {
  const { db, answerKeeper, answerWriter, budget, measuring, pace, patience, stop, now, random, log } = parts;
  const { observeCall, tracing, tellWait } = parts;
  const readers = new LRUCache<string, Reader>({ max: 100 });
  const underWay = new Set<Promise<void>>();
  const stops = createStops(stop);
  const listeners: FreeListener[] = [];
  let unread = 0;
  // From here on the store has the calls' cost.
  answerWriter.onSaved((saved) => {
    for (const settlement of saved) budget.risk(-costOf(settlement));
  });

  const readerOf = ({ brands }: RunInHand): Reader => {
    const key = JSON.stringify(brands);
    const reader = readers.get(key) ?? measuring.readerOf(brands);
    readers.set(key, reader);
    return reader;
  };

  const free: FreeListener = (queue, last) => {
    for (const listener of listeners) listener(queue, last);
  };

  /** One answer less waits to be read. */
  function isRead(): void {
    unread -= 1;
    if (unread === unreadMost - 1) free(null, false);
  }

  function start(work: Work): void {
    const { engine, throttle, job } = work;
    throttle.start();
    // What the organization's own key is billed for is no risk of the server's.
    let riskUsd = work.own ? 0 : engine.estimateUsd;
    budget.risk(riskUsd);
    const repeating: Repeating = {
      may: async () => {
        if (!throttle.mayRepeat()) return "later";
        return (await isWithinBounds(work)) ? "yes" : "no";
      },
      begins() {
        throttle.repeat();
        if (work.own) return;
        riskUsd += engine.estimateUsd;
        budget.overrun(engine.estimateUsd);
      },
    };
    inHand(work, async (ending) => {
      const outcome = await call(work, repeating, ending);
      if (outcome.kind === "again" && outcome.pauseMs !== null) throttle.pause(outcome.pauseMs);
      if (!work.own && outcome.kind !== "stopped") {
        // Before the next call may start: it must not have the room that this one has taken.
        const billedUsd = billOf(outcome, engine);
        const overrunUsd = billedUsd - riskUsd;
        if (overrunUsd > 0) budget.overrun(overrunUsd);
        else budget.risk(overrunUsd);
        riskUsd = billedUsd;
      }
      throttle.end();
      if (outcome.kind === "answered") unread += 1;
      free(job.queue, throttle.idle());
      const settlement = await settlementOf(work, outcome, ending).finally(() => {
        if (outcome.kind === "answered") isRead();
      });
      budget.risk(costOf(settlement) - riskUsd);
      return settlement;
    });
  }

  function read(work: ReadWork): void {
    unread += 1;
    inHand(work, async (ending) => {
      const settlement = await readKept(work, ending).finally(isRead);
      budget.risk(costOf(settlement));
      return settlement;
    });
  }

  /** Hands on how the ask settled; null if our own stop came first: its job is handed back. */
  function inHand(
    { ask, job }: Pick<Work, "ask" | "job">,
    toSettlement: (ending: Stop) => Promise<Settlement | null>,
  ): void {
    const ending = stops.take(ask.reportId);
    const done = jobSpan(tracing, job, () => toSettlement(ending)).then((settlement) => {
      stops.giveBack(ask.reportId);
      if (settlement) answerWriter.add(settlement);
      underWay.delete(done);
    });
    underWay.add(done);
  }

  /** Whether its payers' limits allow one more call. */
  async function isWithinBounds({ ask, run, engine, own }: Work): Promise<boolean> {
    const { projectId } = ask;
    if (await budget.passedBy({ projectId, organizationId: run.organizationId })) return false;
    const estimateUsd = own ? 0 : engine.estimateUsd;
    return (await budget.look(estimateUsd > 0)).take(estimateUsd);
  }

  async function call(work: Work, repeating: Repeating, ending: Stop): Promise<CallOutcome> {
    const { ask, job, run, engine } = work;
    const { country, language, brands: trackedBrands } = run;
    const brands = [trackedBrands.own, ...trackedBrands.rivals].map(({ name, domains }) => ({
      name,
      domain: domains[0] ?? null,
    }));
    const { roomier } = job.data;
    const question = {
      prompt: ask.prompt,
      sample: ask.sample,
      country,
      language,
      brands,
      ...(roomier && { roomier }),
    };
    const { organizationId } = run;
    const whoseCalls = { organizationId, provider: engine.provider, model: engine.model };
    const terms = {
      ...{
        failures: job.data.failures,
        patienceMs: patience.of(whoseCalls),
        repeating,
        stop: ending,
        random,
      },
      took: (ms: number | null) => patience.note(whoseCalls, ms),
    };
    const began = performance.now();
    const outcome = await traceCall(tracing, engine, question, terms);
    observeCall?.({
      provider: engine.provider,
      outcome: outcome.kind,
      seconds: (performance.now() - began) / 1000,
      costUsd: billOf(outcome, engine),
    });
    log.debug({ ask: ask.id, provider: engine.provider, outcome: outcome.kind }, "asked");
    return outcome;
  }

  async function settlementOf(
    work: Work,
    callOutcome: CallOutcome,
    ending: Stop,
  ): Promise<Settlement | null> {
    const { ask, job, engine, throttle } = work;
    const outcome = work.own
      ? await noteKey({ db, log }, work.own, engine.provider, callOutcome)
      : callOutcome;
    switch (outcome.kind) {
      case "answered":
        return answered(work, outcome, ending);
      case "failed":
        return failed(work, outcome.errorCode, outcome.costUsd);
      case "again": {
        if (outcome.pauseMs !== null)
          await tellWait(engine.provider, work.own ? work.run.organizationId : null, throttle);
        const { afterMs, costUsd, roomier } = outcome;
        return {
          ask,
          job,
          own: isOwn(work),
          outcome: { againAfterMs: afterMs, costUsd, ...(roomier && { roomier }) },
        };
      }
      case "stopped":
        // By our own stop, or as the report was dropped: the call may be on the vendor's bill all the same, and counts at its estimate.
        return stop.stopped() ? cutOff(work, outcome.costUsd) : failed(work, "cancelled", outcome.costUsd);
    }
  }

  /** Stored first, read after: what has arrived is not asked for again, whatever becomes of this process. */
  async function answered(
    work: Work,
    outcome: CallOutcome & { kind: "answered" },
    ending: Stop,
  ): Promise<Settlement | null> {
    const { ask, engine } = work;
    const { text, costUsd, ...answer } = outcome.answer;
    const { lostUsd, latencyMs } = outcome;
    const callUsd = (costUsd ?? engine.estimateUsd) + lostUsd;
    const knownUsd = lostUsd > 0 ? callUsd : costUsd;
    // Read as it is stored, so that offsets match the stored text.
    const givenText = {
      ...{ ...answer, answer: storableText(text), costUsd: sumOf(ask.costUsd, knownUsd) },
      ...{ latencyMs, answeredAt: now().toISOString() },
    };
    const { projectId, reportId, ordinal, createdAt, claim } = ask;
    const key = { projectId, reportId, ordinal, createdAt, claim };
    const keepOutcome = await answerKeeper.keep({ ...key, givenText, callUsd });
    // An answer that the store refuses counts as none, but it has been paid for.
    if (keepOutcome === "refused") return failed(work, "bad_answer", callUsd);
    if (keepOutcome === "lost") return failed(work, "cancelled", callUsd);
    return readKept(
      { ...work, own: isOwn(work), ask: { ...ask, storedAnswer: { ...givenText, callUsd } } },
      ending,
    );
  }

  async function readKept({ ask, job, run, own }: ReadWork, ending: Stop): Promise<Settlement | null> {
    const { answer: text, citations, truncated, declined, callUsd } = ask.storedAnswer;
    const settled = (result: AskResult): Settlement => ({
      ...{ ask, job, own },
      outcome: { result, costUsd: callUsd },
    });
    // What has taken its processes with it again and again is not tried once more.
    if (job.lapses >= lapsesPerAsk) return settled({ status: "failed", errorCode: unreadable });
    try {
      const readInput = { text, citations, prompt: ask.prompt, truncated, declined };
      const read = () => pace(() => asJobOf(run.organizationId, () => readerOf(run).read(readInput)));
      await answerKeeper.quiet();
      const reading = await retryWhenBusy(read, ending, log);
      if (reading) return settled({ status: "ok", reading });
      // An answer to a report that was dropped is paid for; at our own stop, its job is handed back.
      return stop.stopped() ? null : settled({ status: "failed", errorCode: "cancelled" });
    } catch (error) {
      log.error({ ask: ask.id, err: error }, "an answer could not be read");
      // It was paid for: it is stored, and a later reading reads it.
      return settled({ status: "failed", errorCode: unreadable });
    }
  }

  return {
    start,
    read,
    drop: stops.stop,
    reports: stops.reportIds,
    room: () => Math.max(0, unreadMost - unread),
    onFree: (listener) => void listeners.push(listener),
    busy: () => underWay.size > 0,
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** A call that our own stop has ended: whoever goes on asks again. */
const cutOff = ({ ask, job, own }: Work, costUsd: number): Settlement => ({
  ...{ ask, job, own: isOwn({ own }) },
  outcome: { againAfterMs: 0, costUsd, cutOff: true },
});

/** Null if neither is known. */
const sumOf = (one: number | null, other: number | null): number | null =>
  one === null ? other : one + (other ?? 0);

const isOwn = ({ own }: Pick<Work, "own">): boolean => own !== undefined;

/** What a call is billed at, USD; one that we left counts where it is settled. */
const billOf = (outcome: CallOutcome, { estimateUsd }: Engine): number =>
  outcome.kind === "answered"
    ? (outcome.answer.costUsd ?? estimateUsd) + outcome.lostUsd
    : outcome.kind === "stopped"
      ? 0
      : outcome.costUsd;

/** What it has cost the server, USD. */
const costOf = (settlement: Settlement | null): number =>
  settlement && !settlement.own ? settlement.outcome.costUsd : 0;

/** An ask that failed for good. */
export const failed = (
  { ask, job, own }: Pick<Work, "ask" | "job"> & { own?: OwnEngine | boolean },
  errorCode: string,
  costUsd = 0,
): Settlement => ({
  ask,
  job,
  own: Boolean(own),
  outcome: { result: { status: "failed", errorCode, ...(costUsd > 0 && { costUsd }) }, costUsd },
});
