import { changeTitle } from "../../src/figures/watching/change-in-words.ts";
import { tellBound } from "../../src/figures/watching/telling.ts";
import { usualWatches } from "../../src/figures/watching/watch.ts";
import { normal, type Random } from "./random.ts";

export interface ChangedGap {
  before: number;
  after: number;
  /** Since the change; eight lie before it. */
  reports: number;
}

const reportsBefore = 8;
/** Of a report's gap: two rates over 120 answers to prompts in common. */
const deviation = 0.06;
const bound = tellBound("weekly", usualWatches.length);
const since = "2026-03-02T08:00:00Z";

/** Of changes of a gap that are told, those whose title says that one passed the other. */
export function saidPassed({ before, after, reports }: ChangedGap, told: number, random: Random): number {
  let [titles, passed] = [0, 0];
  while (titles < told) {
    const levels = {
      before: before + (deviation * normal(random)) / Math.sqrt(reportsBefore),
      after: after + (deviation * normal(random)) / Math.sqrt(reports),
    };
    const apart = levels.after - levels.before;
    const deviations = Math.abs(apart) / (deviation * Math.sqrt(1 / reports + 1 / reportsBefore));
    if (deviations < bound) continue;
    titles += 1;
    const title = changeTitle({
      ...{ brand: "Acme", timezone: "UTC", watch: { of: "gap", tag: null, provider: null } },
      change: {
        ...{ direction: apart > 0 ? "up" : "down", since, sinceBetween: [since, since], competitor: "Rival" },
        ...{ ...levels, reports, reportsBefore, deviations },
      },
    });
    if (title.includes("passed")) passed += 1;
  }
  return passed / told;
}
