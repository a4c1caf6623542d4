/** In the long run, at most this share of the differences called among many comparisons is chance. */
const falseShare = 0.1;

/** Beyond this the difference's 95% interval contains 0, and it is not called however many others stand. */
const mostChance = 0.05;

/**
 * Which of many comparisons stand when judged together, given how often chance would produce each. Source: Benjamini &
 * Hochberg (1995).
 */
export function standing(chances: readonly number[]): boolean[] {
  const sorted = [...chances].sort((a, b) => a - b);
  const last = sorted.findLastIndex((chance, at) => chance <= (falseShare * (at + 1)) / sorted.length);
  return chances.map((chance) => last >= 0 && chance <= Math.min(mostChance, sorted[last]!));
}
