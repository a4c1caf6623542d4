// Installs the packages of package-lock.json if they are missing or differ, with any npm and Node 16 or newer, and
// makes sure of a Node that can run the program. Prints to stderr only: stdout belongs to the command that follows.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const oldestNode = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (!current()) install();
checkNode();

function current() {
  const wanted = packagesOf("package-lock.json");
  const there = packagesOf(join("node_modules", ".package-lock.json"));
  if (!wanted || !there) return false;
  const sameAsWanted = ([path, { version, integrity }]) =>
    wanted[path] && wanted[path].version === version && wanted[path].integrity === integrity;
  const here = ([path, { optional }]) => path === "" || optional || path in there;
  return Object.entries(there).every(sameAsWanted) && Object.entries(wanted).every(here);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
}

function install() {
  const began = Date.now();
  process.stderr.write("installing packages (once; a minute or two)\n");
  const options = ["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: ["ignore", 2, 2] })
    : spawnSync("npm", options, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (status !== 0) {
    const why = error ? `npm could not be started (${error.code})` : "npm ci failed, for the reason above";
    fail(
      `the packages could not be installed: ${why}. It needs the npm registry and a writable node_modules.`,
    );
  }
  process.stderr.write(`installed in ${Math.round((Date.now() - began) / 1000)} s\n`);
}

/** npm puts node_modules/.bin first on PATH, so a Node there runs every script. */
function checkNode() {
  const bin = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(bin) || Number(process.versions.node.split(".")[0]) >= oldestNode) return;
  fail(
    `Node ${oldestNode} is needed. This is ${process.versions.node}, and none could be installed for ` +
      `${process.platform} on ${process.arch}: install one from https://nodejs.org.`,
  );
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
