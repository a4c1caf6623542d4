import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { leaves } from "../../scripts/web.mjs";

const scripts = resolve(import.meta.dirname, "../../scripts");

/** A checkout whose packages are there, with a program and builds that only say that they run. */
function checkout(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "overheard-run-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const name of ["run", "install", "prune", "pass-on", "web", "built", "server/server"])
    cpSync(join(scripts, `${name}.mjs`), join(root, "scripts", `${name}.mjs`), { recursive: true });
  write("package.json", '{ "type": "module" }');
  write("package-lock.json", JSON.stringify({ packages: { "": {} } }));
  write("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
  for (const file of ["README.md", "web/main.tsx", "scripts/web/guides.ts", ...leaves]) write(file, "");
  mkdirSync(join(root, "docs"));
  write("scripts/server/mapped-stacks.mjs", "");
  const waits = "await new Promise((resolve) => setTimeout(resolve, 300));";
  write("scripts/build-web.ts", `${waits} console.error("built the app");`);
  write("scripts/server/build-server.ts", waits);
  write("src/main.ts", 'console.error("ran", process.argv[2]);');
  return (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", "run.mjs"), ...words], {
      encoding: "utf8",
    });
    return { status, said: stderr.match(/^(Building|built|ran) .*/gm) };
  };
}

const builds = ["Building the server…", "Building the web app…"];

test("a server starts when its app is built, and says what it waits for", (t) => {
  assert.deepEqual(checkout(t)("serve"), { status: 0, said: [...builds, "built the app", "ran serve"] });
});

test("the demo waits for no build, and builds nothing where it ends with its report", (t) => {
  const run = checkout(t);
  assert.deepEqual(run("demo", "--once"), { status: 0, said: ["ran demo"] });
  assert.deepEqual(run("demo"), {
    status: 0,
    said: ["Building the web app meanwhile…", "ran demo", "built the app"],
  });
});

test("other commands build nothing", (t) => {
  assert.deepEqual(checkout(t)("config"), { status: 0, said: ["ran config"] });
});
