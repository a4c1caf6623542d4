import { answerLetters } from "../bounds.ts";
import { rarityAmong } from "../page-index.ts";
import { byNumber } from "../site-text.ts";
import type { SiteWords } from "../site-words.ts";

/** What assistants say about a prompt: its own and their most telling stems, by number. */
export interface AnswerProfile {
  stems: ReadonlySet<number>;
  /** The stems that say most of them, and how much each says. */
  core: readonly { stem: number; weight: number }[];
  /** The length of the vector of their weights. */
  length: number;
  /** The sum of their weights. */
  whole: number;
}

export interface AnswerProfiles {
  /** One for each prompt; null if its answers say next to nothing. */
  profiles: readonly (AnswerProfile | null)[];
  /** How much a stem tells: little if many pages or the answers to many prompts have it. */
  weightOf(stem: number): number;
}

/** As many as a short answer has, so that long and short ones compare. */
const stemsKept = 64;
/** As many as tell the subject of an answer. */
const coreStems = 25;
/** A refusal, or a bare list of names, has fewer. */
const fewestStems = 20;
/** Fewer answers say too little about how rare a word is. */
const fewestAnswers = 20;

/** What the answers to each prompt are about, compared with a website and with each other. */
export function answerProfiles(
  prompts: readonly { prompt: string; answers: readonly string[] }[],
  site: SiteWords,
): AnswerProfiles {
  const stemCounts = prompts.map(({ prompt, answers }) => {
    if (answers.length === 0) return null;
    const times = new Map<number, number>();
    for (const text of [prompt, ...answers.map(withoutAddresses)])
      for (const stem of site.numbersIn(text)) times.set(stem, (times.get(stem) ?? 0) + 1);
    return times.size < fewestStems ? null : times;
  });
  const answersWith = new Map<number, number>();
  for (const times of stemCounts)
    for (const stem of times?.keys() ?? []) answersWith.set(stem, (answersWith.get(stem) ?? 0) + 1);
  const answers = Math.max(fewestAnswers, stemCounts.filter((times) => times !== null).length);
  const rare = (having: number) => Math.log(1 + answers / (having + 0.5)) / Math.log(1 + answers / 1.5);
  const weightOf = byNumber((stem) => {
    const onSite = rarityAmong(site.pagesWith[stem]?.length ?? 0, site.pages.length);
    return onSite * rare(answersWith.get(stem) ?? 0);
  });
  return { profiles: stemCounts.map((times) => times && profileOf(times, weightOf)), weightOf };
}

const withoutAddresses = (text: string): string =>
  text
    .slice(0, answerLetters)
    .replace(
      /https?:\/\/\S+|[\w.-]{1,63}\.(?:com|org|net|io|co|de|fr|es|nl|it|uk|eu)\b(?:\/[\w./?=&%#-]*)?/gi,
      " ",
    );

function profileOf(times: ReadonlyMap<number, number>, weightOf: (stem: number) => number): AnswerProfile {
  const topStems = [...times]
    .map(([stem, count]) => ({ stem, weight: weightOf(stem) * (1 + Math.log(count)) }))
    .sort((a, b) => b.weight - a.weight || a.stem - b.stem)
    .slice(0, stemsKept);
  const stems = new Set(topStems.map(({ stem }) => stem));
  let [squares, whole] = [0, 0];
  for (const stem of stems) {
    squares += weightOf(stem) ** 2;
    whole += weightOf(stem);
  }
  return { stems, core: topStems.slice(0, coreStems), length: Math.sqrt(squares), whole };
}
