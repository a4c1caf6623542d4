import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../db/db.ts";
import { grouped } from "../../kernel/grouped.ts";
import type { Log } from "../../kernel/log.ts";
import { logFailure } from "../../kernel/outage.ts";
import { isRefusal } from "../../queue/refusal.ts";
import { type ArrivedAnswer, keepAnswers } from "./asks.ts";

/** What became of an answer that arrived: it is stored, its ask is somebody else's or over, or the store refuses its text. */
type Kept = "kept" | "lost" | "refused";

export interface AnswerKeeper {
  /** Stores an answer before anything else is done with it; waits for a store that is away. Never rejects. */
  keep(arrived: ArrivedAnswer): Promise<Kept>;
  /** Waits a moment for answers on their way into the store: many arrive together, and whatever takes time comes after them. */
  quiet(): Promise<void>;
}

/** Answers stored in one statement, each of up to some 100 KB. */
const answersPerStatement = 20;
const retryMs = 500;
/** However many are on their way, and whatever the store does, others wait for them no longer than this. */
const quietMs = 50;

export function createAnswerKeeper({ db, log }: { db: Db; log: Log }): AnswerKeeper {
  const store = grouped(answersPerStatement, (answers: readonly ArrivedAnswer[]) => keepAnswers(db, answers));
  const underWay = new Set<Promise<Kept>>();

  async function storeSurely(arrived: ArrivedAnswer): Promise<Kept> {
    for (;;) {
      try {
        return (await store(arrived)) ? "kept" : "lost";
      } catch (error) {
        const { reportId: report } = arrived;
        logFailure(log, { report, err: error, level: "warn" }, "an answer was not stored yet");
        if (isRefusal(error)) return "refused";
        await delay(retryMs);
      }
    }
  }

  return {
    keep(arrived) {
      const storePromise = storeSurely(arrived).finally(() => underWay.delete(storePromise));
      underWay.add(storePromise);
      return storePromise;
    },
    async quiet() {
      if (underWay.size > 0)
        await Promise.race([Promise.all(underWay), delay(quietMs, undefined, { ref: false })]);
    },
  };
}
