import { foldedKey } from "../../text/fold.ts";
import { isEverydaySomewhere } from "../../text/meaning/everyday.ts";
import { once } from "../../text/once.ts";
import { isOrdinaryWord } from "../../text/ordinary-word.ts";
import type { AnswerText, Block } from "../markdown/answer-text.ts";
import type { Context } from "./context.ts";
import type { Companion } from "./homonym/occurrence.ts";

/** What begins the other items, rows or headings of the list or table that a block belongs to, the nearest few. */
export type Heads = (block: number) => readonly Companion[];

/** How many blocks on either side of a block are looked at. */
const reach = 4;

/** Reads what blocks begin with as it is asked for; `runOf` tells lists and tables apart. */
export function headsOf({ blocks, verbatim }: AnswerText, runOf: (block: number) => number): Heads {
  const looks = once(() => new Map<number, Companion | null>());
  const lookOfBlock = (at: number) => {
    const known = looks().get(at);
    if (known !== undefined) return known;
    const { start, end } = blocks[at] as Block;
    const look = lookOf(headIn(verbatim.slice(start, Math.min(end, start + longestHead))));
    looks().set(at, look);
    return look;
  };
  return (at) => {
    const { kind, depth } = blocks[at] as Block;
    if (kind === "paragraph") return [];
    const found: Companion[] = [];
    for (const step of [-1, 1]) {
      let other = at + step;
      for (let seen = 0; seen < reach && blocks[other]; other += step) {
        const block = blocks[other] as Block;
        if (kind !== "heading" && runOf(other) !== runOf(at)) break;
        if (block.kind !== kind || block.depth !== depth || block.header) {
          if (Math.abs(other - at) > 3 * reach) break;
          continue;
        }
        seen++;
        const look = lookOfBlock(other);
        if (look) found.push(look);
      }
    }
    return found;
  };
}

const longestHead = 80;

// Up to what a label ends with: "**Monzo** – no fee", "Bay leaf: one".
function headIn(text: string): string {
  const from = text.search(/[\p{L}\p{N}]/u);
  if (from === -1) return "";
  const rest = text.slice(from);
  const end = rest.search(/\*\*|__|[:：|(（\]\n]|\s[-–—]\s/u);
  return end === -1 ? (/^.*?[.!?。,;](?=\s|$)/u.exec(rest)?.[0] ?? rest) : rest.slice(0, end);
}

/** What stands before and after a name in the list of its sentence, and the heads of its list if it begins an item. */
export function companionsOf({ before, after }: Context, heads: readonly Companion[] | null): Companion[] {
  const found = [...(heads ?? [])];
  for (const piece of [previousIn.exec(before.slice(-60))?.[1], nextIn.exec(after.slice(0, 60))?.[1]]) {
    const look = piece === undefined ? null : lookOf(piece);
    if (look) found.push(look);
  }
  return found;
}

const joins =
  "(?:and|or|vs\\.?|und|oder|et|ou|y|o|e|och|og|ja|tai|i|lub|oraz|ve|veya|a|és|și|en|of|и|или|и|і|або|και|ή|dan|atau|và|và|hoặc|או|و)";
const previousIn = new RegExp(
  `(?:^|[,;:(（.、]\\s*|\\s${joins}\\s)([^,;:()（）.、\\n]{2,40}?)(?:\\s*[,、،]\\s*(?:${joins}\\s)?|\\s${joins}\\s)[*_"“„«]*$`,
  "iu",
);
const nextIn = new RegExp(
  `^[*_"”“»]*(?:\\s*[,、،]\\s*(?:${joins}\\s)?|\\s${joins}\\s)([^,;:()（）.、\\n]{2,40}?)(?=[,;:()（）.、،\\n]|\\s${joins}\\s|$)`,
  "iu",
);

/** Whether something in a list looks like a name or like words; null if it could be both. */
function lookOf(text: string): Companion | null {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.&+-]*/gu) ?? [];
  const [first] = words;
  if (first === undefined) return null;
  if (words.length > mostWords) return "word";
  if (/^\p{Ll}/u.test(first) && !/\p{Lu}|\./u.test(first)) return "word";
  const later = words.slice(1).filter((word) => !particles.has(word.toLowerCase()));
  if (later.some((word) => /^\p{Ll}/u.test(word))) return "word";
  if (words.some((word) => /\p{Ll}\p{Lu}|\p{L}\d|\p{L}\.\p{L}/u.test(word))) return "name";
  // In scripts without capitals, and of one word that opens an item, only word lists tell.
  const known = words.filter((word) => isWord(foldedKey(word))).length;
  if (known === words.length) return words.length > 1 && later.length > 0 ? null : "word";
  return known === 0 || later.length > 0 ? "name" : null;
}

const mostWords = 5;

const particles = new Set(
  "de du des da do di del della la le van von der den the of and & y e und et og och".split(" "),
);

const isWord = (word: string): boolean => isOrdinaryWord(word) || isEverydaySomewhere(word);
