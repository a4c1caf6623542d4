import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { packLibraries } from "../../scripts/libraries/libraries.ts";

const root = resolve(import.meta.dirname, "../..");
let folder: string;

/** A project outside of this one, with the tarballs unpacked as npm does and the packages that they name. */
before(() => {
  folder = mkdtempSync(join(tmpdir(), "overheard-libraries-"));
  const modules = join(folder, "node_modules");
  for (const tarball of packLibraries()) {
    const name = /(overheard-[a-z]+)-/.exec(tarball)![1]!;
    mkdirSync(join(modules, name), { recursive: true });
    execFileSync("tar", ["xzf", tarball, "-C", join(modules, name), "--strip-components=1"]);
    const { dependencies } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
    for (const needed of Object.keys(dependencies).filter((one) => !one.startsWith("overheard-"))) {
      mkdirSync(dirname(join(modules, needed)), { recursive: true });
      symlinkSync(join(root, "node_modules", needed), join(modules, needed));
    }
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** What the program prints; its types are checked first, as its author's compiler does. */
function run(name: string, program: string): unknown {
  writeFileSync(join(folder, name), program);
  const compiler = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--lib", "es2024"];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  execFileSync(join(root, "node_modules/.bin/tsc"), [...compiler, ...types, join(folder, name)], {
    cwd: folder,
  });
  return JSON.parse(execFileSync(process.execPath, [join(folder, name)], { cwd: folder, encoding: "utf8" }));
}

const brands = `{
  own: { name: "Northwind", aliases: [], domains: ["northwind.example"], about: "kettles" },
  rivals: [{ name: "Fellow", aliases: [], domains: [], about: null }],
}`;
const text = "For quiet mornings, get the **Northwind Hush**. The Fellow Stagg is louder.";

test("a program of ten lines reads an answer with overheard-reader", () => {
  const read = run(
    "read.ts",
    `import { compileReader, readAnswer } from "overheard-reader";
const reader = compileReader(${brands});
const reading = readAnswer(reader, {
  text: ${JSON.stringify(text)},
  prompt: "Which quiet kettle?",
  citations: [],
});
console.log(JSON.stringify(reading.mentions.map(({ name, evidence }) => [name, evidence[0]!.start])));
`,
  );
  assert.deepEqual(read, [
    ["Northwind", text.indexOf("Northwind")],
    ["Fellow", text.indexOf("Fellow")],
  ]);
});

test("a program computes figures with overheard-figures from what overheard-reader found", () => {
  const figures = run(
    "figures.ts",
    `import { importFigures } from "overheard-figures/imported-answer.js";
import { compileReader, readAnswer } from "overheard-reader";
import type { TrackedBrands } from "overheard-reader/brand.js";
import { promptKey } from "overheard-reader/prompt.js";
const brands: TrackedBrands = ${brands};
const reader = compileReader(brands);
const answers = [${JSON.stringify(text)}, "Any kettle will do."].map((text, at) => {
  const prompt = ["Which quiet kettle?", "Which kettle?"][at]!;
  const asked = { id: String(at), prompt, promptKey: promptKey(prompt), branded: false, provider: "chatgpt" as const };
  const answer = { text, citations: [], sample: 1, model: null, searched: null, answeredAt: "2026-01-01T00:00:00Z" };
  return { ...asked, ...answer, measured: readAnswer(reader, { text, prompt, citations: [] }) };
});
const { metrics } = importFigures(answers, brands).scored;
console.log(JSON.stringify([metrics.appearanceRate, metrics.answers]));
`,
  );
  assert.deepEqual(figures, [0.5, 2]);
});
