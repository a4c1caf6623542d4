import { foldedKey } from "./fold.ts";

const isPart = /[\p{L}\p{N}\p{M}&+'’]/u;
const parts = /[\p{L}\p{N}\p{M}&+'’]+/gu;

const kind = { unknown: 0, apart: 1, plain: 2, folded: 3, surrogate: 4 } as const;

/** The role of each UTF-16 unit in a word, filled as units occur. */
const kinds = new Uint8Array(0x10000);

/** The folded words of a text, without punctuation. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  let plain = true;
  for (let at = 0; at <= lower.length; at++) {
    const unitKind = at < lower.length ? kindOf(lower.charCodeAt(at)) : kind.apart;
    // Letters beyond the basic plane are rare and take two units each.
    if (unitKind === kind.surrogate)
      return (lower.match(parts) ?? []).map(folded).filter((word) => word !== "");
    if (unitKind !== kind.apart) {
      if (start === -1) start = at;
      if (unitKind === kind.folded) plain = false;
    } else if (start !== -1) {
      const word = lower.slice(start, at);
      const key = plain ? word : foldedKey(word);
      if (key !== "") words.push(key);
      start = -1;
      plain = true;
    }
  }
  return words;
}

const folded = (word: string): string => (/^[a-z0-9]+$/.test(word) ? word : foldedKey(word));

function kindOf(unit: number): number {
  const cachedKind = kinds[unit] as number;
  return cachedKind === kind.unknown ? meet(unit) : cachedKind;
}

function meet(unit: number): number {
  const letter = String.fromCharCode(unit);
  let unitKind: number = kind.apart;
  if (unit >= 0xd800 && unit <= 0xdfff) unitKind = kind.surrogate;
  else if (/[a-z0-9]/.test(letter)) unitKind = kind.plain;
  else if (isPart.test(letter)) unitKind = kind.folded;
  kinds[unit] = unitKind;
  return unitKind;
}
