// What the builds of the web app and of the server share: where they are put, and the Node that runs the bundler, which is
// newer than the one that may run this.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const oldestNode = 24;
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that runs a build: this one, or the one that came with the packages where this one is too old. */
export function buildNode() {
  if (Number(process.versions.node.split(".")[0]) >= oldestNode) return process.execPath;
  const installed = join(root, "node_modules", "node", "bin", "node");
  return existsSync(installed) ? installed : join(root, "node_modules", ".bin", "node");
}

/** Every file below a folder of the checkout, by its path from the root; no links, of which editors make some that lead nowhere. */
export function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
