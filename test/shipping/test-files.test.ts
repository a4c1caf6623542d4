import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runTestFiles } from "../../scripts/testing/test-files.ts";
import { fullFiles, quickFiles } from "../../scripts/testing/which-files.ts";

const files = {
  good: 'import { after, test } from "node:test"; after(() => console.log("hook")); test("one", () => {}); test("two", { skip: true });',
  bad: 'import { test } from "node:test"; test("fails", () => { throw new Error("no"); });',
  hangs: 'import { test } from "node:test"; test("hangs", { timeout: 100 }, () => new Promise(() => {}));',
  late: 'import { test } from "node:test"; test("passes", () => void setTimeout(() => { throw new Error("late"); }, 5));',
  rejected:
    'import { test } from "node:test"; test("passes", () => { (async () => { await null; throw new Error("nobody waits"); })(); });',
  within:
    'import { test } from "node:test"; test("passes", async () => { await null; setImmediate(() => { throw new Error("not caught"); }); await new Promise((resolve) => setTimeout(resolve, 20)); });',
  exits: 'import { test } from "node:test"; test("exits", () => process.exit(0));',
  changes: 'import { test } from "node:test"; test("leaves", () => { process.env.LEFT_BEHIND = "1"; });',
  open: 'import { test } from "node:test"; test("leaves", () => void setInterval(() => {}, 10));',
  both: 'import { test } from "node:test"; test("leaves", () => { setInterval(() => {}, 10); throw new Error("why it failed"); });',
  fine: 'import { test } from "node:test"; test("three", () => {});',
};

test("of files that share a process each fails by itself, also by what it throws after its tests, leaves changed, open, or ends", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "overheard-test-files-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, `${name}.test.mjs`);
    writeFileSync(path, text);
    return path;
  });
  const said: string[] = [];
  t.mock.method(console, "log", (line: string) => void said.push(line));
  const { failed, counts } = await runTestFiles(paths, {
    processes: 1,
    environment: { TEST_IDLE_MS: "300" },
    howToRun: () => ({ stores: "one", isAlone: false }),
  });
  t.mock.restoreAll();
  const names = failed.map((path) => /(\w+)\.test\.mjs$/.exec(path)?.[1]).sort();
  assert.deepEqual(
    names,
    ["bad", "both", "changes", "exits", "hangs", "late", "open", "rejected", "within"],
    said.join("\n"),
  );
  assert.equal(counts.skipped, 1);
  assert.match(said.join("\n"), /why it failed.*nothing runs, but something is open/s);
  assert.match(said.join("\n"), /exits\.test\.mjs .*\n.*its process ended/);
});

test("every test file is run by verify or by verify:full, and what verify runs on one store alone is run on the other", () => {
  const { deep, embedded, ...fullAlone } = fullFiles;
  const run = new Set([...quickFiles, ...Object.values(fullAlone).flat()]);
  assert.deepEqual([...run].sort(), globSync("{src,test,web}/**/*.test.ts").sort());
  for (const [name, files] of Object.entries(fullFiles)) assert.ok(files.length > 0, name);
  assert.ok(deep.includes("src/figures/figures-agree.test.ts"));
  for (const file of [
    "test/contract.test.ts",
    "test/routes/keys.test.ts",
    "src/server/worker/worker.test.ts",
  ])
    assert.ok(embedded.includes(file), file);
});
