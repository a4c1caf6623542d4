/**
 * Writes the types of the API for web/, from openapi.json into dist/, where they are missing or of another document.
 * With `--check` the types of web/ are checked with them.
 */
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "..");
const document = join(root, "openapi.json");
const folder = join(root, "dist", "web-types");
const types = join(folder, "openapi.d.ts");
const madeFrom = join(folder, "made-from.txt");
const fingerprint = hash("sha256", readFileSync(document));

if (!existsSync(types) || !existsSync(madeFrom) || readFileSync(madeFrom, "utf8") !== fingerprint) {
  mkdirSync(folder, { recursive: true });
  const description = createRequire(import.meta.url).resolve("openapi-typescript/package.json");
  // The generator needs the API of a compiler that TypeScript 7 does not have.
  const older = pathToFileURL(join(root, "test", "clients", "typescript-5.ts")).href;
  const { status } = spawnSync(
    process.execPath,
    ["--import", older, join(dirname(description), "bin", "cli.js"), document, "--output", types],
    { stdio: ["ignore", 2, 2] },
  );
  if (status === 0) writeFileSync(madeFrom, fingerprint);
  else process.exitCode = 1;
}

if (process.argv.includes("--check") && !process.exitCode) {
  const built = join(root, "node_modules", ".cache", "overheard", "web-types.tsbuildinfo");
  const options = ["--noEmit", "-p", "web", "--incremental", "--tsBuildInfoFile", built];
  const { status } = spawnSync(join(root, "node_modules", ".bin", "tsc"), options, {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
