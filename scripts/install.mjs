// Installs the packages of package-lock.json if they are missing or differ, with any npm and Node 16 or newer, and
// makes sure of a Node that can run the program. With `--production` only what the program runs on and its web app is built
// with. Prints to stderr only: stdout belongs to the command that follows.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prune } from "./prune.mjs";

const oldestNode = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** npm puts its folder first on PATH, so a Node there runs every script. */
const nodeLink = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
const unpacker = join(root, "scripts", "npm-unpack.mjs");
/** npm prefers it to the lockfile. */
const preferred = join(root, "npm-shrinkwrap.json");
/** In those that are written here. */
const writer = "scripts/install.mjs";

/** Packages that are there and current stay as they are, also where they are more than production needs. */
export function install({ production }) {
  deleteLeftover();
  const fetched = !current(production);
  if (fetched) fetchPackages(production);
  const linked = existsSync(nodeLink);
  if (!linked) linkNode();
  if (fetched || !linked) replaceStrangeNode();
  checkNode();
}

function current(production) {
  const wanted = packagesOf("package-lock.json");
  const there = packagesOf(join("node_modules", ".package-lock.json"));
  if (!wanted || !there) return false;
  const sameAsWanted = ([path, { version, integrity }]) =>
    wanted[path] && wanted[path].version === version && wanted[path].integrity === integrity;
  // npm leaves out optional packages that are for another system; those of the web app are for all.
  const ours = Object.keys(wanted[""].optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  const mayLack = ([path, { optional, dev, os }]) =>
    (optional && (os || !ours.includes(path))) || (production && dev);
  const here = (entry) => entry[0] === "" || entry[0] in there || mayLack(entry);
  return Object.entries(there).every(sameAsWanted) && Object.entries(wanted).every(here);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
}

function fetchPackages(production) {
  const began = Date.now();
  process.stderr.write(`installing packages (once; ${production ? "up to a minute" : "a minute or two"})\n`);
  const options = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--no-update-notifier"];
  options.push("--loglevel=error");
  // Said in either case: npm leaves the development packages out where NODE_ENV is production.
  options.push(production ? "--omit=dev" : "--include=dev");
  let { status, error } = withAddresses(() => runNpm([...options, "--loglevel=silent"], production));
  if (status !== 0 && !error) {
    process.stderr.write("npm failed; trying again without the packages' usual addresses\n");
    ({ status, error } = runNpm(options));
  }
  if (status !== 0) {
    const why = error ? `npm could not be started (${error.code})` : "npm ci failed, for the reason above";
    fail(
      `the packages could not be installed: ${why}. It needs the npm registry and a writable node_modules.`,
    );
  }
  if (production) prune(join(root, "node_modules"));
  process.stderr.write(`installed in ${Math.round((Date.now() - began) / 1000)} s\n`);
}

/**
 * The lockfile names no addresses, so that it holds for any registry, and npm would ask for each package where it is, also for
 * those that it has at hand: with their usual addresses, which npm turns into those of the registry that is set, it need not, and
 * takes half the time. A registry that keeps them elsewhere fails, and is asked as before.
 */
function withAddresses(run) {
  // Somebody's own, which is not ours to replace.
  if (existsSync(preferred)) return run();
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.link || entry.resolved) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const file = `${name.split("/").at(-1)}-${entry.version}.tgz`;
    entry.resolved = `https://registry.npmjs.org/${name}/-/${file}`;
  }
  const unfinished = `${preferred}.part`;
  try {
    writeFileSync(unfinished, JSON.stringify({ writer, ...lock }));
    renameSync(unfinished, preferred);
    return run();
  } finally {
    rmSync(preferred, { force: true });
  }
}

/** A signal during an install leaves it behind, and npm would go on to prefer it after an update. */
function deleteLeftover() {
  try {
    if (JSON.parse(readFileSync(preferred, "utf8")).writer === writer) rmSync(preferred);
  } catch {
    // None, or none of ours.
  }
}

/** With `less` it leaves out while unpacking what `prune` would delete, where this runs below npm, whose code is then known. */
function runNpm(options, less = false) {
  const npm = process.env.npm_execpath;
  const program = less ? [unpacker, npm] : [npm];
  return npm
    ? spawnSync(process.execPath, [...program, ...options], { cwd: root, stdio: ["ignore", 2, 2] })
    : spawnSync("npm", options, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
}

/** npm 10 deletes it along with the packages for other systems, which have a program of the same name. */
function linkNode() {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const ours = Object.keys(optionalDependencies).filter(
    (name) => /^node-/.test(name) && existsSync(join(root, "node_modules", name)),
  );
  if (ours.length > 0) runNpm(["rebuild", "--ignore-scripts", "--loglevel=silent", ...ours]);
}

/**
 * Where the system has no loader for the Node that npm has brought (NixOS, Alpine), npm would find it first all the same, and no
 * script would run: this one takes its place.
 */
function replaceStrangeNode() {
  if (process.platform === "win32" || !existsSync(nodeLink)) return;
  const { error, status } = spawnSync(nodeLink, ["--version"], { stdio: "ignore" });
  if (!error && status === 0) return;
  if (!isNewEnough())
    fail(
      `Node ${oldestNode} is needed. This is ${process.versions.node}, and the one that npm has brought does not run on this system: ` +
        "install one that does.",
    );
  rmSync(nodeLink);
  symlinkSync(process.execPath, nodeLink);
}

const isNewEnough = () => Number(process.versions.node.split(".")[0]) >= oldestNode;

function checkNode() {
  if (existsSync(nodeLink) || isNewEnough()) return;
  fail(
    `Node ${oldestNode} is needed. This is ${process.versions.node}, and none could be installed for ` +
      `${process.platform} on ${process.arch}: install one from https://nodejs.org.`,
  );
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  install({ production: process.argv.includes("--production") });
