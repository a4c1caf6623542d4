import type { MeasuredAnswer } from "../reader/answer.ts";
import type { AlsoNamed, Evidence, Mention, ReadCitation } from "../reader/reading.ts";

/**
 * Returns a function that reduces an answer to what a report is scored from, so that many fit in memory. It keeps only
 * the first piece of evidence for each brand, drops what was not counted and pages that were only retrieved, and stores
 * repeated texts once. Scoring condensed answers gives the same report.
 */
export function condenser(): <T extends MeasuredAnswer>(answer: T) => T {
  const once = holder();
  const evidenceAt = evidenceHolder();
  // Written out, not spread: V8 stores such objects in half the space. `Required`, so that no new field is left out unseen.
  const mention = (given: Mention): Required<Omit<Mention, "occurrences">> => ({
    name: once(given.name),
    isOwnBrand: given.isOwnBrand,
    position: given.position,
    listRank: given.listRank,
    recommended: given.recommended,
    sentimentScore: given.sentimentScore,
    evidence: evidenceAt(given.evidence[0]?.start ?? 0),
  });
  const alsoNamed = (given: AlsoNamed): Required<AlsoNamed> => ({
    name: once(given.name),
    start: given.start,
    listRank: given.listRank,
  });
  const citation = (given: ReadCitation): Required<ReadCitation> => ({
    url: once(given.url),
    domain: once(given.domain),
    title: given.title && once(given.title),
    position: given.position,
    sourceType: once(given.sourceType),
    cited: given.cited,
    wordShare: given.wordShare,
  });
  return (answer) => ({
    ...answer,
    ...(answer.notShown && { notShown: [] }),
    searches: [],
    promptKey: once(answer.promptKey),
    prompt: once(answer.prompt),
    provider: once(answer.provider),
    surface: once(answer.surface),
    model: answer.model && once(answer.model),
    reading: answer.reading && {
      mentions: answer.reading.mentions.map(mention),
      notCounted: [],
      alsoNamed: answer.reading.alsoNamed.map(alsoNamed),
      citations: answer.reading.citations.filter(({ cited }) => cited).map(citation),
      refusal: answer.reading.refusal,
      ...(answer.reading.blank && { blank: true }),
      sentences: answer.reading.sentences,
      ...(answer.reading.corrected !== undefined && { corrected: answer.reading.corrected }),
    },
  });
}

/** Returns the first of several equal texts for each of them, so that the others can be freed. */
function holder(): <T extends string>(text: T) => T {
  const held = new Map<string, string>();
  return <T extends string>(text: T): T => {
    const known = held.get(text);
    if (known === undefined) held.set(text, text);
    return (known ?? text) as T;
  };
}

/** Evidence with only the first place of a brand, shared by all brands first named at the same offset. */
function evidenceHolder(): (start: number) => Evidence[] {
  const held = new Map<number, Evidence[]>();
  return (start) => {
    const known = held.get(start) ?? [{ start, end: start, text: "", rule: "", confidence: 1 }];
    held.set(start, known);
    return known;
  };
}
