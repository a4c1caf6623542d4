/**
 * A handle on the store or on one transaction. The kernel only passes it on; the store defines its members
 * (`src/server/db/db.ts` adds to this interface).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the store declares its members
export interface Db {}
