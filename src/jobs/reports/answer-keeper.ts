import { setTimeout as delay } from "node:timers/promises";
import { grouped } from "../../kernel/grouped.ts";
import type { Log } from "../../kernel/log.ts";
import { logFailure } from "../../kernel/outage.ts";
import type { Db } from "../../store/db/db.ts";
import { type ArrivedAnswer, keepAnswers } from "../../store/reports/asks.ts";
import { isRefusal } from "../queue/refusal.ts";

/** What became of an answer that arrived: it is stored, its ask is somebody else's or over, or the store refuses its text. */
type Kept = "kept" | "lost" | "refused";

/** Stores an answer before anything else is done with it; waits for a store that is away. Never rejects. */
export type KeepAnswer = (arrived: ArrivedAnswer) => Promise<Kept>;

/** Answers stored in one statement, each of up to some 100 KB. */
const answersPerStatement = 20;
const retryMs = 500;

export function createAnswerKeeper({ db, log }: { db: Db; log: Log }): KeepAnswer {
  const keep = grouped(answersPerStatement, (answers: readonly ArrivedAnswer[]) => keepAnswers(db, answers));
  return async (arrived) => {
    for (;;) {
      try {
        return (await keep(arrived)) ? "kept" : "lost";
      } catch (error) {
        logFailure(
          log,
          { report: arrived.reportId, err: error, level: "warn" },
          "an answer was not stored yet",
        );
        if (isRefusal(error)) return "refused";
        await delay(retryMs);
      }
    }
  };
}
