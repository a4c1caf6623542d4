import { readFileSync } from "node:fs";
import { once } from "../once.ts";
import { isAmong } from "./bloom-filter.ts";

/** A Bloom filter of the given names, family names and towns of many countries; made by bench/homonym/people-and-places.ts. */
const filter = once(() => readFileSync(new URL("./people-and-places.bin", import.meta.url)));

/** Whether a folded word is a name of people or a town; one in some thousand other words seems to be one too. */
export function isPersonOrPlace(word: string): boolean {
  return isAmong(filter(), word) || (word.endsWith("s") && isAmong(filter(), word.slice(0, -1)));
}
