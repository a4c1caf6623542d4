import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "security.md"), "utf8");
const rows = page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*)\|$/gm);

test("whatever the page on security calls met names tests that exist, and the rest says why", () => {
  const ids: string[] = [];
  for (const [, id = "", verdict = "", why = "", named = ""] of rows) {
    ids.push(id);
    assert.ok(["met", "in part", "not met", "does not apply"].includes(verdict), `${id}: ${verdict}`);
    assert.ok(why.trim().length > 5, `${id} says nothing`);
    const tests = named.trim() === "" ? [] : named.trim().split(/; (?=`)/);
    assert.equal(tests.length > 0, verdict === "met", `${id} is ${verdict}`);
    for (const one of tests) {
      const [, file, name] = /^`([^`]+)`: (.+)$/.exec(one) ?? assert.fail(`${id}: ${one}`);
      assert.ok(
        readFileSync(join(root, file!), "utf8").includes(name!),
        `${id}: ${file} has no test "${name}"`,
      );
    }
  }
  assert.ok(ids.length > 100, `${ids.length} rows`);
  assert.equal(new Set(ids).size, ids.length);
});
