import english from "./ordinary-word.en.json" with { type: "json" };
import { wordsOfOtherLanguages } from "./ordinary-word.other.ts";
import { remembered } from "./remembered.ts";

/** Parts of speech of an ordinary word, as bits. */
export const speech = { noun: 1, verb: 2, adjective: 4 } as const;

/** Whether sentences use a folded word, in a base or inflected form, for something other than a name. */
export function isOrdinaryWord(word: string): boolean {
  return baseOf(word) !== null;
}

/** Whether a folded word combines two English ones: "backcountry". Companies use such names too, capitalised. */
export function isOrdinaryCompound(word: string): boolean {
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    if (words().has(word.slice(0, at)) && isOrdinaryWord(word.slice(at))) return true;
  }
  return false;
}

const shortestPart = 4;

/** The parts of speech of a folded English word; all false if it is not in the dictionary. */
export function usesOf(word: string): {
  noun: boolean;
  verb: boolean;
  adjective: boolean;
  inflectedVerb: boolean;
  plural: boolean;
} {
  const base = baseOf(word);
  const bits = base === null ? 0 : (words().get(base.word) ?? 0);
  const { ending } = base ?? { ending: "" };
  const verb = (bits & speech.verb) !== 0;
  const s = ending === "s" || ending === "es" || ending === "ies";
  return {
    noun: (bits & speech.noun) !== 0 && (ending === "" || s),
    verb: verb && ending === "",
    adjective: (bits & speech.adjective) !== 0 && !s,
    inflectedVerb: (verb && (s || ending === "ed")) || isRespelledPast(word),
    plural: s && (bits & speech.noun) !== 0,
  };
}

// The dictionary lists "dropped" and "tried" as words of their own, without their part of speech.
function isRespelledPast(word: string): boolean {
  const [, changed, doubled] = /^(.{2,})ied$|^(.+([bdglmnprt]))\3ed$/.exec(word) ?? [];
  const base = changed ? `${changed}y` : doubled;
  return base !== undefined && words().has(base);
}

const endings = [
  ["ies", "y"],
  ["es", ""],
  ["s", ""],
  ["ed", ""],
  ["ed", "e"],
  ["ing", ""],
  ["ing", "e"],
  ["ly", ""],
  ["er", ""],
  ["er", "e"],
  ["est", ""],
] as const;

// What an ending can be added to: "quickly" comes from quick, but "Grammarly" not from grammar.
const takes: Record<string, number> = { ed: 2, ing: 2, ly: 4, er: 4, est: 4 };

interface Base {
  word: string;
  ending: string;
}

const baseOf = remembered({ most: 10_000, longest: 32 }, baseIn);

function baseIn(word: string): Base | null {
  const partsOfSpeech = words();
  // "announced" is listed for "unannounced"; its part of speech is that of its base.
  if ((partsOfSpeech.get(word) ?? 0) > 0) return { word, ending: "" };
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending) || word.length < ending.length + 2) continue;
    const stem = word.slice(0, -ending.length);
    const fits = (base: string) => ((partsOfSpeech.get(base) ?? 0) & (takes[ending] ?? 3)) !== 0;
    if (fits(stem + replacement)) return { word: stem + replacement, ending };
    if (stem.length > 3 && stem.at(-1) === stem.at(-2) && fits(stem.slice(0, -1))) {
      return { word: stem.slice(0, -1), ending };
    }
  }
  return partsOfSpeech.has(word) ? { word, ending: "" } : null;
}

// Words that come from the name of a company, not companies named after a word.
const madeFromNames = "google skype xerox photoshop velcro tupperware jacuzzi kleenex frisbee".split(" ");

let loaded: Map<string, number> | null = null;

// Per word: how many letters it shares with the previous one, the rest of it, and its parts of speech as a letter from
// @ to G.
const [zero, firstUse, lastUse] = [48, 64, 71];

function words(): Map<string, number> {
  if (loaded) return loaded;
  loaded = new Map(wordsOfOtherLanguages.map((word) => [word, speech.noun]));

  // Letter by letter: a regular expression takes four times as long for 45,000 words.
  const coded = english.words;
  let previous = "";
  let start = 0;
  for (let at = 0; at < coded.length; at++) {
    const code = coded.charCodeAt(at);
    if (code < firstUse || code > lastUse) continue;
    previous = previous.slice(0, coded.charCodeAt(start) - zero) + coded.slice(start + 1, at);
    loaded.set(previous, code - firstUse);
    start = at + 1;
  }
  for (const word of madeFromNames) loaded.delete(word);
  return loaded;
}
