import { LRUCache } from "lru-cache";
import type { OwnEngine } from "../../kernel/engines/own-engines.ts";
import type { Log } from "../../kernel/log.ts";
import type { Pace } from "../../kernel/pace.ts";
import type { Tracing } from "../../kernel/trace.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import type { Db } from "../../store/db/db.ts";
import { storableText } from "../../store/db/storable.ts";
import { type AskResult, type ClaimedAsk, unreadable } from "../../store/reports/asks.ts";
import type { RunInHand } from "../../store/reports/runs.ts";
import type { ClaimedJob } from "../queue/claims.ts";
import { jobSpan } from "../queue/job-span.ts";
import type { AskJob } from "../queue/queue.ts";
import type { Budget } from "../worker/budget.ts";
import { createStops, type Stop } from "../worker/stop.ts";
import { whenNotBusy } from "../worker/when-not-busy.ts";
import type { AnswerWriter, Settlement } from "./answer-writer.ts";
import type { CallOutcome, EndedCall, Engine } from "./call-engine.ts";
import type { EngineThrottle } from "./engine-throttle.ts";
import type { Measuring, Reader } from "./measuring.ts";
import { noteKey } from "./note-key.ts";
import type { TellWait } from "./telling-waits.ts";
import { tracedCall } from "./traced-call.ts";

/** Puts asks to their engines and hands the outcomes to the answer writer. */
export interface Asking {
  start(work: Work): void;
  /** Ends the calls under way for these reports, which nobody waits for any more. */
  drop(reportIds: readonly string[]): void;
  /** Reports with calls under way. */
  reports(): string[];
  busy(): boolean;
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
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

/** The code of an ask whose organization no longer has credentials for it. */
export const noCredentials = "no_credentials";

export interface AskingParts {
  db: Db;
  answerWriter: AnswerWriter;
  budget: Budget;
  measuring: Measuring;
  pace: Pace;
  callDeadlineMs: number;
  stop: Stop;
  now(): Date;
  random(): number;
  observeCall?: (call: EndedCall) => void;
  tracing: Tracing;
  tellWait: TellWait;
  log: Log;
}

export function createAsking(parts: AskingParts): Asking {
  const { db, answerWriter, budget, measuring, pace, callDeadlineMs, stop, now, random, log } = parts;
  const { observeCall, tracing, tellWait } = parts;
  const readers = new LRUCache<string, Reader>({ max: 100 });
  const calls = new Set<Promise<void>>();
  const stops = createStops(stop);
  // From here on the store has the calls' cost.
  answerWriter.onSaved((saved) => {
    for (const settlement of saved) budget.risk(-costOf(settlement));
  });

  const readerOf = ({ tracked }: RunInHand): Reader => {
    const key = JSON.stringify(tracked);
    const reader = readers.get(key) ?? measuring.readerOf(tracked);
    readers.set(key, reader);
    return reader;
  };

  function start(work: Work): void {
    const { engine, throttle } = work;
    throttle.start();
    // What the organization's own key is billed for is no risk of the server's.
    const riskUsd = work.own ? 0 : engine.estimateUsd;
    budget.risk(riskUsd);
    const ending = stops.take(work.ask.reportId);
    const call = jobSpan(tracing, work.job, () => ask(work, ending)).then((settlement) => {
      stops.giveBack(work.ask.reportId);
      throttle.end();
      budget.risk(costOf(settlement) - riskUsd);
      if (settlement) answerWriter.add(settlement);
      calls.delete(call);
    });
    calls.add(call);
  }

  /** Null if our own stop ended the call: its job is handed back. */
  async function ask(work: Work, ending: Stop): Promise<Settlement | null> {
    const { ask, job, run, engine, throttle } = work;
    const { country, language, tracked } = run;
    const brands = [tracked.own, ...tracked.rivals].map(({ name, domains }) => ({
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
    const terms = { failures: job.data.failures, deadlineMs: callDeadlineMs, stop: ending, random };
    const began = performance.now();
    const said = await tracedCall(tracing, engine, question, terms);
    const outcome = work.own ? await noteKey({ db, log }, work.own, engine.provider, said) : said;
    observeCall?.({
      provider: engine.provider,
      outcome: outcome.kind,
      seconds: (performance.now() - began) / 1000,
      costUsd: billOf(outcome, engine),
    });
    log.debug({ ask: ask.id, provider: engine.provider, outcome: outcome.kind }, "asked");
    switch (outcome.kind) {
      case "answered":
        return answered(work, outcome, ending);
      case "failed":
        return failed(work, outcome.errorCode, outcome.costUsd);
      case "again": {
        if (outcome.pauseMs !== null) {
          throttle.pause(outcome.pauseMs);
          await tellWait(engine.provider, work.own ? work.run.organizationId : null, throttle);
        }
        const { afterMs, costUsd, roomier } = outcome;
        return {
          ask,
          job,
          own: isOwn(work),
          outcome: { againAfterMs: afterMs, costUsd, ...(roomier && { roomier }) },
        };
      }
      case "stopped":
        // The report was dropped, but the call may still be on the vendor's bill: it counts at its estimate.
        return stop.stopped() ? null : failed(work, "cancelled", engine.estimateUsd);
    }
  }

  async function answered(
    work: Work,
    outcome: CallOutcome & { kind: "answered" },
    ending: Stop,
  ): Promise<Settlement | null> {
    const { ask, job, run, engine } = work;
    const { text: given, declined, ...answer } = outcome.answer;
    // Read as it will be stored, so that offsets match the stored text.
    const text = storableText(given);
    const costUsd = answer.costUsd ?? engine.estimateUsd;
    const { latencyMs } = outcome;
    const kept = { ...answer, answer: text, declined, latencyMs, answeredAt: now().toISOString() };
    try {
      const { citations, truncated } = answer;
      const given = { text, citations, prompt: ask.prompt, truncated, declined };
      const read = () => pace(() => asJobOf(run.organizationId, () => readerOf(run).read(given)));
      const reading = await whenNotBusy(read, ending, log);
      // An answer to a report that was dropped is paid for; at our own stop, its job is handed back.
      if (!reading) return stop.stopped() ? null : failed(work, "cancelled", costUsd);
      const result = { status: "ok" as const, ...kept, reading };
      return { ask, job, own: isOwn(work), outcome: { result, costUsd } };
    } catch (error) {
      log.error({ ask: ask.id, err: error }, "an answer could not be read");
      // It was paid for: it is stored, and a later reading reads it.
      const result: AskResult = { status: "failed", errorCode: unreadable, ...kept };
      return { ask, job, own: isOwn(work), outcome: { result, costUsd } };
    }
  }

  return {
    start,
    drop: stops.stop,
    reports: stops.taken,
    busy: () => calls.size > 0,
    async idle() {
      while (calls.size > 0) await Promise.all(calls);
    },
  };
}

const isOwn = ({ own }: Pick<Work, "own">): boolean => own !== undefined;

/** What a call is billed at, USD; one that we left counts where it is settled. */
const billOf = (outcome: CallOutcome, { estimateUsd }: Engine): number =>
  outcome.kind === "answered"
    ? (outcome.answer.costUsd ?? estimateUsd)
    : outcome.kind === "stopped"
      ? 0
      : outcome.costUsd;

/** What it has cost the server, USD. */
const costOf = (settlement: Settlement | null): number =>
  settlement && !settlement.own ? settlement.outcome.costUsd : 0;

/** An ask that failed for good. */
export const failed = (
  { ask, job, own }: Pick<Work, "ask" | "job" | "own">,
  errorCode: string,
  costUsd = 0,
): Settlement => ({
  ask,
  job,
  own: isOwn({ own }),
  outcome: { result: { status: "failed", errorCode, ...(costUsd > 0 && { costUsd }) }, costUsd },
});
