import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsOf, linesOf, rowsValuesMax } from "./json-rows.ts";

const row = `[${Array(20_000).fill("1").join()}]`;
const rowsOf = (count: number) => `[${Array(count).fill(row).join()}]`;
const read = (text: string) => itemsOf(Buffer.from(text), 2_000);

test("rows may have many values together, up to a bound", async () => {
  assert.equal((await read(rowsOf(10)))?.length, 10);
  const fits = rowsValuesMax / 20_000;
  const position = `${rowsOf(fits).slice(0, -1)},`.length;
  await assert.rejects(read(rowsOf(fits + 1)), { fault: { reason: "too_many_values", position } });
});

test("one row with too many values is found at its place", async () => {
  const many = `[${Array(60_000).fill("1").join()}]`;
  await assert.rejects(read(`["é",${many}]`), {
    fault: { reason: "too_many_values", position: 5 + 100_000 },
  });
});

test("a bracket of the wrong kind ends no row", async () => {
  assert.equal(await read("[1}2]"), undefined);
});

test("others have their turn between the rows", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  await read(rowsOf(45));
  clearImmediate(waiting);
  assert.ok(turns > 1, `${turns}`);
});

test("blank lines count as lines, and are no rows; others have their turn among very many", async () => {
  const lines: [number, string | null][] = [];
  for await (const line of linesOf(Buffer.from("\n \t\r\n1\n\n2"))) lines.push(line);
  assert.deepEqual(lines, [
    [3, "1"],
    [5, "2"],
  ]);
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  for await (const line of linesOf(Buffer.alloc(8 * 1024 * 1024, "\n"))) assert.fail(`${line}`);
  clearInterval(count);
  assert.ok(turns > 2, `${turns}`);
});

test("others have their turn within a row that is as long as a body", async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  const [row] = (await read(`[{"a":"${'\\"'.repeat(4 * 1024 * 1024)}"}]`)) as { a: string }[];
  clearInterval(count);
  assert.equal(row!.a.length, 4 * 1024 * 1024);
  assert.ok(turns >= 2, `${turns}`);
});
