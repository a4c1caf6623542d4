import type { NameProfile } from "../../brand-names/name-profile.ts";
import type { Topic } from "../../text/topic.ts";
import type { Context } from "../context.ts";

/** Similarity of meaning, -1 to 1 in steps of 0.05; null if unknown. `wordShare`: how many words it rests on, 0-1. */
export interface Fit {
  sold: number | null;
  sense: number | null;
  prompt: number | null;
  /** The same as sentences. */
  sentence: { sold: number | null; sense: number | null; wordShare: number };
}

/** Where too few words are known. */
export const unknownFit: Fit = {
  ...{ sold: null, sense: null, prompt: null },
  sentence: { sold: null, sense: null, wordShare: 0 },
};

/** An occurrence of a name that is also a word, and what surrounds it. */
export interface Occurrence {
  profile: NameProfile;
  surface: string;
  context: Context;
  /** It is in a heading, a table cell or the title of a source, where every word is capitalised. */
  display: boolean;
  /** Emphasis or a link label opens right before it, or closes right after it or after a colon. */
  emphasis: { opens: boolean; closes: boolean; link: boolean };
  /** What the prompt is about; null without a prompt. */
  promptTopic: Topic | null;
  /** Whether the words around it are about what the brand sells or about something else. */
  topic: "own" | "other" | "unknown";
  /** How similar in meaning the words around it are to what the brand sells, and to what its name means as a word. */
  fit: Fit;
  /** The language of the words around it; null if unclear. */
  language: string | null;
  /** How many words around it are about trade, in languages without word meanings. */
  trade: number;
  /** Another tracked brand is named in the same block. */
  besideRival: boolean;
  /** It is in the first cell of a table's header. */
  columnHead: boolean;
  /** Somewhere in the same block, it follows another maker's name: "Wilson Evolution". */
  makerBefore: boolean;
  /** It begins an item of a list or a row of a table in which another tracked brand begins another. */
  headsWithRival: boolean;
  /** It begins an item of a list or a row of a table in which names that are in no dictionary begin others. */
  headsAmongNames: boolean;
  /** Only a comma, a slash or a conjunction separates it from another tracked brand. */
  listedWithRival: boolean;
}
