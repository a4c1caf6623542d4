import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { deleteOldBuilds, replaceBuild } from "../../scripts/server/builds.ts";

const root = resolve(import.meta.dirname, "../..");
const dayMs = 86_400_000;

function folderFor(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "overheard-builds-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What `builds.ts` takes for a build. */
function makeBuild(folder: string, code: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of ["main.js", "thread.js", "mapped-stacks.js"]) writeFileSync(join(folder, file), code);
}

test("builds of the last week stay, at most five, and of older ones the two newest; what a broken build left goes", (t) => {
  const now = new Date();
  const left = (days: Record<string, number>): string[] => {
    const dist = folderFor(t);
    for (const [name, age] of Object.entries(days)) {
      mkdirSync(join(dist, name));
      const used = new Date(now.getTime() - age * dayMs);
      utimesSync(join(dist, name), used, used);
    }
    deleteOldBuilds(dist, now);
    return readdirSync(dist).sort();
  };
  const weeks = { "server-a": 0, "server-b": 30, "server-c": 31, web: 90, package: 90 };
  assert.deepEqual(left(weeks), ["package", "server-a", "server-b", "web"]);
  const busy = { a: 0, b: 1, c: 2, d: 3, e: 4, f: 5 };
  const named = Object.fromEntries(Object.entries(busy).map(([name, age]) => [`server-${name}`, age]));
  assert.deepEqual(
    left(named),
    ["a", "b", "c", "d", "e"].map((name) => `server-${name}`),
  );
  assert.deepEqual(left({ "server-a": 0, "server-b": 6, "server-c": 8 }), ["server-a", "server-b"]);
  assert.deepEqual(left({ ".server-1": 0.05, ".server-2": 0.01 }), [".server-2"]);
});

test("a build into a named folder replaces the one that is there, and nothing else", (t) => {
  const folder = folderFor(t);
  const [fresh, target, other] = ["fresh", "target", "other"].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ];
  makeBuild(target, "old");
  writeFileSync(join(target, "chunk-1.js"), "old");
  makeBuild(fresh, "new");
  replaceBuild(fresh, target);
  assert.equal(readFileSync(join(target, "main.js"), "utf8"), "new");
  assert.ok(!existsSync(join(target, "chunk-1.js")));
  mkdirSync(other);
  writeFileSync(join(other, "main.js"), "mine");
  makeBuild(fresh, "new");
  assert.throws(() => replaceBuild(fresh, other), { code: "ENOTEMPTY" });
  assert.equal(readFileSync(join(other, "main.js"), "utf8"), "mine");
});

/** A checkout whose packages are there, with a server of one line that cannot be built. */
function checkout(t: TestContext): string {
  const folder = folderFor(t);
  for (const name of [
    "install",
    "prune",
    "run",
    "pass-on",
    "built",
    "web",
    "server/server",
    "server/mapped-stacks",
  ])
    cpSync(join(root, "scripts", `${name}.mjs`), join(folder, "scripts", `${name}.mjs`));
  for (const name of ["src", "node_modules"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "scripts", "server", "build-server.ts"), "process.exitCode = 1;");
  writeFileSync(join(folder, "src", "main.ts"), 'console.log("the sources run");');
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const lock of ["package-lock.json", "node_modules/.package-lock.json"])
    writeFileSync(join(folder, lock), JSON.stringify({ packages: { "": {} } }));
  return folder;
}

function output(words: readonly string[]): { stdout: string; stderr: string } {
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return { stdout, stderr };
}

test("where the server cannot be built, its start says so and runs the sources", (t) => {
  const { stdout, stderr } = output([join(checkout(t), "scripts", "run.mjs"), "serve"]);
  assert.equal(stdout, "the sources run\n");
  assert.equal(stderr, "Building the server…\nthe server could not be built; running its sources\n");
});

test("a build is of the sources, package.json and their times, whatever links an editor leaves, and is kept for its use", (t) => {
  const folder = checkout(t);
  const module = pathToFileURL(join(folder, "scripts", "server", "server.mjs")).href;
  const say = (call: string) =>
    output([
      "--input-type=module",
      "--eval",
      `import * as s from "${module}"; console.log(s.${call}())`,
    ]).stdout.trim();
  const first = say("serverFolder");
  assert.match(first, /server-\w{16}$/);
  symlinkSync("somebody@nowhere.1:2", join(folder, "src", ".#main.ts"));
  assert.equal(say("serverFolder"), first);

  appendFileSync(join(folder, "package.json"), "\n");
  const second = say("serverFolder");
  assert.notEqual(second, first);

  // As by a copy that keeps times: as long and as old as before.
  const file = join(folder, "src", "main.ts");
  const { atime, mtime } = statSync(file);
  utimesSync(file, atime, mtime);
  const before = say("serverFolder");
  writeFileSync(file, 'console.log("the changes run");'.padEnd(statSync(file).size));
  utimesSync(file, atime, mtime);
  assert.notEqual(say("serverFolder"), before);

  const built = say("serverFolder");
  makeBuild(built, "");
  const longAgo = new Date(Date.now() - 30 * dayMs);
  utimesSync(built, longAgo, longAgo);
  assert.equal(say("builtServer"), join(built, "main.js"));
  assert.ok(Date.now() - statSync(built).mtimeMs < dayMs);
});

test("a checkout on Windows has the line ends that were committed", {
  skip: !existsSync(join(root, ".git")),
}, () => {
  const files = execFileSync("git", ["ls-files", "--eol"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const others = files.filter((file) => !/^i\/(?:lf|none) .*attr\/text=auto eol=lf|^i\/-text /.test(file));
  assert.ok(files.length > 1_000);
  assert.deepEqual(others, []);
});
