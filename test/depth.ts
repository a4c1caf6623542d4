import { type TestContext, type TestOptions, test } from "node:test";

/** `npm run verify` sets it; `npm test` and `npm run verify:full` do everything. */
const isQuick = process.env.TEST_DEPTH === "quick";

/** A test that takes long, of what quicker ones hold too, or that measures time: `verify` leaves it to `verify:full`. */
export function longTest(
  name: string,
  ...[rule, options = {}]: [rule: (t: TestContext) => void | Promise<void>, options?: TestOptions]
): void {
  if (!isQuick) void test(name, options, rule);
}

/** How often something is drawn at random. */
export const draws = (all: number, inQuick: number): number => (isQuick ? inQuick : all);
