// Which files of packages no running program reads: source maps, types and other TypeScript (which Node does not run below
// node_modules), and the headers and manuals that come with Node. Licences stay. Runs on Node 16.
import { existsSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { basename, join } from "node:path";

const unread = /\.(?:map|[cm]?tsx?|flow|tsbuildinfo)$/;
/** Where those files are looked at by the program that has them: a compiler reads its own types. */
const whole = new Set(["typescript"]);
const nodePackage = /^node-(?:bin-)?(?:linux|darwin|win)-/;
const unreadOfNode = ["include", "share", "CHANGELOG.md"];

/** Whether `folder`, a package, can do without the file that has this path in the package's archive. */
export function isUnread(folder, path) {
  const name = basename(folder);
  const [, top] = path.split("/");
  if (nodePackage.test(name)) return unreadOfNode.includes(top);
  return !whole.has(name) && unread.test(path);
}

/** Deletes them below `folder`, a node_modules, for good; `npm ci` brings them back. */
export function prune(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || whole.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (nodePackage.test(entry.name))
      for (const part of unreadOfNode) rmSync(join(path, part), { recursive: true, force: true });
    else pruneFiles(path);
  }
}

function pruneFiles(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) pruneFiles(path);
    else if (entry.isFile() && unread.test(entry.name)) unlinkSync(path);
  }
}
