/**
 * Writes the npm package into dist/package: the built server and web app and the versions that were tested, without anything
 * that only building needs. The container image is made of the same folder.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildWeb } from "../web.mjs";

const root = resolve(import.meta.dirname, "../..");
export const packageFolder = join(root, "dist", "package");

/** What a person types in a checkout, longer ones first, and which command it is. */
const calls = [
  ["node_modules/.bin/node scripts/run.mjs serve", " serve"],
  ["npm run -s overheard --", ""],
  ["npm run demo", " demo"],
  ["npm start", " serve"],
] as const;

/** Files that the program reads beside its code, and those that people read. */
const others = [
  "openapi.json",
  ...["face", "tokens", "text", "controls", "figures"].map((name) => `web/styles/${name}.css`),
  ...["brand-dots", "trend-chart"].map((name) => `web/parts/${name}.css`),
  "dist/web",
  "LICENSE",
  "CHANGELOG.md",
  ".env.example",
];

/** Builds the folder anew; `self` is how people call the program. Throws where the bundler fails. */
export function buildPackage(self = "npx overheard"): void {
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(join(packageFolder, "bin"), { recursive: true });
  if (!buildWeb()) throw new Error("the web app could not be built");
  const server = join(packageFolder, "dist", "server");
  execFileSync(process.execPath, [join(root, "scripts", "server", "build-server.ts"), server], {
    cwd: root,
    stdio: "inherit",
  });
  for (const file of globSync("dist/server/*.js", { cwd: packageFolder }))
    nameCommands(join(packageFolder, file), self);
  for (const file of globSync("src/**/*.{bin,txt}", { cwd: root })) copy(file, file);
  for (const path of others) copy(path, path);
  copy("scripts/package/npm-readme.md", "README.md");
  copy("scripts/package/overheard.mjs", "bin/overheard.mjs");
  copy("scripts/pass-on.mjs", "bin/pass-on.mjs");
  describe();
}

/** Commands in messages and help are named as they are typed here. */
function nameCommands(file: string, self: string): void {
  const text = readFileSync(file, "utf8");
  const named = calls.reduce((text, [typed, command]) => text.replaceAll(typed, self + command), text);
  if (named !== text) writeFileSync(file, named);
}

/** package.json, and npm-shrinkwrap.json with the tested version of every package below it. */
function describe(): void {
  const { scripts, devDependencies, private: _, optionalDependencies, ...own } = read("package.json");
  const nodes = Object.entries<string>(optionalDependencies).filter(([name]) => /^node-/.test(name));
  write("package.json", {
    ...own,
    bin: { overheard: "bin/overheard.mjs" },
    // The command itself runs on older ones, and then starts the Node that comes with the package.
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(nodes),
  });
  copy("package-lock.json", "package-lock.json");
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--omit-lockfile-registry-resolved"];
  execFileSync("npm", ["install", "--package-lock-only", "--loglevel=error", ...options], {
    cwd: packageFolder,
    stdio: ["ignore", 2, 2],
  });
  cpSync(join(packageFolder, "package-lock.json"), join(packageFolder, "npm-shrinkwrap.json"));
  rmSync(join(packageFolder, "package-lock.json"));
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

const write = (file: string, content: unknown) =>
  writeFileSync(join(packageFolder, file), `${JSON.stringify(content, null, 2)}\n`);

function copy(from: string, to: string): void {
  const target = join(packageFolder, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, from), target, { recursive: true });
}

if (import.meta.main) buildPackage(process.argv[2]);
