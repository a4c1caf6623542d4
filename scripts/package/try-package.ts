/**
 * Packs the npm package and uses it as a stranger does: `npx overheard demo` from the tarball in an empty folder, on the npm
 * and Node of this machine. Prints sizes and times; ends with an error if something is missing.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../test/server-process.ts";
import { buildPackage, packageFolder } from "./package.ts";

const root = resolve(import.meta.dirname, "../..");
const patienceMs = 240_000;
const faults: string[] = [];

buildPackage();
const place = mkdtempSync(join(tmpdir(), "overheard-package-"));
try {
  await tryOut(pack());
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const fault of faults) console.log(`MISSED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function expect(right: boolean, fault: string): void {
  if (!right) faults.push(fault);
}

/** The tarball's file, after a look at what is in it. */
function pack(): string {
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", place, packageFolder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", 2],
    }),
  ) as { filename: string; size: number; files: { path: string }[] }[];
  if (!packed) throw new Error("npm packed nothing");
  const files = packed.files.map(({ path }) => path);
  console.log(`${packed.filename}: ${files.length} files, ${(packed.size / 1e6).toFixed(1)} MB`);
  expect(!files.some((file) => /\.ts$|\.test\./.test(file)), "TypeScript or tests are in the package");
  const code = files.filter((file) => /^dist\/server\/.*\.js$/.test(file));
  const holdsSources = (file: string) =>
    readFileSync(join(packageFolder, file), "utf8").includes("//#region src/");
  const unmapped = code.filter((file) => holdsSources(file) && !files.includes(`${file}.map`));
  expect(code.length > 100 && unmapped.length === 0, `${unmapped.length} files lack a source map`);
  for (const needed of ["npm-shrinkwrap.json", "dist/web/index.html", "openapi.json", "LICENSE"])
    expect(files.includes(needed), `${needed} is not in the package`);
  return join(place, packed.filename);
}

async function tryOut(tarball: string): Promise<void> {
  const empty = join(place, "empty");
  mkdirSync(empty);
  const port = await freePort();
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  // Nothing of the checkout helps: neither its Node, nor its settings.
  const path = (process.env.PATH ?? "").split(":").filter((folder) => !folder.startsWith(root));
  const env = { ...process.env, PATH: path.join(":"), PORT: `${port}`, npm_config_cache: npmCache() };
  const npx = spawn("npx", ["--yes", "--prefer-offline", `--package=${tarball}`, "overheard", "demo"], {
    cwd: empty,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  npx.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(npx, "close");
  const late = setTimeout(() => npx.kill("SIGTERM"), patienceMs);
  const over = ended.then(() => true);
  while (!said.includes("/sign-in/once") && !said.includes("Ctrl-C"))
    if (await Promise.race([over, new Promise((resolve) => setTimeout(() => resolve(false), 100))])) break;
  clearTimeout(late);
  console.log(`npx overheard demo: installed, started and reported in ${seconds()} s`);
  expect(/\d+%/.test(said), `the demo shows no report: ${said.slice(0, 300)}`);
  expect(!/npm run|npm start/.test(said), "the demo names commands of a checkout");

  const origin = `http://127.0.0.1:${port}`;
  const ready = await fetch(`${origin}/readyz`).catch(() => null);
  expect(ready?.status === 200, `/readyz says ${ready?.status ?? "nothing"}`);
  const app = await fetch(`${origin}/`, { headers: { accept: "text/html" } }).catch(() => null);
  const script = /\/assets\/[^"]+\.js/.exec((await app?.text()) ?? "")?.[0];
  expect(script !== undefined, "the web app is not served");
  if (script) expect((await fetch(origin + script)).status === 200, "the web app's code is not served");

  npx.kill("SIGTERM");
  await ended;
  expect(
    statSync(join(empty, ".overheard")).isDirectory(),
    "the store is not in the folder it was called in",
  );
  // npx dies of the signal at once; the program finishes its work first.
  const deadline = performance.now() + 15_000;
  const alive = () =>
    fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    );
  while ((await alive()) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(!(await alive()), "it goes on serving after a signal");
}

/** Packages that were fetched once are at hand; where they are unpacked to, npx must not find those of an earlier trial. */
function npmCache(): string {
  const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
  rmSync(join(place, "cache"), { recursive: true, force: true });
  mkdirSync(join(place, "cache"));
  execFileSync("ln", ["-s", join(cache, "_cacache"), join(place, "cache", "_cacache")]);
  return join(place, "cache");
}
