import { type BoundReached, passedBound } from "../../accounts/spending/project-spend.ts";
import { monthOf, spendIn } from "../../accounts/spending/spend.ts";
import type { Db } from "../../db/db.ts";

/** What may still be spent this month, regardless of reservations. */
export interface Budget {
  /** Adds what a call may cost, or has cost without the store knowing yet; negative once that is over. */
  risk(usd: number): void;
  /** The same of what a call costs beyond what was taken for it; looks that have begun know of it, too. */
  overrun(usd: number): void;
  /** What is left now; `costs` is false if nothing about to start costs anything. */
  look(costs: boolean): Promise<Allowance>;
  /** Whose limit these have passed with what they have spent and reserved this month, as failed calls may make it; null: none. */
  passedBy(payer: { projectId: string; organizationId: string }): Promise<BoundReached["bound"] | null>;
}

export interface Allowance {
  /** Takes `usd` of what is left; false if that is not enough. */
  take(usd: number): boolean;
}

/** Sums of binary fractions are slightly off. */
const tolerance = 1e-9;

export function createBudget(db: Db, monthlyUsd: number, now: () => Date): Budget {
  let atRiskUsd = 0;
  let takenUsd = 0;
  return {
    risk(usd) {
      atRiskUsd += usd;
    },
    overrun(usd) {
      atRiskUsd += usd;
      takenUsd += usd;
    },
    passedBy: async (payer) => (await passedBound(db, payer, monthOf(now()), 0))?.bound ?? null,
    async look(costs) {
      // In this order, so that a cost saved in between is counted twice rather than not at all.
      const [leftUsd, takenBefore] = [monthlyUsd - atRiskUsd, takenUsd];
      const spentUsd = costs ? (await spendIn(db, now())).spentUsd : 0;
      return {
        take(usd) {
          // Minus what was taken since this look, even through another one.
          if (usd > 0 && usd > leftUsd - spentUsd - (takenUsd - takenBefore) + tolerance) return false;
          takenUsd += usd;
          return true;
        },
      };
    },
  };
}
