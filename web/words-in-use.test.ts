import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
  .map((name) => ({ path: join(root, name), text: readFileSync(join(root, name), "utf8") }));

/** What a file calls an export of another; itself what it exports. */
function localName(file: (typeof files)[number], from: string, name: string): string | null {
  if (file.path === from) return name;
  for (const [, names = "", target = ""] of file.text.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    if (resolve(file.path, "..", target) === from)
      for (const each of names.split(",")) {
        const [own = "", alias = own] = each.trim().split(" as ");
        if (own === name) return alias;
      }
  return null;
}

/** Whether a file reads a word of an object: by its name, by taking the object apart, or as a whole. */
function reads(text: string, object: string, word: string, isOwn: boolean): boolean {
  const whole = isOwn ? "\\[" : "[[,;)}\\]]|$";
  const named = new RegExp(`(?<!\\w|\\w\\.)${object}\\s*(\\??\\.\\s*${word}\\b|${whole})`, "m");
  const apart = new RegExp(`\\{[^}]*\\b${word}\\b[^}]*\\} = ${object}\\b`);
  return (
    named.test(text.replaceAll(/^import [^;]*;/gm, "").replaceAll(/^export const /gm, "")) || apart.test(text)
  );
}

test("every word of the app is shown by something", async () => {
  const unused: string[] = [];
  for (const { path } of files.filter(({ path }) => /\bwords(\.ts|\/[\w-]+\.ts)$/.test(path))) {
    const exported = Object.entries((await import(path)) as Record<string, unknown>);
    for (const [name, value] of exported) {
      const users = files.flatMap((file) => {
        const local = localName(file, path, name);
        return local === null ? [] : [{ text: file.text, local, isOwn: file.path === path }];
      });
      for (const word of typeof value === "object" && value ? Object.keys(value) : [])
        if (!users.some(({ text, local, isOwn }) => reads(text, local, word, isOwn)))
          unused.push(`${name}.${word}`);
    }
  }
  assert.deepEqual(unused, []);
});
