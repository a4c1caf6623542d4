import { type TestContext, type TestOptions, test } from "node:test";

/** `npm run verify` sets it; `npm test` and `npm run verify:full` do everything. */
export const isQuick = process.env.TEST_DEPTH === "quick";

type Rule = (t: TestContext) => void | Promise<void>;

/** A test that takes long, of what quicker ones hold too, or that measures time: `verify` leaves it to `verify:full`. */
export function longTest(name: string, ...rest: [rule: Rule] | [options: TestOptions, rule: Rule]): void {
  if (isQuick) return;
  if (rest.length === 1) void test(name, rest[0]);
  else void test(name, ...rest);
}

/** How often something is drawn at random. */
export const draws = (all: number, inQuick: number): number => (isQuick ? inQuick : all);
