import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";

const scripts = resolve(import.meta.dirname, "../../scripts");

const packages = { "": {}, "node_modules/kettle": { version: "1.0.0", integrity: "sha512-x" } };

/** A checkout with the script and a lockfile of one package, and a program in place of npm that says what npm would read. */
function checkout(t: TestContext, npm: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "overheard-install-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "scripts"));
  for (const name of ["install.mjs", "prune.mjs"]) cpSync(join(scripts, name), join(root, "scripts", name));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  writeFileSync(
    join(root, "npm.mjs"),
    `import { existsSync, readFileSync } from "node:fs";
    const preferred = existsSync("npm-shrinkwrap.json") && JSON.parse(readFileSync("npm-shrinkwrap.json", "utf8"));
    console.error("asked", preferred && (preferred.packages["node_modules/kettle"]?.resolved ?? "another"));
    ${npm}`,
  );
  const install = () => {
    const { status, signal, stderr } = spawnSync(process.execPath, [join(root, "scripts", "install.mjs")], {
      encoding: "utf8",
      env: { ...process.env, npm_execpath: join(root, "npm.mjs") },
    });
    return { status, signal, asked: stderr.match(/asked .*/g) ?? [], stderr };
  };
  return { root, preferred: join(root, "npm-shrinkwrap.json"), install };
}

const address = "asked https://registry.npmjs.org/kettle/-/kettle-1.0.0.tgz";

test("packages are asked for by their usual addresses, and it leaves nothing behind", (t) => {
  const { preferred, install } = checkout(t, "");
  const { status, asked, stderr } = install();
  assert.deepEqual([status, asked], [0, [address]]);
  assert.doesNotMatch(stderr, /again/);
  assert.ok(!existsSync(preferred));
});

test("where npm fails, it says that it tries again without the addresses, and how that ended", (t) => {
  const { preferred, install } = checkout(t, "process.exitCode = preferred ? 1 : 0;");
  const { status, asked, stderr } = install();
  assert.deepEqual([status, asked], [0, [address, "asked false"]]);
  assert.match(stderr, /^npm failed; trying again without the packages' usual addresses$/m);
  assert.ok(!existsSync(preferred));
  assert.equal(checkout(t, "process.exitCode = 1;").install().status, 1);
});

test("what an install that was killed left is deleted by the next, also where that has nothing to install", (t) => {
  const { root, preferred, install } = checkout(t, "process.kill(process.ppid, 'SIGKILL');");
  assert.equal(install().signal, "SIGKILL");
  assert.ok(existsSync(preferred));
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
  const { status, asked } = install();
  assert.deepEqual([status, asked], [0, []]);
  assert.ok(!existsSync(preferred));
});

test("somebody's own npm-shrinkwrap.json stays as it is", (t) => {
  const { preferred, install } = checkout(t, "");
  const own = JSON.stringify({ lockfileVersion: 3, packages: {} });
  writeFileSync(preferred, own);
  assert.deepEqual(install().asked, ["asked another"]);
  assert.equal(readFileSync(preferred, "utf8"), own);
});

test("Node is linked where npm deleted its link, as npm 10 does", (t) => {
  const { root, install } = checkout(t, 'console.error(process.argv.slice(2).join(" "));');
  const bin = join(root, "node_modules", ".bin");
  for (const folder of [bin, join(root, "node_modules", "node-here")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
  const optionalDependencies = { "node-here": "1.0.0", "node-elsewhere": "1.0.0" };
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", optionalDependencies }));
  assert.match(install().stderr, /^rebuild --ignore-scripts --loglevel=silent node-here$/m);
  for (const name of ["node", "node.cmd"]) writeFileSync(join(bin, name), "");
  assert.equal(install().stderr, "");
});

test("where the Node that npm brings does not run, as on NixOS and Alpine, the one that is there takes its place", {
  skip: process.platform === "win32",
}, (t) => {
  // As npm's is there: a program for a loader that this system does not have.
  const { root, install } = checkout(
    t,
    `const { chmodSync, mkdirSync, writeFileSync } = await import("node:fs");
      mkdirSync("node_modules/.bin", { recursive: true });
      writeFileSync("node_modules/.bin/node", "#!/lib64/ld-of-elsewhere\\n");
      chmodSync("node_modules/.bin/node", 0o755);`,
  );
  assert.equal(install().status, 0);
  const { stdout } = spawnSync(join(root, "node_modules", ".bin", "node"), ["--version"], {
    encoding: "utf8",
  });
  assert.equal(stdout.trim(), process.version);
});
