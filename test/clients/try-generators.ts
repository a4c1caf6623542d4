/**
 * Has generators that the project does not install make clients of openapi.json: orval (fetch and zod) and
 * swagger-typescript-api. Each client compiles under `strict`, and orval's schemas take every answer that the tests of the
 * routes get. Prints what was taken; ends with an error if anything was not.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { recordedIn } from "../traffic.ts";

const root = resolve(import.meta.dirname, "../..");
const document = join(root, "openapi.json");
const packages = {
  ...{ orval: "8.38.0", "swagger-typescript-api": "13.13.0" },
  ...{ zod: "4.6.7", typescript: "5.9.3" },
};

const place = mkdtempSync(join(tmpdir(), "overheard-generators-"));
const faults: string[] = [];
try {
  await tryAll();
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const fault of faults) console.log(`MISSED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function tryAll(): Promise<void> {
  writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module", dependencies: packages }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: place,
    stdio: "inherit",
  });
  const fromDocument = (file: string, client: string, override = {}) => ({
    input: document,
    output: { target: `./${file}`, client, mode: "single", override },
  });
  const terms = {
    zod: fromDocument("zod.ts", "zod", { zod: { generateEachHttpStatus: true } }),
    fetch: fromDocument("fetch.ts", "fetch"),
  };
  writeFileSync(join(place, "orval.config.mjs"), `export default ${JSON.stringify(terms)};`);
  program("orval", ["--config", "orval.config.mjs"]);
  program("swagger-typescript-api", [
    "generate",
    "--path",
    document,
    "--output",
    ".",
    "--name",
    "swagger.ts",
  ]);
  const options =
    "--strict --noEmit --skipLibCheck --target es2023 --module esnext --moduleResolution bundler";
  for (const file of ["zod.ts", "fetch.ts", "swagger.ts"])
    program("tsc", [...options.split(" "), "--lib", "es2023,dom,dom.iterable", file], file);
  await takeAnswers();
}

function program(name: string, options: string[], what = name): void {
  const path = join(place, "node_modules", ".bin", name);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...options], {
    cwd: place,
    encoding: "utf8",
  });
  console.log(`${what}: ${status === 0 ? "made" : "failed"}`);
  if (status !== 0) faults.push(`${what}: ${`${stdout}${stderr}`.slice(0, 2_000)}`);
}

/** Zod's schema of a response, by orval's way of naming them. */
interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: unknown[] } };
}

async function takeAnswers(): Promise<void> {
  const traffic = join(place, "traffic");
  mkdirSync(traffic);
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "test.ts"), "test/routes"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, RECORD_TRAFFIC: traffic },
  });
  if (status !== 0) faults.push("the tests of the routes failed");
  const schemas = (await import(pathToFileURL(join(place, "zod.ts")).href)) as Record<string, Schema>;
  const { paths } = JSON.parse(readFileSync(document, "utf8")) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const { distinct } = recordedIn(traffic);
  const taken = new Set<string>();
  const unnamed = new Set<string>();
  let [answers, accepted] = [0, 0];
  for (const { route, status, answer, answerHeaders } of distinct) {
    if (!answerHeaders["content-type"]?.startsWith("application/json")) continue;
    const [method = "", path = ""] = route.replace(" /v1/", " /").split(" ");
    const id = paths[path]?.[method.toLowerCase()]?.operationId;
    if (!id) continue;
    const words = id.split("_").map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
    const name = `${words.join("")}${status}Response`;
    const schema = schemas[name] ?? schemas[name.replace(/4\d\dResponse$/, "4XXResponse")];
    if (!schema) {
      unnamed.add(name);
      continue;
    }
    const read = schema.safeParse(JSON.parse(answer));
    answers += 1;
    taken.add(route);
    if (read.success) accepted += 1;
    else faults.push(`${route} ${status}: ${JSON.stringify(read.error?.issues[0])}`);
  }
  for (const name of unnamed) faults.push(`orval made no ${name}`);
  console.log(`zod took ${accepted} of ${answers} answers of ${taken.size} routes`);
  if (taken.size < 60) faults.push(`only ${taken.size} routes had an answer`);
}
