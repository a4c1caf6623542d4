/** Requests that once found a fault, as [seed, number]; each run begins with them. */
export const kept: readonly (readonly [seed: number, number: number])[] = [];
