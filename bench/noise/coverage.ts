import type { Interval } from "../../src/domain/report/uncertainty/interval.ts";

/** Intervals of one cell, how often they hold the truth and how wide they are. */
export class Coverage {
  #held = 0;
  #all = 0;
  #width = 0;
  #oracle = 0;
  #sum = 0;
  #squares = 0;

  /** `ideal` is the oracle's interval; without one, the oracle's is as wide as the values turn out to spread. */
  add([low, high]: Interval, truth: number, ideal: Interval | null, value = 0): void {
    this.#all += 1;
    if (low <= truth && truth <= high) this.#held += 1;
    this.#width += high - low;
    if (ideal) this.#oracle += ideal[1] - ideal[0];
    this.#sum += value;
    this.#squares += value * value;
  }

  get share(): number {
    return this.#held / this.#all;
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
