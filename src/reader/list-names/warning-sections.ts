import type { AnswerText, Block } from "../markdown/answer-text.ts";
import { visibleText } from "../markdown/markdown.ts";
import { avoidance } from "./phrases.ts";

const longestLabel = 200;
const alsoPraises = /\b(?:best|top|picks?|recommended|our favou?rites?|worth (?:buying|it))\b/;

// "Mistakes to avoid" and "to avoid back pain, try these:" do not warn of a product.
const otherAvoiding =
  /\b(?:mistakes?|errors?|pitfalls?|problems?|traps?|scams?|issues|fees)\b.{0,20}\bavoid\b|\b(?:to|can|help|helps|how to|and) avoid(?:ing)? (?!these|those|the following|them|all\b|at all|altogether|completely|if\b|in \d|for now)[\p{L}'’]+/gu;

/** Follows an answer block by block and tells which blocks are under "Brands to avoid" or the like. */
export class AvoidedSections {
  readonly text: AnswerText;
  /** The level of the heading whose section warns. */
  #level: number | null = null;
  /** The list or table after such a label warns. */
  #list = false;

  constructor(text: AnswerText) {
    this.text = text;
  }

  /** Enters the next block; true if it is in such a section or list. */
  enter(block: Block): boolean {
    if (block.kind === "heading") {
      this.#list = false;
      if (this.#level !== null && block.level <= this.#level) this.#level = null;
      const inside = this.#level !== null;
      if (!inside && this.#warns(block)) this.#level = block.level;
      return inside;
    }
    if (block.kind === "paragraph") {
      this.#list = this.#endsInColon(block) && this.#warns(block);
      return this.#level !== null;
    }
    return this.#level !== null || this.#list;
  }

  #endsInColon({ end }: Block): boolean {
    const { verbatim } = this.text;
    return /[:：]\W{0,4}$/u.test(verbatim.slice(Math.max(0, end - 6), end));
  }

  #warns({ start, end }: Block): boolean {
    const ending = visibleText(this.text, Math.max(start, end - longestLabel), end).toLowerCase();
    const warning = ending.includes("avoid") ? ending.replace(otherAvoiding, "") : ending;
    return avoidance.test(warning) && !alsoPraises.test(warning.replace(/not (?:be )?recommended/g, ""));
  }
}
