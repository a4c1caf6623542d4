import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const read = (page: string) => readFileSync(join(root, page), "utf8");

/** The README's `field`, put to what the API answered. */
function field(answered: unknown, name: string) {
  const [declaration] =
    /^field\(\) \{\n(?:.*\n)*?\}$/m.exec(read("README.md")) ?? assert.fail("no field() in README.md");
  const shell = spawnSync("bash", ["-c", `${declaration}\nfield ${name}`], {
    cwd: root,
    encoding: "utf8",
    input: JSON.stringify(answered),
  });
  return { status: shell.status, printed: shell.stdout, complaint: shell.stderr };
}

test("`field` picks a field from what the API answered", () => {
  assert.deepEqual(field({ data: { id: "x", terminal: false } }, "terminal"), {
    status: 0,
    printed: "false\n",
    complaint: "",
  });
});

test("`field` prints warnings beside what it picks", () => {
  const meta = { warnings: [{ code: "POST_NOT_CHANGED", message: "It is on the blog already." }] };
  assert.deepEqual(field({ data: { id: "x" }, meta }, "id"), {
    status: 0,
    printed: "x\n",
    complaint: "warning: It is on the blog already.\n",
  });
});

test("`field` prints why a call was refused, and nothing to go on with", () => {
  const refused = { error: { code: "PROJECT_NOT_FOUND", message: "You have no such project." } };
  assert.deepEqual(field(refused, "id"), {
    status: 1,
    printed: "",
    complaint: "You have no such project.\n",
  });
});

for (const page of ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]) {
  if (!page.endsWith(".md")) continue;
  test(`no loop on ${page} goes on after a refusal`, () =>
    assert.doesNotMatch(read(page), /^until .*\bfield terminal\b/m));
}
