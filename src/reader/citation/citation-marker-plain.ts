import type { Match } from "../matching/match.ts";
import { linesSource, opensSource } from "./source-headings.ts";

const reach = 160;

/**
 * Whether a name is part of a citation that is not a link: "【3†Acme】", "(Source: Acme)", a line "Sources: Acme, Shop",
 * "(acme.com)" after a statement, or the label of a source button in a copied answer, "…all day.Acme+2".
 */
export function isPlainMarker(
  verbatim: string,
  { start, end }: Pick<Match, "start" | "end">,
  isHost: boolean,
): boolean {
  const before = verbatim.slice(Math.max(0, start - reach), start);
  if (before.includes("†") && isDaggered(before)) return true;
  const colon = Math.max(before.lastIndexOf(":"), before.lastIndexOf("："));
  if (colon !== -1 && /[(（]/.test(before) && opensSource.test(before)) return true;
  if (colon > before.lastIndexOf("\n") && isSourceLine(before, verbatim.slice(end, end + reach))) return true;
  const after = verbatim.slice(end, end + 40);
  return (after.includes("+") && isButton(before, after)) || (isHost && isBracketedHost(before, after));
}

// "【12†Acme】" and "[12†Acme]".
function isDaggered(before: string): boolean {
  const open = Math.max(before.lastIndexOf("【"), before.lastIndexOf("["));
  return open !== -1 && /^.\d+(?::\d+)?†[^\]】\n]*$/u.test(before.slice(open));
}

// A line that lists names, not a sentence about one: "Sources: Acme, Shop Magazine".
function isSourceLine(before: string, after: string): boolean {
  if (!linesSource.test(before)) return false;
  const rest = /^[^\n]*/.exec(after)?.[0] ?? "";
  const listed = (before.slice(Math.max(before.lastIndexOf(":"), before.lastIndexOf("："))) + rest).split(
    /\s+/,
  );
  const small = listed.filter((word) => /^\p{Ll}{3,}$/u.test(word)).length;
  return small <= listed.length / 4;
}

// "…battery life.Acme Labs+2Shop+1": the number says how many more sources the button hides.
function isButton(before: string, after: string): boolean {
  if (!/^(?:[ .&'’-]?[\p{L}\p{N}]+){0,4}\s?\+\d{1,2}(?=$|[\s\p{Lu}])/u.test(after)) return false;
  return /(?:[.!?…。\n]|\+\d{1,2})\s?(?:[\p{L}\p{N}]+[ .&'’-]?){0,4}$/u.test(before.slice(-48));
}

// "used by many (acme.com)." cites; "Acme (acme.com) is used by many" does not.
function isBracketedHost(before: string, after: string): boolean {
  const inside = /\p{Ll}[\p{L}\p{M}]*[.!?]?\s?[([]\s*(?:[\w.-]+,\s*)*[\w.-]*$/u.exec(before.slice(-80))?.[0];
  if (
    inside === undefined ||
    !/^[\w.-]*(?:\/[^\s)\]]*)?\s*(?:,\s*[\w.-]+\s*)*[)\]](?=[\s.,;:!?]|$)/u.test(after)
  )
    return false;
  // In an apposition the brackets explain the capitalised word before them.
  return !/\p{Lu}[\p{L}\p{N}&'’.-]*\s?[([][^([]*$/u.test(before.slice(-60));
}
