// Builds the web app where it is missing or older than its sources, with any Node from 16: the bundler itself runs on the
// Node that came with the packages. Prints to stderr only. A build that fails leaves the server to say so on its pages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildNode, filesBelow, root } from "./built.mjs";

/** Names and contents of all that the app is built from, as one hash. */
export function webFingerprint() {
  const hash = createHash("sha256");
  const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const scripts = ["scripts/build-web.ts", "scripts/web-guides.ts"];
  const files = [...filesBelow("web"), ...guides.map((name) => `docs/${name}`), "README.md", ...scripts];
  files.push("package-lock.json");
  files.sort();
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** True where the built app is there and current; builds it otherwise. */
export function buildWeb() {
  // A package that carries the app built has neither its sources nor the bundler.
  if (!existsSync(join(root, "web", "main.tsx"))) return true;
  if (builtFrom() === webFingerprint()) return true;
  process.stderr.write("building the web app (once; some seconds)\n");
  const { status } = spawnSync(buildNode(), [join(root, "scripts", "build-web.ts")], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0)
    process.stderr.write("the web app could not be built, for the reason above; the API works without it\n");
  return status === 0;
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
