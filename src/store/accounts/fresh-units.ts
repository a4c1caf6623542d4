import { LRUCache } from "lru-cache";

/** Longer than the transaction in which units change takes to be seen by others. */
const unsettledMs = 1_000;

const changed = new LRUCache<string, true>({ max: 50_000, ttl: unsettledMs });

/** Says that units of this user have just changed or are about to: what was looked up before is not to be shown. */
export function forget(organizationId: string): void {
  changed.set(organizationId, true);
}

/** Whether a look at this user's units may be outdated by a transaction that is still to be committed. */
export const unsettled = (organizationId: string): boolean => changed.has(organizationId);
