import { tokensIn } from "./token-count.ts";

/** A list, text or object that is shown only in part: how many items, characters or fields, and out of how many. */
export interface LeftOut {
  /** JSON Pointer with `*` for each item of a list. */
  path: string;
  shown: number;
  of: number;
}

export interface Fitted {
  value: unknown;
  leftOut: LeftOut[];
}

/** Show at least this many items of a list, each cut down if necessary. */
const wantedItems = 8;
/** Lists of so few objects, such as assistants, lose none of them where the rest can be cut instead. */
const wholeItems = 6;
/** A text shorter than this stays whole, whatever the room. */
const shortText = 120;
/** Most fields shown of an object whose keys come from outside. */
const mostFields = 60;

/**
 * Cuts JSON data down to about this many tokens: small values stay whole, lists lose their last items (lists named in
 * `newestLast` their first), and texts their ends. Single figures, intervals and fields always stay. Deterministic.
 */
export function fitted(value: unknown, tokens: number, newestLast: readonly string[] = []): Fitted {
  const costOf = costs();
  if (costOf(value) <= tokens) return { value, leftOut: [] };
  for (const whole of [wholeItems, 0])
    for (let aim = tokens; aim >= 50 * 0.85; aim *= 0.85) {
      const leftOut = new Map<string, LeftOut>();
      const cutValue = new Cut({ costOf, newestLast, whole }, leftOut).fit(value, aim, "");
      if (costOf(cutValue) <= tokens || (whole === 0 && aim < 50))
        return { value: cutValue, leftOut: [...leftOut.values()] };
    }
  throw new Error("unreachable");
}

interface CutTerms {
  costOf: CostOf;
  newestLast: readonly string[];
  /** Lists of at most so many objects lose none of them, if they are not within another list. */
  whole: number;
}

/** Both ends of an interval are one figure. */
const isInterval = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === "number" || end === null);

type CostOf = (value: unknown) => number;

/** Longer texts are counted once. */
const longText = 1_000;

/** Tokens of a value as JSON, remembered for lists, objects and long texts. */
function costs(): CostOf {
  const costCache = new WeakMap<object, number>();
  const texts = new Map<string, number>();
  const costOfText = (text: string): number => {
    const before = texts.get(text);
    if (before !== undefined) return before;
    const cost = tokensIn(text) + 2;
    if (text.length > longText) texts.set(text, cost);
    return cost;
  };
  const costOf: CostOf = (value) => {
    if (typeof value === "string") return costOfText(value);
    if (typeof value === "number") return Math.ceil(String(value).length / 3) + 1;
    if (typeof value !== "object" || value === null) return 2;
    const before = costCache.get(value);
    if (before !== undefined) return before;
    let cost = 2;
    if (Array.isArray(value)) for (const item of value) cost += costOf(item);
    else for (const [name, inner] of Object.entries(value)) cost += tokensIn(name) + 2 + costOf(inner);
    costCache.set(value, cost);
    return cost;
  };
  return costOf;
}

class Cut {
  readonly #terms: CutTerms;
  readonly #costOf: CostOf;
  readonly #leftOut: Map<string, LeftOut>;

  constructor(terms: CutTerms, leftOut: Map<string, LeftOut>) {
    this.#terms = terms;
    this.#costOf = terms.costOf;
    this.#leftOut = leftOut;
  }

  fit(value: unknown, room: number, path: string): unknown {
    if (this.#costOf(value) <= room) return value;
    if (typeof value === "string") return this.#text(value, room, path);
    if (isInterval(value)) return value;
    if (Array.isArray(value)) return this.#list(value, room, path);
    return typeof value === "object" && value !== null ? this.#object(value, room, path) : value;
  }

  #text(text: string, room: number, path: string): string {
    const keptLength = Math.max(shortText, Math.floor((text.length * room) / this.#costOf(text)));
    if (keptLength >= text.length) return text;
    this.#note(path, keptLength, text.length);
    return `${text.slice(0, keptLength).toWellFormed()}…`;
  }

  #list(list: unknown[], room: number, path: string): unknown[] {
    const { newestLast, whole } = this.#terms;
    const fromEnd = newestLast.includes(path.slice(path.lastIndexOf("/") + 1));
    const share = room / Math.min(list.length, wantedItems);
    // Within rows of another list it would cost whole rows.
    const isWhole =
      !path.includes("*") &&
      list.length <= whole &&
      list.every((item) => typeof item === "object" && item !== null);
    const keptItems: unknown[] = [];
    let roomLeft = room;
    for (const item of fromEnd ? list.toReversed() : list) {
      const cut = new Cut(this.#terms, new Map());
      const cutItem = cut.fit(item, share, `${path}/*`);
      roomLeft -= this.#costOf(cutItem);
      if (roomLeft < 0 && !isWhole) break;
      for (const { path, shown: shownCount, of } of cut.#leftOut.values()) this.#note(path, shownCount, of);
      keptItems.push(cutItem);
    }
    if (keptItems.length < list.length) this.#note(path, keptItems.length, list.length);
    return fromEnd ? keptItems.reverse() : keptItems;
  }

  /** Small fields take what they need, and the others share the rest. */
  #object(object: object, room: number, path: string): Record<string, unknown> {
    const names = Object.keys(object);
    const shownNames = names.slice(0, mostFields);
    if (shownNames.length < names.length) this.#note(path, shownNames.length, names.length);
    const values = object as Record<string, unknown>;
    const rising = shownNames.toSorted((a, b) => this.#costOf(values[a]) - this.#costOf(values[b]));
    const cutFields = new Map<string, unknown>();
    let roomLeft = room;
    for (const [at, name] of rising.entries()) {
      const share = roomLeft / (rising.length - at) - tokensIn(name) - 2;
      const value = this.fit(values[name], share, `${path}/${name}`);
      roomLeft -= this.#costOf(value) + tokensIn(name) + 2;
      cutFields.set(name, value);
    }
    return Object.fromEntries(shownNames.map((name) => [name, cutFields.get(name)]));
  }

  #note(path: string, shownCount: number, of: number): void {
    const earlier = this.#leftOut.get(path) ?? { path, shown: 0, of: 0 };
    this.#leftOut.set(path, { path, shown: earlier.shown + shownCount, of: earlier.of + of });
  }
}
