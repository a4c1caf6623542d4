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
  const mention = (original: Mention): Required<Omit<Mention, "occurrences">> => ({
    name: once(original.name),
    isOwnBrand: original.isOwnBrand,
    position: original.position,
    listRank: original.listRank,
    recommended: original.recommended,
    sentimentScore: original.sentimentScore,
    evidence: evidenceAt(original.evidence[0]?.start ?? 0),
  });
  const alsoNamed = (original: AlsoNamed): Required<AlsoNamed> => ({
    name: once(original.name),
    start: original.start,
    listRank: original.listRank,
  });
  const citation = (original: ReadCitation): Required<ReadCitation> => ({
    url: once(original.url),
    domain: once(original.domain),
    title: original.title && once(original.title),
    position: original.position,
    sourceType: once(original.sourceType),
    cited: original.cited,
    wordShare: original.wordShare,
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
  const texts = new Map<string, string>();
  return <T extends string>(text: T): T => {
    const first = texts.get(text);
    if (first === undefined) texts.set(text, text);
    return (first ?? text) as T;
  };
}

/** Evidence with only the first place of a brand, shared by all brands first named at the same offset. */
function evidenceHolder(): (start: number) => Evidence[] {
  const byStart = new Map<number, Evidence[]>();
  return (start) => {
    const evidence = byStart.get(start) ?? [{ start, end: start, text: "", rule: "", confidence: 1 }];
    byStart.set(start, evidence);
    return evidence;
  };
}
