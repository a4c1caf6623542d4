import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import test from "node:test";

const root = join(import.meta.dirname, "..");

interface Allowed {
  /** What may be imported: a folder of src, or one of its files. */
  values: string[];
  /** What may be imported as a type besides. */
  types: string[];
}

/** Words and rules of the kernel that anything but the domain may speak in. */
const words = ["kernel/problem", "kernel/id", "kernel/log"];

/** Who may import whom. A file's own line comes before that of its folder. */
const table: Record<string, Allowed> = {
  domain: { values: ["domain"], types: [] },
  "kernel/context": { values: ["kernel"], types: ["domain", "engines", "jobs", "store"] },
  "kernel/replay": { values: ["kernel"], types: ["store/db"] },
  kernel: { values: ["kernel"], types: ["domain"] },
  store: { values: ["store", "domain", "kernel/quota", ...words], types: ["kernel"] },
  engines: { values: ["engines", "domain", ...words], types: ["kernel"] },
  outside: {
    values: ["outside", "domain", "kernel/blog", "kernel/outside", "kernel/parsing", ...words],
    types: ["kernel"],
  },
  threads: { values: ["threads", "domain", "kernel/parsing"], types: ["kernel"] },
  auth: {
    values: ["auth", "store", "domain", "kernel/loopback", "kernel/plan", "kernel/scope", ...words],
    types: ["kernel"],
  },
  actions: { values: ["actions", "kernel", "domain", "store", "jobs/queue"], types: ["engines"] },
  jobs: { values: ["jobs", "kernel", "domain", "store"], types: ["engines"] },
  doors: { values: ["doors", "kernel", "actions", "auth"], types: ["domain"] },
  commands: {
    values: ["commands", "actions", "app", "auth", "config", "domain", "doors/json", "kernel", "store"],
    types: [],
  },
  config: { values: ["kernel", "domain"], types: ["engines"] },
  main: { values: ["commands", "config"], types: [] },
  app: {
    values: [
      "actions",
      "auth",
      "commands",
      "config",
      "domain",
      "doors",
      "engines",
      "jobs",
      "kernel",
      "outside",
      "store",
      "threads",
    ],
    types: [],
  },
};

const files = filesBelow("src").filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

/** Imports, re-exports and `import("…")` of a source text, by the paths written there. */
function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), "utf8");
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s)?[^;"']*?from\s+["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
  );
  return [...statements].map(([, typeOnly, statics, dynamic]) => ({
    file,
    target: posix.normalize(posix.join(posix.dirname(file), statics ?? dynamic ?? "")),
    typeOnly: typeOnly !== undefined,
  }));
}

/** `src/store/db/db.ts` is the module store/db. */
const moduleOf = (file: string): string => file.replace(/^src\//, "").replace(/\.\w+$/, "");

const covers = (list: readonly string[], module: string): boolean =>
  list.some((entry) => module === entry || module.startsWith(`${entry}/`));

function mayImport({ file, target, typeOnly }: Import): boolean {
  const importer = moduleOf(file);
  const allowed = table[importer] ?? table[importer.split("/")[0] ?? ""];
  if (!allowed) return false;
  return covers(allowed.values, moduleOf(target)) || (typeOnly && covers(allowed.types, moduleOf(target)));
}

test("every import keeps to the table of who may import whom", () => {
  const strange = files.flatMap(importsOf).filter((each) => !mayImport(each));
  assert.deepEqual(
    strange.map(({ file, target, typeOnly }) => `${file} imports ${typeOnly ? "a type of " : ""}${target}`),
    [],
  );
});

test("the program imports nothing of its own from outside src", () => {
  const outside = files.flatMap(importsOf).filter(({ target }) => !target.startsWith("src/"));
  assert.deepEqual(
    outside.map(({ file, target }) => `${file} imports ${target}`),
    [],
  );
});

test("the table itself forbids what it should", () => {
  const may = (file: string, target: string, typeOnly = false) => mayImport({ file, target, typeOnly });
  assert.deepEqual(
    [
      may("src/doors/rest/rest.ts", "src/store/db/db.ts", true),
      may("src/domain/report/metrics/score.ts", "src/kernel/id.ts"),
      may("src/store/accounts/keys.ts", "src/kernel/perform.ts"),
      may("src/actions/reports/get-report.ts", "src/engines/index.ts"),
      may("src/kernel/perform.ts", "src/store/db/db.ts", true),
      may("src/nobody/x.ts", "src/domain/project/brand.ts"),
    ],
    [false, false, false, false, false, false],
  );
});

test("only the configuration and the command line read the environment", () => {
  const readers = files.filter((file) =>
    /\bprocess\s*(\.\s*env|\[\s*["']env["']\s*\])\b/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(
    readers.filter((file) => !["src/config.ts", "src/main.ts"].includes(file)),
    [],
  );
});

test("every folder says what belongs into it, in 30 lines at most", () => {
  const folders = [...foldersOf("src"), "bench", "scripts", "test"];
  assert.deepEqual(
    folders.filter((folder) => !existsSync(join(root, folder, "README.md"))),
    [],
  );
  const pages = ["src", "bench", "scripts", "test"]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith("README.md"));
  assert.deepEqual(
    pages.filter((page) => readFileSync(join(root, page), "utf8").trimEnd().split("\n").length > 30),
    [],
  );
});

const everything = ["src", "bench", "scripts", "test"].flatMap(filesBelow);

test("files and folders are named in kebab-case", () => {
  const kebab = /^(\d{4}-)?[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z0-9]+)+$/;
  const named = everything
    .flatMap((file) => file.split("/"))
    .filter((name) => name !== "README.md" && name.includes("."));
  assert.deepEqual(
    named.filter((name) => !kebab.test(name)),
    [],
  );
  const folders = new Set(everything.flatMap((file) => dirname(file).split("/")));
  assert.deepEqual(
    [...folders].filter((name) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)),
    [],
  );
});

test("no file or folder has a name that says nothing", () => {
  const empty = /(^|[-./])(utils?|helpers?|common|managers?|services?|misc)([-./]|$)/;
  assert.deepEqual(
    everything.filter((file) => empty.test(file)),
    [],
  );
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function foldersOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
}
