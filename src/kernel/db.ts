/**
 * A handle on the store, or on one transaction of it. The kernel hands it on and reads nothing through it; the store says
 * what it is (`src/store/db/db.ts` adds to this interface).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the store declares its members
export interface Db {}
