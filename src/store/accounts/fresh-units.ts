import { LRUCache } from "lru-cache";

/** Longer than it takes until others see the transaction that changes units. */
const unsettledMs = 1_000;

const changed = new LRUCache<string, true>({ max: 50_000, ttl: unsettledMs });

/** Notes that an organization's units have just changed or are about to, so that earlier lookups are not shown. */
export function forget(organizationId: string): void {
  changed.set(organizationId, true);
}

/** Whether a lookup of an organization's units may be outdated by a transaction that is not committed yet. */
export const unsettled = (organizationId: string): boolean => changed.has(organizationId);
