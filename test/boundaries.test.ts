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

/** Words of the kernel that every layer but the domain may speak in. */
const words = ["kernel/problem", "kernel/id", "kernel/log"];

/** Who may import whom. The longest path that covers a file decides. */
const table: Record<string, Allowed> = {
  "domain/text": { values: ["domain/text"], types: [] },
  "domain/project": { values: ["domain/project", "domain/text"], types: [] },
  "domain/answer": { values: ["domain/answer", "domain/project", "domain/text"], types: [] },
  "domain/report": {
    values: ["domain/report", "domain/answer", "domain/project", "domain/text"],
    types: [],
  },
  "domain/website": { values: ["domain/website", "domain/project", "domain/text"], types: [] },
  "domain/content": {
    values: [
      "domain/content",
      "domain/answer/citation",
      "domain/report",
      "domain/website",
      "domain/project",
      "domain/text",
    ],
    types: [],
  },
  "domain/reddit": {
    values: ["domain/reddit", "domain/report", "domain/answer", "domain/project", "domain/text"],
    types: [],
  },
  kernel: { values: ["kernel", "domain/text/language/isolated"], types: ["domain"] },
  "store/db": { values: ["store/db", "domain", "kernel/turns", ...words], types: ["kernel"] },
  "store/events": { values: ["store/events", "store/db", ...words], types: ["kernel"] },
  "store/exports": { values: ["store/exports", "store/db", ...words], types: ["kernel"] },
  "store/organizations": {
    values: ["store/organizations", "store/db", "kernel/access", ...words],
    types: ["kernel"],
  },
  "store/accounts": {
    values: ["store/accounts", "store/events", "store/organizations", "store/db", "kernel/access", ...words],
    types: ["kernel"],
  },
  "store/projects": {
    values: [
      "store/projects",
      "store/reports",
      "store/accounts",
      "store/organizations",
      "store/db",
      "domain",
      ...words,
    ],
    types: ["kernel"],
  },
  "store/reports": {
    values: ["store/reports", "store/events", "store/accounts", "store/db", "domain", ...words],
    types: ["kernel"],
  },
  "store/website": { values: ["store/website", "store/db", "domain", ...words], types: ["kernel"] },
  "store/content": {
    values: [
      "store/content",
      "store/reports",
      "store/events",
      "store/accounts",
      "store/db",
      "domain",
      ...words,
    ],
    types: ["kernel"],
  },
  "store/reddit": {
    values: ["store/reddit", "store/projects", "store/db", "domain", ...words],
    types: ["kernel"],
  },
  threads: {
    values: ["threads", "domain", "kernel/outside/parsing", "kernel/pace", "kernel/turns"],
    types: ["kernel"],
  },
  engines: {
    values: ["engines", "domain", "kernel/engine", "kernel/outside/foreign-response", ...words],
    types: ["kernel"],
  },
  outside: { values: ["outside", "domain", "kernel/outside", ...words], types: ["kernel"] },
  auth: {
    values: [
      "auth",
      "store",
      "domain",
      "kernel/access/plan",
      "kernel/access/role",
      "kernel/access/scope",
      "kernel/outside/browser-name",
      "kernel/outside/email-address",
      "kernel/outside/foreign-response",
      "kernel/outside/letter-count",
      "kernel/outside/letter-text",
      "kernel/outside/loopback",
      "kernel/outside/person-name",
      "kernel/secret/share-token",
      ...words,
    ],
    types: ["kernel"],
  },
  actions: { values: ["actions", "kernel", "domain", "store", "jobs/queue"], types: [] },
  jobs: { values: ["jobs", "kernel", "domain", "store"], types: [] },
  doors: { values: ["doors", "kernel", "actions", "auth", "domain"], types: [] },
  operator: {
    values: ["operator", "actions", "auth", "kernel", "store"],
    types: ["config"],
  },
  commands: {
    values: [
      "commands",
      "operator",
      "actions",
      "app",
      "auth",
      "config",
      "domain",
      "doors/rest/body",
      "examine",
      "jobs/queue",
      "kernel",
      "store",
    ],
    types: [],
  },
  edition: { values: [], types: [] },
  examine: {
    values: [
      "auth/oidc",
      "auth/secret-mark",
      "auth/server-secret",
      "engines",
      "jobs/queue",
      "kernel",
      "outside/mail",
      "outside/proxy",
      "store",
    ],
    types: ["config", "operator/doctor"],
  },
  telemetry: { values: ["telemetry", "kernel/trace", ...words], types: ["doors/operator/observed"] },
  config: { values: ["kernel", "domain"], types: ["engines", "telemetry"] },
  main: { values: ["commands", "config", "operator/errors"], types: ["operator/io"] },
  app: {
    values: [
      "actions",
      "auth",
      "config",
      "domain",
      "doors",
      "engines",
      "edition",
      "examine",
      "jobs",
      "kernel",
      "operator",
      "outside",
      "store",
      "telemetry",
      "threads",
      "warm",
    ],
    types: [],
  },
  warm: { values: ["actions", "jobs", "kernel"], types: [] },
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
  const line = Object.keys(table)
    .filter((entry) => covers([entry], importer))
    .sort((one, other) => other.length - one.length)[0];
  const allowed = line ? table[line] : undefined;
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

for (const [what, counts] of [
  ["a value", ({ typeOnly }: Import) => !typeOnly],
  ["a type", () => true],
] as const)
  test(`no file imports itself by way of others for ${what}`, () => {
    const targets = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(counts)
          .map(({ target }) => target),
      ]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].map(moduleOf).join(" → "));
      if (done.has(file)) return;
      done.add(file);
      for (const target of targets.get(file) ?? []) walk(target, [...way, file]);
    };
    for (const file of files) walk(file, []);
    assert.deepEqual(circles, []);
  });

test("the program imports nothing of its own from outside src", () => {
  const outside = files.flatMap(importsOf).filter(({ target }) => !target.startsWith("src/"));
  assert.deepEqual(
    outside.map(({ file, target }) => `${file} imports ${target}`),
    [],
  );
});

test("the web app imports nothing of the server but the types of its API", () => {
  const foreign = filesBelow("web")
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(importsOf)
    .filter(({ target }) => !target.startsWith("web/") && target !== "dist/web-types/openapi.d.ts");
  assert.deepEqual(
    foreign.map(({ file, target }) => `${file} imports ${target}`),
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
      may("src/kernel/context.ts", "src/store/db/db.ts", true),
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

test("the program starts no other program", () => {
  const starters = files.filter((file) =>
    /["'](?:node:)?child_process["']/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(starters, []);
});

test("nothing that makes secrets draws from another generator than the system's", () => {
  const drawers = files.filter((file) =>
    /\bMath\s*\.\s*random\b/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(
    drawers.filter((file) => /^src\/(?:auth|kernel|doors|store\/(?:accounts|organizations))\//.test(file)),
    [],
  );
});

test("transactions are begun in one place, which does them again where they collide", () => {
  const beginners = files.filter((file) =>
    /\.transaction\(\s*\)/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(beginners, ["src/store/db/transaction.ts"]);
});

/** Folders whose name says all: what an action returns, what it takes, and the steps that actions share. */
const plain = ["views", "terms", "steps", "migrations"];

test("every folder says what belongs in it, in 30 lines at most", () => {
  const folders = [...foldersOf("src"), "bench", "scripts", "test", "web", ...foldersOf("web")].filter(
    (folder) => !plain.includes(folder.split("/").at(-1) ?? ""),
  );
  assert.deepEqual(
    folders.filter((folder) => !existsSync(join(root, folder, "README.md"))),
    [],
  );
  const pages = ["src", "bench", "scripts", "test", "web"]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith("README.md"));
  assert.deepEqual(
    pages.filter((page) => readFileSync(join(root, page), "utf8").trimEnd().split("\n").length > 30),
    [],
  );
});

test("ARCHITECTURE.md shows every folder of the program", () => {
  const tree = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("```")[1] ?? "";
  assert.deepEqual(
    foldersOf("src").filter((folder) => !tree.includes(`${folder.split("/").at(-1)}/`)),
    [],
  );
});

const everything = ["src", "bench", "scripts", "test", "web"].flatMap(filesBelow);

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

/** All folders below one, at any depth. */
function foldersOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => [`${folder}/${entry.name}`, ...foldersOf(`${folder}/${entry.name}`)]);
}
