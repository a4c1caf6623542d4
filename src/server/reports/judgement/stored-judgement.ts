import { hash } from "node:crypto";
import type { DatedPoint } from "../../../figures/trend.ts";
import { daysIn } from "../../../figures/watching/days.ts";
import type { Db } from "../../db/db.ts";
import { shared } from "../../db/memory/memory.ts";
import { edition } from "../../kernel/edition.ts";
import { unlessOutage } from "../../kernel/outage.ts";
import { createPace } from "../../kernel/pace.ts";
import { type EarlierCells, earlierCells } from "../part/earlier-cells.ts";
import { findPartFigures, type PartKey, putPartFigures } from "../part/part-figures.ts";
import { besideNow, type ComparedReport, type Report } from "../reports.ts";
import { watchedPoints } from "../trends/trends.ts";
import { type Judgement, judge } from "./judgement.ts";

/** What a report is judged by. */
interface Judged {
  report: Report;
  previous: Report | null;
  series: readonly DatedPoint[];
  earlier: EarlierCells;
  /** Something of it could not be computed in one request. */
  isCut?: boolean;
}

const whole: PartKey = { part: "", over: "" };

/** What a report is found to say beside others, over all its answers. */
export const judgementOf = (db: Db, compared: ComparedReport): Promise<Judgement> =>
  storedJudgement(db, compared, whole, async (judged) => judged);

/**
 * The same of a part of its answers: as it lies in the store if it was made from what the report stands beside now, and by this state of
 * the program; otherwise made and kept. `narrow` takes what the whole is judged by.
 */
export function storedJudgement(
  db: Db,
  { report, previous, beside }: ComparedReport,
  { part, over }: PartKey,
  narrow: (judged: Judged) => Promise<Judged>,
): Promise<Judgement> {
  const madeFrom = hash("sha256", JSON.stringify([edition(), beside, over]), "base64url");
  const key = { part, over: madeFrom };
  return shared(db, `judgement ${report.id} ${report.reading} ${madeFrom} ${part}`, async () => {
    const stored = beside === null ? undefined : await findPartFigures(db, report, "judgement", key);
    if (stored) return stored;
    const series = await watchedPoints(db, report);
    const earlier = await earlierCells(db, report, previous);
    const { report: own, isCut = false, ...others } = await narrow({ report, previous, series, earlier });
    // Days are the assistants', whatever part of the prompts is looked at.
    const judgement = await pace(() => judge(own, { ...others, days: daysIn(series) }));
    // What came or went meanwhile may be in it.
    if (beside !== null && !isCut && (await besideNow(db, report)) === beside)
      await putPartFigures(db, report, "judgement", key, judgement).catch(unlessOutage);
    return judgement;
  });
}

/** Reports of many projects can be judged at once. */
const pace = createPace();
