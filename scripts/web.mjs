// Builds the web app where it is missing or older than its sources, with any Node from 16: the bundler itself runs on the
// Node that came with the packages. Prints to stderr only. A build that fails leaves the server to say so on its pages.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildNode, filesBelow, root } from "./built.mjs";

/** What the app says or computes as the server does: files that import nothing but types and one another. */
export const leaves = [
  ...[
    "figures-in-words",
    "isolate-direction",
    "join-with-and",
    "metrics/rank-range",
    "source-labels",
    "tags/tags-in-cell",
    "verdict",
  ].map((name) => `src/figures/${name}.ts`),
  "src/reader/provider.ts",
  "src/server/api/schema/csv-text.ts",
];

/** Names and contents of all that the app is built from, as one hash. */
export function webFingerprint() {
  const hash = createHash("sha256");
  const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const scripts = ["scripts/build-web.ts", "scripts/web/guides.ts"];
  const files = [...filesBelow("web"), ...guides.map((name) => `docs/${name}`), "README.md", ...scripts];
  files.push("package-lock.json", ...leaves);
  files.sort();
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

const builder = join(root, "scripts", "build-web.ts");
const options = { cwd: root, stdio: ["ignore", 2, 2] };

/** True where the built app is there and current; builds it otherwise. */
export function buildWeb() {
  if (isCurrent()) return true;
  process.stderr.write("Building the web app…\n");
  const { status } = spawnSync(buildNode(), [builder], options);
  if (status !== 0) sayMissing();
  return status === 0;
}

/** Builds it in the same case, but does not wait for it: a server that runs meanwhile finds it when it is there. */
export function buildWebBeside() {
  if (isCurrent()) return;
  process.stderr.write("Building the web app meanwhile…\n");
  const child = spawn(buildNode(), [builder], options);
  child.once("error", sayMissing);
  child.once("exit", (code) => code === 0 || sayMissing());
}

const sayMissing = () =>
  process.stderr.write("the web app could not be built, for the reason above; the API works without it\n");

/** Whether the app that is built is the one of these sources. */
export function isCurrent() {
  // A package that carries the app built has neither its sources nor the bundler.
  if (!existsSync(join(root, "web", "main.tsx"))) return true;
  return builtFrom() === webFingerprint();
}

function builtFrom() {
  try {
    return readFileSync(join(root, "dist", "web", "built-from.txt"), "utf8");
  } catch {
    return null;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!buildWeb()) process.exitCode = 1;
}
