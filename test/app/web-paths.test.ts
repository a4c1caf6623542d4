import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pagePaths } from "../../src/server/app-files/page-paths.ts";

test("the server answers the paths that the web app has pages for", () => {
  const routes = readFileSync(join(import.meta.dirname, "../../web/routes.tsx"), "utf8");
  const shown = [...routes.matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual([...pagePaths].sort(), shown.sort());
});
