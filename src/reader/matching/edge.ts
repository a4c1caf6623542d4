import { foldUnit, ignorable, separator } from "../text/fold.ts";
import { isOrdinaryWord } from "../text/ordinary-word.ts";
import { script, scriptOf } from "../text/script.ts";

/**
 * Punctuation around a name that folding drops but the text must have: without it ".NET" is a net, "E!" a letter and
 * "(RED)" a colour. Empty if the name is a name without it.
 */
export interface Edges {
  before: string;
  after: string;
}

const none: Edges = { before: "", after: "" };

/** The punctuation that must surround a name as written. */
export function edgesOf(name: string): Edges {
  const {
    before = "",
    bare = "",
    after = "",
  } = /^(?<before>[.(]?|['’](?=\d))(?<bare>[\p{L}\p{N}]+)(?<after>[!)]?)$/u.exec(name)?.groups ?? {};
  const isLetter = [...bare].length === 1;
  if (!isLetter && !/^\p{N}+$/u.test(bare) && !isOrdinaryWord(bare.toLowerCase())) return none;
  // "Jeopardy!" is also written without its mark.
  return { before, after: isLetter || after === ")" ? after : "" };
}

/** The span of a match with its edges; null if the text does not have them. */
export function withEdges(
  text: string,
  { before, after }: Edges,
  start: number,
  end: number,
): { start: number; end: number } | null {
  const from = start - before.length;
  const to = end + after.length;
  if (!isEdge(text.slice(Math.max(0, from), start), before) || !isEdge(text.slice(end, to), after))
    return null;
  // "ASP.NET" is a different name.
  if (before === "." && from > 0 && scriptOf(seenBefore(text, from)) !== script.none) return null;
  return { start: from, end: to };
}

function isEdge(character: string, edge: string): boolean {
  return character === edge || (/^['’‘]$/.test(character) && /^['’]$/.test(edge));
}

function seenBefore(text: string, offset: number): number {
  const unit = text.charCodeAt(offset - 1);
  return foldUnit(unit) === ignorable || foldUnit(unit) === separator ? 0 : unit;
}
