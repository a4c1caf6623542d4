import { LRUCache } from "lru-cache";

/** Longer than it takes until others see the transaction that changes units. */
const unsettledMs = 1_000;

/** Bounded by size and not by number, for which the library makes room ahead: 3 MB at each start. */
const changed = new LRUCache<string, true>({
  maxSize: 50_000,
  sizeCalculation: () => 1,
  ttl: unsettledMs,
});

/** Notes that an organization's units have just changed or are about to, so that earlier lookups are not shown. */
export function markChanged(organizationId: string): void {
  changed.set(organizationId, true);
}

/** Whether a lookup of an organization's units may be outdated by a transaction that is not committed yet. */
export const isRecentlyChanged = (organizationId: string): boolean => changed.has(organizationId);
