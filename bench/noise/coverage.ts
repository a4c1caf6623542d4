import type { Interval } from "../../src/figures/uncertainty/interval.ts";

interface Beside {
  /** The oracle's interval; without one, the oracle's is as wide as the values turn out to spread. */
  ideal?: Interval;
  value?: number;
  /** The report says that its interval can be too narrow. */
  warned?: boolean;
}

/** Intervals of one cell, how often they hold the truth and how wide they are. */
export class Coverage {
  #held = 0;
  #heldOrWarned = 0;
  #all = 0;
  #width = 0;
  #oracle = 0;
  #sum = 0;
  #squares = 0;

  add([low, high]: Interval, truth: number, { ideal, value = 0, warned = false }: Beside): void {
    const held = low <= truth && truth <= high;
    this.#all += 1;
    if (held) this.#held += 1;
    if (held || warned) this.#heldOrWarned += 1;
    this.#width += high - low;
    if (ideal) this.#oracle += ideal[1] - ideal[0];
    this.#sum += value;
    this.#squares += value * value;
  }

  get share(): number {
    return this.#held / this.#all;
  }

  get heldOrWarned(): number {
    return this.#heldOrWarned / this.#all;
  }

  get draws(): number {
    return this.#all;
  }

  get width(): number {
    return this.#width / this.#all;
  }

  get oracle(): number {
    if (this.#oracle > 0) return this.#oracle / this.#all;
    const mean = this.#sum / this.#all;
    return 2 * 1.96 * Math.sqrt(Math.max(0, this.#squares / this.#all - mean * mean));
  }
}
