import { LRUCache } from "lru-cache";
import type { Caller } from "../kernel/caller.ts";
import type { PlanTable } from "../kernel/plan.ts";
import { type Billing, billingOf, periodAt, type QuotaName } from "../kernel/quota.ts";
import type { Db } from "./db.ts";
import { unsettled } from "./fresh-units.ts";
import { usedUnits } from "./quota.ts";

type Used = Promise<Record<QuotaName, number>>;

interface BillingOptions {
  db: Db;
  plans: PlanTable;
  now(): Date;
  /** Milliseconds of a clock that never goes back. */
  clock?: { now(): number };
}

/**
 * Looks up what a caller's plan allows and has used, for `meta.billing`. A look serves a user for a second, so other
 * processes' charges show up to a second late; charges of this process show at once. Parallel looks share a query.
 */
export function createBilling({ db, plans, now, clock = performance }: BillingOptions) {
  const looks = new LRUCache<string, Used>({ max: 10_000, ttl: 1_000, ttlResolution: 0, perf: clock });

  function used(userId: string, periodStart: string): Used {
    const key = `${userId} ${periodStart}`;
    const known = unsettled(userId) ? undefined : looks.get(key);
    if (known) return known;
    const look = usedUnits(db, userId, periodStart);
    looks.set(key, look);
    look.catch(() => looks.delete(key));
    return look;
  }

  return async (caller: Caller): Promise<Billing> => {
    const period = periodAt(caller.planStartedAt, now());
    return billingOf(caller, plans, period, await used(caller.userId, period.start));
  };
}
