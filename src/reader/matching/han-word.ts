import { script, scriptOf } from "../text/script.ts";

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const stretch = 256;
const margin = 24;

/**
 * Word boundaries in Chinese and Japanese text, found with ICU's dictionary a stretch at a time and remembered, so that
 * many matches in a long text cost no more than one.
 */
export class HanWords {
  private readonly text: string;
  private readonly pairs = new Map<string, boolean>();
  private readonly stretches = new Map<number, ReadonlySet<number>>();

  constructor(text: string) {
    this.text = text;
  }

  /** Whether the dictionary sees other words on both sides of a match, as for 京东 in 北京东京. */
  cutsThrough(start: number, end: number): boolean {
    if (!this.isHan(start - 1) || !this.isHan(end)) return false;
    if (!this.isBoundary(start) && (!this.isBoundary(end) || this.isAddress(end))) return true;
    return this.isWord(start - 1) && this.isWord(end - 1);
  }

  // 北京东路 is a road in the east of Beijing: a point of the compass before a part of a town belongs to the town.
  private isAddress(end: number): boolean {
    return /^[东東南西北中][路街站门門区區部城桥橋岸侧側郊环環道线線]$/.test(
      this.text.slice(end - 1, end + 1),
    );
  }

  // Whether the two characters at an offset are a word.
  private isWord(at: number): boolean {
    const pair = this.text.slice(at, at + 2);
    let word = this.pairs.get(pair);
    if (word === undefined) {
      word = [...segmenter.segment(pair)].length === 1;
      this.pairs.set(pair, word);
    }
    return word;
  }

  private isHan(at: number): boolean {
    return at >= 0 && at < this.text.length && scriptOf(this.text.charCodeAt(at)) === script.han;
  }

  private isBoundary(at: number): boolean {
    const place = Math.floor(at / stretch);
    let boundaries = this.stretches.get(place);
    if (!boundaries) {
      const from = Math.max(0, place * stretch - margin);
      const text = this.text.slice(from, (place + 1) * stretch + margin);
      boundaries = new Set(Array.from(segmenter.segment(text), ({ index }) => from + index));
      this.stretches.set(place, boundaries);
    }
    return boundaries.has(at);
  }
}
