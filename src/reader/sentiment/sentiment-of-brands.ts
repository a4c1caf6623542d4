import type { FoundMentions } from "../mention.ts";
import { type Sentence, sentenceAt } from "../sentence.ts";
import { type SentimentReader, sentimentOf } from "./sentiment.ts";

/** Anything longer is not a sentence; only its beginning is read. */
const longestSentence = 4000;

/**
 * The mean sentiment, 0-100, of the sentences that name each brand, by the number of the brand. A brand is absent if
 * none of its sentences is in a language that the lexicon covers.
 */
export function sentimentByBrand(
  reader: SentimentReader,
  sentences: readonly Sentence[],
  occurrences: FoundMentions["occurrences"],
): Map<number, number> {
  const totals = new Map<number, { sum: number; sentences: number }>();
  for (let next = 0; next < occurrences.length; ) {
    const at = sentenceAt(sentences, occurrences[next]!.evidence.start);
    const until = sentences[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const first = next;
    while (next < occurrences.length && (next === first || occurrences[next]!.evidence.start < until)) next++;
    const inside = occurrences.slice(first, next);
    const sentence = sentences[at];
    // The title of a source comes after the last sentence and judges nothing.
    if (!sentence || sentence.end <= inside[0]!.evidence.start) continue;
    const span = { start: sentence.start, end: Math.min(sentence.end, sentence.start + longestSentence) };
    const score = sentimentOf(
      reader,
      span,
      inside.map(({ evidence }) => evidence),
    );
    if (score === null) continue;
    for (const brand of new Set(inside.map(({ brand }) => brand))) {
      const total = totals.get(brand) ?? { sum: 0, sentences: 0 };
      totals.set(brand, { sum: total.sum + score, sentences: total.sentences + 1 });
    }
  }
  return new Map([...totals].map(([brand, { sum, sentences }]) => [brand, sum / sentences]));
}
