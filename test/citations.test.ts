import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import test from "node:test";

const root = join(import.meta.dirname, "..");
const sources = ["src", "test", "bench", "scripts"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
);
const pages = readdirSync(join(root, "docs/contract")).filter((name) => name !== "README.md");
const text = (file: string): string => readFileSync(join(root, file), "utf8");

/** Every match of `pattern` in the sources whose captured text is not `known`, with its file. */
const strange = (pattern: RegExp, known: (cited: string, more: string) => boolean): string[] =>
  sources.flatMap((file) =>
    [...text(file).matchAll(pattern)]
      .filter(([, cited, more]) => !known(cited ?? "", more ?? ""))
      .map(([whole]) => `${file} cites ${whole}`),
  );

const headingsOf = (page: string): string[] =>
  [...text(page).matchAll(/^#{1,3} (.+)$/gm)].map(([, heading]) => heading!);

test("a page of docs that a comment cites is there, and so is the heading it names", () => {
  assert.deepEqual(
    strange(/(?<![\w/])(docs\/[\w./-]+\.md)(?:, "([^"\n]+)")?/g, (page, heading) =>
      existsSync(join(root, page)) ? heading === "" || headingsOf(page).includes(heading) : false,
    ),
    [],
  );
});

test("a page of the contract that the name of a test cites is there", () => {
  const names = new Set(pages.map((page) => basename(page, ".md")));
  assert.deepEqual(
    strange(/["'`, ]contract\/([\w-]+)(?=[:,] )/g, (page) => names.has(page)),
    [],
  );
});

test("the contract's first page lists every other, once", () => {
  const listed = [...text("docs/contract/README.md").matchAll(/^- \[[\w-]+\]\(([\w-]+\.md)\)/gm)].map(
    ([, page]) => page,
  );
  assert.deepEqual(listed.sort(), pages.sort());
});

test("the page of decisions lists every record, once", () => {
  const records = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d/.test(name));
  const listed = [...text("docs/decisions/README.md").matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(
    ([, page]) => page,
  );
  assert.deepEqual(listed, records.sort());
});
