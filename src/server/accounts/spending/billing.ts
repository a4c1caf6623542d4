import { LRUCache } from "lru-cache";
import type { PlanTable } from "../../api/access/plan.ts";
import { type Billing, billingOf, type Period, periodAt, type ShownBilling } from "../../api/access/quota.ts";
import type { QuotaName } from "../../api/access/quota-name.ts";
import type { Caller } from "../../api/caller.ts";
import type { Db } from "../../db/db.ts";
import { isRecentlyChanged } from "./fresh-units.ts";
import { usedUnits } from "./quota.ts";

type Used = Record<QuotaName, number>;

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
  const looks = new LRUCache<string, Promise<Used>>({
    max: 10_000,
    ttl: 1_000,
    ttlResolution: 0,
    perf: clock,
  });

  const periods = new LRUCache<string, { period: Period; from: number; until: number }>({ max: 10_000 });
  const snapshots = new WeakMap<Used, Billing>();
  const narrowed = new WeakMap<Billing, ShownBilling>();

  /** The period is the same all month, so it is computed once. */
  function periodOf(planStartedAt: string): Period {
    const time = now();
    const cachedPeriod = periods.get(planStartedAt);
    if (cachedPeriod && cachedPeriod.from <= time.getTime() && time.getTime() < cachedPeriod.until)
      return cachedPeriod.period;
    const period = periodAt(planStartedAt, time);
    periods.set(planStartedAt, { period, from: Date.parse(period.start), until: Date.parse(period.end) });
    return period;
  }

  function used(organizationId: string, periodStart: string): Promise<Used> {
    const key = `${organizationId} ${periodStart}`;
    const cachedUse = isRecentlyChanged(organizationId) ? undefined : looks.get(key);
    if (cachedUse) return cachedUse;
    const look = usedUnits(db, organizationId, periodStart);
    looks.set(key, look);
    look.catch(() => looks.delete(key));
    return look;
  }

  function narrowFor(billing: Billing, { workspaceIds }: Caller): ShownBilling {
    if (workspaceIds === null) return billing;
    const view = narrowed.get(billing) ?? { ...billing, quotas: null };
    narrowed.set(billing, view);
    return view;
  }

  return async (caller: Caller): Promise<ShownBilling> => {
    const period = periodOf(caller.planStartedAt);
    const look = await used(caller.organizationId, period.start);
    const snapshot = snapshots.get(look);
    if (snapshot?.plan === caller.plan && snapshot.status === caller.planStatus)
      return narrowFor(snapshot, caller);
    const billing = billingOf(caller, plans, period, look);
    snapshots.set(look, billing);
    return narrowFor(billing, caller);
  };
}
