import { spendIn } from "../../store/accounts/spend.ts";
import type { Db } from "../../store/db/db.ts";

/** What may still be spent this month, whatever was reserved for it. */
export interface Budget {
  /** A call may cost this much, or has cost it and is not in the store yet; negative when that is over. */
  risk(usd: number): void;
  /** What is left now; `costs` false if nothing that is to be started costs anything. */
  look(costs: boolean): Promise<Allowance>;
}

export interface Allowance {
  /** Takes `usd` of what is left; false if it does not suffice. */
  take(usd: number): boolean;
}

/** Sums of binary fractions are a little off. */
const tolerance = 1e-9;

export function createBudget(db: Db, monthlyUsd: number, now: () => Date): Budget {
  let atRiskUsd = 0;
  let takenUsd = 0;
  return {
    risk(usd) {
      atRiskUsd += usd;
    },
    async look(costs) {
      // In this order: a cost that is saved between the two is counted twice rather than not at all.
      const [leftUsd, takenBefore] = [monthlyUsd - atRiskUsd, takenUsd];
      const spentUsd = costs ? (await spendIn(db, now())).spentUsd : 0;
      return {
        take(usd) {
          // Less what was taken since this look, be it through another one.
          if (usd > 0 && usd > leftUsd - spentUsd - (takenUsd - takenBefore) + tolerance) return false;
          takenUsd += usd;
          return true;
        },
      };
    },
  };
}
