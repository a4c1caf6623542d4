// Builds the server where it is missing or older than its sources, with any Node from 16. Each state of the sources has its own
// folder, dist/server-HASH, so that a program that still runs keeps the code that it has yet to load.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildNode, filesBelow, root } from "../built.mjs";

/** Where the server is built into, as its sources are. Sizes and times tell them apart: reading them all would hold up each start. */
export function serverFolder() {
  const hash = createHash("sha256");
  const code = filesBelow("src").filter((file) => !/\.test\.ts$|\.md$/.test(file));
  const scripts = ["scripts/server/build-server.ts", "scripts/server/mapped-stacks.mjs"];
  for (const file of [...code, ...scripts, "package.json", "package-lock.json"].sort()) {
    // A copy can keep the time of what it replaces; the second time says when it was put there.
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return join(root, "dist", `server-${hash.digest("hex").slice(0, 16)}`);
}

/** The built program as its sources are; null if it is not built. Its folder then has the time of this use, for which it is kept. */
export function builtServer() {
  const folder = serverFolder();
  const program = join(folder, "main.js");
  if (!existsSync(program)) return null;
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // Somebody else's, or read-only.
  }
  return program;
}

/** Builds it unless it is there; false if it cannot be built, in which case the sources run as well, only later. */
export async function buildServer({ stdio = "ignore" } = {}) {
  if (builtServer()) return true;
  process.stderr.write("Building the server…\n");
  const child = spawn(buildNode(), [join(root, "scripts", "server", "build-server.ts")], {
    cwd: root,
    stdio: ["ignore", stdio, stdio],
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!(await buildServer({ stdio: 2 }))) process.exitCode = 1;
}
