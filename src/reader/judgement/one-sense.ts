import { byOdds } from "./homonym/homonym.ts";
import type { Judgement } from "./homonym/judgement.ts";

/** Chosen between 0 and 1 by cross-validation over brands. */
const weightOfOthers = 0.75;

/** The decision on one occurrence of a brand in one block of an answer. */
export interface JudgedOccurrence {
  brand: number;
  block: number;
  judgement: Judgement;
}

/**
 * Lets the occurrences of one brand in one paragraph, list item or row influence each other if the model decided them:
 * a text uses a word in one sense (Gale, Church and Yarowsky, "One sense per discourse", 1992). Where one of them stands says
 * nothing of the others.
 */
export function inOneSense(occurrences: readonly JudgedOccurrence[]): Judgement[] {
  const sums = new Map<string, { odds: number; times: number }>();
  for (const { brand, block, judgement } of occurrences) {
    if (!judgement.model) continue;
    const key = `${brand} ${block}`;
    const sum = sums.get(key) ?? { odds: 0, times: 0 };
    sums.set(key, sum);
    sum.odds += judgement.model.odds - judgement.model.place;
    sum.times++;
  }
  return occurrences.map(({ brand, block, judgement }) => {
    const sum = sums.get(`${brand} ${block}`);
    if (!judgement.model || !sum || sum.times < 2) return judgement;
    const { odds, place, otherwise } = judgement.model;
    const others = (sum.odds - (odds - place)) / (sum.times - 1);
    return { ...judgement, ...byOdds(oddsTogether(odds, others), otherwise, { place }) };
  });
}

/** The log-odds of an occurrence, given the average of the others. */
export function oddsTogether(own: number, others: number): number {
  return own + weightOfOthers * others;
}
