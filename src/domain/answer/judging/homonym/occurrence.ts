import type { Topic } from "../../../text/topic.ts";
import type { NameProfile } from "../../names/name-profile.ts";
import type { Context } from "../context.ts";

/** Nearness in meaning, -1 to 1 in steps of 0.05; null where it is not known. */
export interface Fit {
  sold: number | null;
  sense: number | null;
  asked: number | null;
}

/** What is seen around one occurrence of a name that is also a word. */
export interface Occurrence {
  profile: NameProfile;
  surface: string;
  context: Context;
  /** The occurrence stands in a heading, a table cell or the title of a source, where every word has a capital. */
  display: boolean;
  /** Emphasis or a link label opens right before it, and closes right after it or after a colon. */
  emphasis: { opens: boolean; closes: boolean; link: boolean };
  /** What the prompt is about, null where there is none. */
  asked: Topic | null;
  /** The words around it are about what the brand sells, about something else, or about nothing that is known. */
  topic: "own" | "other" | "unknown";
  /** How near the words around it are to what the brand sells, and to what its name means as a word. */
  fit: Fit;
  /** The language of the words around it, null where they do not tell. */
  language: string | null;
  /** Words around it that speak of trade, in languages whose meanings are not known. */
  trade: number;
  /** Another tracked brand is named in the same block. */
  besideRival: boolean;
  /** It stands in the first cell of a table's header. */
  columnHead: boolean;
  /** Somewhere in the same block another maker's name stands right before this one: "Wilson Evolution". */
  makerBefore: boolean;
  /** It begins an item of a list or a row of a table of which another tracked brand begins another. */
  headsWithRival: boolean;
  /** Only a comma, a slash or a conjunction stands between it and another tracked brand. */
  listedWithRival: boolean;
}
