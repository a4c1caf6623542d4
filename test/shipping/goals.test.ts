import assert from "node:assert/strict";
import { test } from "node:test";
import { goalTable, tellGoal, toldIn } from "../../scripts/goals.ts";

/** What a benchmark prints of a goal, as the next process finds it. */
function printed(...told: Parameters<typeof tellGoal>) {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  try {
    tellGoal(...told);
  } finally {
    console.log = log;
  }
  return toldIn(lines[0]!)!;
}

const verdict = (table: readonly string[], words: RegExp) =>
  table
    .find((line) => words.test(line))!
    .slice(0, 15)
    .trim();

test("the table says of each goal whether it was met, at which size, or that it was not run", () => {
  const told = [
    printed("restarts", { measured: "0 of 20,101 failed", met: true, small: false }),
    printed("fuzz", { measured: "0 of 2,000", met: true, small: true }),
    printed("workers", { measured: "two cores", met: null }),
    printed("disk", { measured: "embedded: none lost", met: true, small: false }),
    printed("disk", { measured: "PostgreSQL: 1 lost", met: false, small: false }),
  ];
  const { lines: table } = goalTable(told, ["away"]);
  assert.deepEqual(
    [/rolling restarts/, /drawn from/, /of 4 workers/, /disk full/, /away for/, /a day/].map((words) =>
      verdict(table, words),
    ),
    ["met", "met, small size", "not shown", "MISSED", "MISSED", "not run"],
  );
  assert.match(table.join("\n"), /embedded: none lost; PostgreSQL: 1 lost/);
});

test("a goal that was missed is one also where its step ended well", () => {
  const told = (met: boolean | null) => [printed("restarts", { measured: "3 of 20,101 failed", met })];
  const missed = [true, null, false].map((met) => goalTable(told(met), []).missed);
  assert.deepEqual(missed, [false, false, true]);
});

test("a line that speaks of no goal is none", () => assert.equal(toldIn("requests / failed  7 / 0"), null));
