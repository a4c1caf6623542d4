import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { judgeStatements } from "../../scripts/statements.ts";
import { exceptions } from "./distribution.ts";
import type { Statement } from "./recording.ts";

/** A statement for each exception, so that none is idle. */
const excepted: Statement[] = exceptions.map(({ file, table, by }) => ({
  file,
  text: `select 1 from ${table} where ${by === null ? "true" : `${by} = $1`}`,
}));

async function judged(t: TestContext, statements: readonly Statement[]) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-judged-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "1.jsonl"), statements.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const { mock } = t.mock.method(console, "log", () => {});
  const passed = await judgeStatements(folder);
  const said = mock.calls.map(({ arguments: [line] }) => String(line).split("\n")[0]!);
  mock.restore();
  return { passed, failed: said.filter((line) => line.startsWith("failed: ")) };
}

test("statements that may ask every machine pass, and each exception is needed", async (t) => {
  assert.deepEqual(await judged(t, excepted), { passed: true, failed: [] });
});

test("an exception for rows that nothing names is none for rows named by another column", async (t) => {
  const text = "delete from content_topics where url = $1";
  const { passed, failed } = await judged(t, [...excepted, { file: "src/store/db/retention.ts", text }]);
  assert.equal(passed, false);
  assert.deepEqual(failed, ["failed: src/store/db/retention.ts: content_topics by url"]);
});

test("an exception that nothing needs fails, also beside another of the same file and table", async (t) => {
  const { file, table, by } = exceptions.find(
    (one) => one.by === null && exceptions.some((other) => other !== one && other.table === one.table),
  )!;
  const { passed, failed } = await judged(
    t,
    excepted.filter((_, at) => exceptions[at]!.table !== table || exceptions[at]!.by !== by),
  );
  assert.equal(passed, false);
  assert.deepEqual(failed, [`failed: nothing in ${file} needs the exception for ${table} by nothing`]);
});

test("the same words of two files are two statements", async (t) => {
  const words = excepted.find(({ file }) => file === "src/store/reports/reports.ts")!;
  const { failed } = await judged(t, [{ ...words, file: "src/store/reports/another.ts" }, ...excepted]);
  assert.deepEqual(failed, ["failed: src/store/reports/another.ts: reports by id"]);
});
