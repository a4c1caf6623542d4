import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const bench = new URL("../../../bench/engine-memory.ts", import.meta.url).pathname;

test("a vendor that streams without end or answers 10 MB grows the process by at most 60 MB", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", bench, "quick"], {
    timeout: 120_000,
  });
  assert.match(stdout, /worst single call: \d/);
});
