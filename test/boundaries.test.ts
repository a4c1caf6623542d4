import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import test from "node:test";
import { writesSql } from "../scripts/testing/writes-sql.ts";
import { leaves } from "../scripts/web.mjs";

const root = join(import.meta.dirname, "..");

/** The folders of src (those of src/server by their own names) and its files, from the ground up: each may import what stands before it. */
const order = [
  ...["reader", "site", "figures", "planner"],
  ...["kernel", "outbound", "engines", "api", "db", "queue"],
  ...[
    "events",
    "organizations",
    "accounts",
    "mail",
    "projects",
    "reports",
    "corrections",
    "website",
    "reddit",
  ],
  ...[
    "runs",
    "content",
    "telling",
    "exports",
    "deletion",
    "account-export",
    "account-status",
    "sweep",
    "auth",
  ],
  ...["http", "openapi", "mcp", "pages", "app-files", "metrics", "telemetry", "threads", "worker", "actions"],
  ...["rest", "shutdown", "meant-setting", "config", "operator", "examine", "warm", "app", "cli", "main"],
];

/** Where somebody imports what stands later, and why. */
const exceptions: Record<string, "types" | "values"> = {
  // The tables' columns have the types of those who keep something in them.
  ...{ "db > content": "types", "db > events": "types", "db > exports": "types", "db > projects": "types" },
  ...{
    "db > reddit": "types",
    "db > website": "types",
    "api > accounts": "types",
    "accounts > account-status": "types",
  },
  // What threads read has the types of those for whom they read it.
  ...{ "outbound > content": "types", "outbound > reddit": "types", "outbound > website": "types" },
  // Lists of words that several schemas show.
  ...{ "api > content": "values", "api > projects": "values", "api > website": "values" },
  // A member is added with their client workspaces; an organization says whether it has a bucket, and what its engines cost.
  ...{ "organizations > projects": "values", "organizations > exports": "values" },
  "organizations > accounts": "values",
  // A job's project and report are looked up where it is queued and where somebody waits for its end.
  ...{ "queue > organizations": "values", "queue > projects": "values", "queue > reports": "values" },
  // A project's prompts, tags and schedule belong to what was asked and measured with them.
  ...{ "projects > reports": "values", "projects > runs": "values" },
  // A report is a measurement or a draft, whoever shows or cancels it, and shows the run that it comes from.
  ...{ "reports > content": "values", "reports > runs": "values", "runs > content": "values" },
  "corrections > runs": "values",
};

/** What describes a server that is not ours; the rest of outbound and engines reaches the features through the context. */
const ports = [
  ...["outside", "parsing", "patience", "loopback", "foreign-response", "cms/blog", "buckets/bucket"],
  ...["destinations/destination", "mail/mail", "mail/letter-count", "mail/letter-text", "mail/email-address"],
  ...["mail/person-name", "website/website", "website/site-profile", "reddit/thread", "reddit/url"],
].map((name) => `src/server/outbound/${name}.ts`);
const enginePorts = ["engine", "engine-choice", "failure-words", "own-engines"].map(
  (name) => `src/server/engines/${name}.ts`,
);

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

/** Which line of the order a file belongs to: `src/server/db/db.ts` to db, `src/config.ts` to config. */
function placeOf(file: string): string {
  const [, first = "", second = ""] = file.split("/");
  return (first === "server" ? second : first).replace(/\.\w+$/, "");
}

function mayImport({ file, target, typeOnly }: Import): boolean {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (!order.includes(from) || !order.includes(to)) return false;
  if (order.indexOf(to) <= order.indexOf(from)) return true;
  const exception = exceptions[`${from} > ${to}`];
  return exception === "values" || (exception === "types" && typeOnly);
}

const isBetween = (from: string, to: string) => (file: string) =>
  order.slice(order.indexOf(from), order.indexOf(to) + 1).includes(placeOf(file));
const isFeature = isBetween("events", "sweep");
const isSurface = isBetween("http", "metrics");

const inWords = ({ file, target, typeOnly }: Import): string =>
  `${file} imports ${typeOnly ? "a type of " : ""}${target}`;

const imports = files.flatMap(importsOf);

test("every import keeps to the order of the folders", () => {
  assert.deepEqual(imports.filter((each) => !mayImport(each)).map(inWords), []);
});

test("every exception from the order is needed", () => {
  const used = new Set(imports.map(({ file, target }) => `${placeOf(file)} > ${placeOf(target)}`));
  assert.deepEqual(
    Object.keys(exceptions).filter((exception) => !used.has(exception)),
    [],
  );
});

test("features know other servers and assistants by what describes them", () => {
  const known = [...ports, ...enginePorts];
  const strange = imports.filter(
    ({ file, target }) =>
      isFeature(file) && ["outbound", "engines"].includes(placeOf(target)) && !known.includes(target),
  );
  assert.deepEqual(strange.map(inWords), []);
});

test("what answers requests leaves the database to the features", () => {
  const strange = imports.filter(({ file, target }) => isSurface(file) && writesSql(join(root, target)));
  assert.deepEqual(strange.map(inWords), []);
});

test("a file with SQL is about records: it knows no request, no job and no server", () => {
  const strange = imports.filter(
    ({ file, target, typeOnly }) =>
      isFeature(file) &&
      placeOf(file) !== "sweep" &&
      writesSql(join(root, file)) &&
      !typeOnly &&
      ["api", "outbound", "engines", "queue"].includes(placeOf(target)) &&
      !target.startsWith("src/server/api/access/"),
  );
  assert.deepEqual(strange.map(inWords), []);
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
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
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

test("the web app imports nothing of the server but the types of its API and what both say alike", () => {
  const targets = filesBelow("web")
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(importsOf)
    .filter(({ target }) => !target.startsWith("web/") && target !== "dist/web-types/openapi.d.ts");
  assert.deepEqual(targets.filter(({ target }) => !leaves.includes(target)).map(inWords), []);
  const needed = new Set([...targets, ...leaves.flatMap(importsOf)].map(({ target }) => target));
  assert.deepEqual(
    leaves.filter((leaf) => !needed.has(leaf)),
    [],
  );
});

test("what the web app says as the server does imports nothing but types and its like", () => {
  const foreign = leaves
    .flatMap(importsOf)
    .filter(({ target, typeOnly }) => !typeOnly && !leaves.includes(target));
  assert.deepEqual(foreign.map(inWords), []);
  for (const leaf of leaves)
    assert.doesNotMatch(readFileSync(join(root, leaf), "utf8"), /^import (?!type\b)[^;]*from "[^.]/m, leaf);
});

test("the order itself forbids what it should", () => {
  const may = (file: string, target: string, typeOnly = false) => mayImport({ file, target, typeOnly });
  assert.deepEqual(
    [
      may("src/reader/read.ts", "src/server/kernel/id.ts", true),
      may("src/figures/metrics/score.ts", "src/planner/topics/planner.ts"),
      may("src/server/db/db.ts", "src/server/projects/projects.ts"),
      may("src/server/accounts/users.ts", "src/server/auth/key.ts"),
      may("src/server/reports/reports.ts", "src/server/telling/digests/digests.ts"),
      may("src/server/api/perform.ts", "src/server/http/send.ts"),
      may("src/server/nowhere/x.ts", "src/reader/brand.ts"),
    ],
    [false, false, false, false, false, false, false],
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
  // Pauses and shares, where chance only spreads the load.
  assert.deepEqual(drawers.sort(), [
    "src/server/db/migrate.ts",
    "src/server/db/transaction.ts",
    "src/server/exports/bucket/bucket-loop.ts",
    "src/server/outbound/reddit/line.ts",
    "src/server/runs/schedule.ts",
    "src/server/telemetry/telemetry.ts",
    "src/server/telling/deliveries/drain.ts",
    "src/server/worker/worker.ts",
  ]);
});

test("text is brought to a normal form in one place, but for single letters and what is bounded before: input, addresses, passwords", () => {
  const normalizing = files.filter((file) => readFileSync(join(root, file), "utf8").includes(".normalize("));
  assert.deepEqual(normalizing.sort(), [
    "src/reader/text/fold.ts",
    "src/reader/text/normal-form.ts",
    "src/server/api/schema/input.ts",
    "src/server/auth/accounts/passwords/password-rules.ts",
    "src/server/outbound/mail/email-address.ts",
  ]);
});

test("transactions are begun in one place, which does them again where they collide", () => {
  const beginners = files.filter((file) =>
    /\.transaction\(\s*\)/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(beginners, ["src/server/db/transaction.ts"]);
});

test("ARCHITECTURE.md shows every folder of the program, two levels down", () => {
  const tree = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("```")[1] ?? "";
  assert.deepEqual(
    ["src", "src/server"]
      .flatMap((folder) =>
        readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()),
      )
      .filter(({ name }) => !tree.includes(`${name}/`))
      .map(({ name }) => name),
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
