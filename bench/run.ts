/** Runs a benchmark of this folder by its name: `npm run bench -- reading`. Without a name it lists them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = import.meta.dirname;
const [name, ...rest] = process.argv.slice(2);
/** Of this folder, and of those for what goes wrong, for load, for how sure figures are, and for the web app. */
const fileOf = new Map(
  ["", "faults", "load", "uncertainty", "web"]
    .flatMap((part) => readdirSync(join(folder, part)).map((name) => join(part, name)))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => [basename(file, ".ts"), join(folder, file)]),
);
const names = [...fileOf.keys()].filter((name) => name !== "run").sort();

if (name === undefined) list();
else if (names.includes(name)) await run(name);
else {
  console.error(`There is no benchmark ${JSON.stringify(name)}; there are: ${names.join(", ")}.`);
  process.exitCode = 2;
}

function list(): void {
  for (const each of names) console.log(`npm run bench -- ${each}\n    ${firstWords(each)}`);
}

/** What the comment at the head of a benchmark begins with. */
function firstWords(each: string): string {
  const comment = /^\/\*\*(.*?)\*\//s.exec(readFileSync(fileOf.get(each) ?? "", "utf8"))?.[1] ?? "";
  const text = comment.replace(/\s*\n\s*\*\s?/g, " ").trim();
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text;
}

async function run(each: string): Promise<void> {
  const child = spawn(process.execPath, ["--expose-gc", fileOf.get(each) ?? "", ...rest], {
    stdio: "inherit",
  });
  const [code] = await once(child, "close");
  process.exitCode = code ?? 1;
}
