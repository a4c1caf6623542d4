/** Of what is called a difference among many comparisons at most this share is chance, in the long run. */
const falseShare = 0.1;

/** Beyond this the 95% interval of a difference holds 0, and it is not called however many others stand. */
const mostChance = 0.05;

/**
 * Which of many comparisons stand when they are judged together, by how often chance would make each of them. Source:
 * Benjamini & Hochberg (1995).
 */
export function standing(chances: readonly number[]): boolean[] {
  const sorted = [...chances].sort((a, b) => a - b);
  const last = sorted.findLastIndex((chance, at) => chance <= (falseShare * (at + 1)) / sorted.length);
  return chances.map((chance) => last >= 0 && chance <= Math.min(mostChance, sorted[last]!));
}
