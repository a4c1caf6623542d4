import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type TestContext, test } from "node:test";

const unpacker = resolve(import.meta.dirname, "../../scripts/npm-unpack.mjs");

function folder(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "overheard-unpack-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const npm = (...words: string[]) =>
    spawnSync("npm", words, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  return { root, write, npm };
}

test("npm writes no file that is deleted after an install, and all else as always", (t) => {
  const { root, write, npm } = folder(t);
  const kettle = { name: "kettle", version: "1.0.0", bin: { kettle: "boil.js" } };
  for (const file of ["boil.js", "boil.js.map", "boil.d.ts", "src/boil.ts", "LICENSE"])
    write(`kettle/${file}`, file);
  write("kettle/package.json", JSON.stringify(kettle));
  npm("pack", "./kettle");
  const archive = readFileSync(join(root, "kettle-1.0.0.tgz"));
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const dependencies = { kettle: "file:kettle-1.0.0.tgz" };
  const { version, bin } = kettle;
  const installed = { version, resolved: dependencies.kettle, integrity, bin };
  const packages = { "": { dependencies }, "node_modules/kettle": installed };
  write(
    "package.json",
    JSON.stringify({ dependencies, scripts: { where: "node -p process.env.npm_execpath" } }),
  );
  write("package-lock.json", JSON.stringify({ lockfileVersion: 3, requires: true, packages }));

  const where = npm("run", "-s", "where").stdout.trim();
  const words = ["ci", "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stderr } = spawnSync(process.execPath, [unpacker, where, ...words], {
    cwd: root,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const there = readdirSync(join(root, "node_modules", "kettle")).sort();
  assert.deepEqual(there, ["LICENSE", "boil.js", "package.json"]);
  assert.equal(readFileSync(join(root, "node_modules", ".bin", "kettle"), "utf8"), "boil.js");

  packages["node_modules/kettle"].integrity = `sha512-${createHash("sha512").digest("base64")}`;
  write("package-lock.json", JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  const other = spawnSync(process.execPath, [unpacker, where, ...words], { cwd: root, encoding: "utf8" });
  assert.match(other.stderr, /EINTEGRITY/);
});

test("a npm whose unpacker is elsewhere runs as it is, with its arguments", (t) => {
  const { root, write } = folder(t);
  write("npm.mjs", "console.log(process.argv.slice(1).join(' ')); process.exitCode = 3;");
  const npm = join(root, "npm.mjs");
  const { status, stdout } = spawnSync(process.execPath, [unpacker, npm, "ci"], { encoding: "utf8" });
  assert.deepEqual([status, stdout], [3, `${npm} ci\n`]);
});
