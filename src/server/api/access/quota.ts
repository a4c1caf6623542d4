import type { Caller } from "../caller.ts";
import type { PlanTable } from "./plan.ts";
import { type QuotaName, quotaUnits } from "./quota-name.ts";

export interface Period {
  /** Inclusive, RFC 3339 UTC. */
  start: string;
  /** Exclusive, RFC 3339 UTC. */
  end: string;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The instant `months` after the anchor; the day clamps to the end of a shorter month. */
function monthsAfter(anchor: Date, months: number): Date {
  const date = new Date(anchor);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(anchor.getUTCDate(), daysIn(date.getUTCFullYear(), date.getUTCMonth())));
  return date;
}

/** The quota period around `now`: a calendar month anchored at the plan's start, in UTC, end exclusive. */
export function periodAt(anchor: string, now: Date): Period {
  const start = new Date(anchor);
  let months = (now.getUTCFullYear() - start.getUTCFullYear()) * 12 + now.getUTCMonth() - start.getUTCMonth();
  if (monthsAfter(start, months) > now) months -= 1;
  return {
    start: monthsAfter(start, months).toISOString(),
    end: monthsAfter(start, months + 1).toISOString(),
  };
}

/** The plan and quota snapshot of `meta.billing`. Source: docs/contract/envelope.md. */
export interface Billing {
  plan: string;
  status: string;
  period_start: string;
  period_end: string;
  quotas: Record<
    QuotaName,
    { limit: number | null; used: number; remaining: number | null; unit: string; resets_at: string }
  >;
}

/** What a caller is shown of it: quotas count the work of the whole organization, which limited members do not see. */
export type ShownBilling = Omit<Billing, "quotas"> & { quotas: Billing["quotas"] | null };

export function billingOf(
  caller: Pick<Caller, "plan" | "planStatus">,
  table: PlanTable,
  period: Period,
  used: Record<QuotaName, number>,
): Billing {
  const terms = table[caller.plan];
  const quota = (name: QuotaName) => {
    const limit = terms.quotas[name];
    return {
      limit,
      used: used[name],
      remaining: limit === null ? null : Math.max(0, limit - used[name]),
      unit: quotaUnits[name],
      resets_at: period.end,
    };
  };
  return {
    plan: caller.plan,
    status: caller.planStatus,
    period_start: period.start,
    period_end: period.end,
    quotas: { visibility: quota("visibility"), content: quota("content"), readiness: quota("readiness") },
  };
}
