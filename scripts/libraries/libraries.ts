/**
 * Packs the libraries as JavaScript with types, which other programs install: `npm run libraries` writes one tarball of `src/reader` and
 * one of `src/figures`, which depends on it, into dist/libraries.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

interface Library {
  /** Its folder below src. */
  folder: string;
  description: string;
  /** What a program that imports the package by its name gets. */
  entry: string;
  /** The library that it rests on. */
  uses?: Library;
}

const reader: Library = {
  folder: "reader",
  description:
    "Reads answers of AI assistants: which brands they name, where and how surely, and what they cite.",
  entry: "read.js",
};
const figures: Library = {
  folder: "figures",
  description: "Computes figures with their uncertainty from what overheard-reader found in answers.",
  entry: "report.js",
  uses: reader,
};

const root = resolve(import.meta.dirname, "../..");
const target = join(root, "dist", "libraries");
const nameOf = ({ folder }: Library): string => `overheard-${folder}`;

/** Builds and packs every library; returns the tarballs. */
export function packLibraries(): string[] {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const emitted = join(target, "emitted");
  compile(emitted);
  return [reader, figures].map((library) => pack(library, emitted));
}

function compile(emitted: string): void {
  const config = join(target, "tsconfig.json");
  const folders = [reader, figures].map(({ folder }) => join(root, "src", folder));
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, rewriteRelativeImportExtensions: true },
        ...{ outDir: emitted, rootDir: join(root, "src"), typeRoots: [join(root, "node_modules/@types")] },
      },
      include: folders,
      exclude: folders.map((folder) => join(folder, "**/*.test.ts")),
    }),
  );
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", config], { stdio: "inherit" });
}

function pack(library: Library, emitted: string): string {
  const folder = join(target, nameOf(library));
  cpSync(join(emitted, library.folder), folder, { recursive: true });
  const source = join(root, "src", library.folder);
  for (const file of globSync("**/*.{bin,txt}", { cwd: source }))
    cpSync(join(source, file), join(folder, file));
  for (const file of globSync("**/*.{js,d.ts}", { cwd: folder })) address(library, folder, file);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(source, "README.md"), join(folder, "README.md"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(description(library, folder), null, 2)}\n`);
  const options = ["--silent", "--pack-destination", target];
  const packed = execFileSync("npm", ["pack", ...options], { cwd: folder, encoding: "utf8" });
  return join(target, packed.trim());
}

/** Imports of the library below become imports of its package; types are imported by the files that they are in. */
function address(library: Library, folder: string, file: string): void {
  const text = readFileSync(join(folder, file), "utf8");
  const addressed = text.replace(
    /(?<=\bfrom "|\bimport\(")(\.[^"]+?)(?:\.ts|(?=\.js))/g,
    (_, path: string) => {
      const [first = "", ...rest] = relative(folder, resolve(folder, file, "..", path)).split("/");
      const below = library.uses;
      if (first !== "..") return file.endsWith(".d.ts") ? `${path}.js` : path;
      if (!below || rest[0] !== below.folder)
        throw new Error(`${file} imports ${path}, which is in no library`);
      return `${nameOf(below)}/${rest.slice(1).join("/")}${file.endsWith(".d.ts") ? ".js" : ""}`;
    },
  );
  if (addressed !== text) writeFileSync(join(folder, file), addressed);
}

function description(library: Library, folder: string): object {
  const { version, license, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const code = globSync("**/*.js", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
  const imported = Object.entries<string>(dependencies).filter(([name]) =>
    code.some((text) => new RegExp(`from "${name}["/]`).test(text)),
  );
  return {
    ...{ name: nameOf(library), version, description: library.description, license, type: "module" },
    ...{ engines: { node: ">=24" }, exports: { ".": `./${library.entry}`, "./*": "./*" } },
    dependencies: {
      ...Object.fromEntries(imported),
      ...(library.uses ? { [nameOf(library.uses)]: version } : {}),
    },
  };
}

if (import.meta.main) for (const file of packLibraries()) console.log(relative(root, file));
