import type { Span } from "../markdown/answer-text.ts";

const reach = 60;

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** What a mark is called. */
const nouns = words(`
  tag tags token tokens block blocks marker markers mark marks section sections element elements delimiter delimiters
  syntax markup pair pairs bracket brackets mode format channel channels xml html étiquette étiquettes balise balises
  etiqueta etiquetas etichetta etichette
`);
/** Words right before a mark that a sentence is about: "between <think> and </think>". */
const leading = words(`
  the a an with by using use uses used between inside within in like as called named and or to of into from via after
  before until without closing opening literal der die das dem den ein eine einem mit und oder zwischen le la les un une
  el los con y et ou o
`);
/** Words right after it. */
const following = words(`
  is are was were mean means mark marks open opens start starts begin begins end ends close closes signal signals and or
  und oder et ou y to vs as in for which that so when where should must can will show shows appear appears contain
  contains wrap wraps at before after with
`);

/**
 * Whether a mark is what a sentence is about ("put it between <think> and </think> tags"), and not meant as a mark. Looks
 * at its line only.
 */
export function isTalk(text: string, { start, end }: Span): boolean {
  if (isQuoted(text, { start, end })) return true;
  const after = lineAfter(text, end).trimEnd();
  if (after === "") {
    // "Everything goes up to </think>"
    const line = lineBefore(text, start);
    return /\p{L}/u.test(line) && leading.has(lastWord(line).toLowerCase());
  }
  const bare = after.replace(/^[*_]{1,3}/, "");
  // "</think>, then", "<think>: opens it", "| <think> |"
  if (/^(?:[,;)|](?:\s|$)|[.:!?](?:[ \t]|$)|[ \t]*[|/=→–—]|[ \t]+-[ \t])/.test(bare)) return true;
  const next = /^[ \t-]+(\p{L}+)/u.exec(bare)?.[1];
  if (next !== undefined && (nouns.has(next.toLowerCase()) || (bare[0] !== "-" && following.has(next))))
    return true;
  const last = lastWord(lineBefore(text, start)).toLowerCase();
  return leading.has(last) || nouns.has(last);
}

/** Whether a mark stands between a pair of quotation marks, backticks or brackets. */
export function isQuoted(text: string, { start, end }: Span): boolean {
  const before = text.charAt(start - 1) === " " ? text.charAt(start - 2) : text.charAt(start - 1);
  if (before === "" || !`"'\`“‘«„(（「『`.includes(before)) return false;
  const after = text.charAt(end) === " " ? text.charAt(end + 1) : text.charAt(end);
  return after !== "" && `"'\`”’“»)）」』`.includes(after);
}

/** Whether text can begin anew at an offset: at the start of a line or after the end of a sentence. */
export function beginsAnew(text: string, start: number): boolean {
  const before = lineBefore(text, start).trimEnd();
  return before === "" || `.!?:…。！？：>])*_"”|+-`.includes(before.charAt(before.length - 1));
}

// The word that ends a line, set apart from what follows by a blank, a slash or an opening bracket.
function lastWord(before: string): string {
  const line = before.replace(/[*_]{1,3}$/, "");
  let end = line.length;
  while (end > 0 && " \t/(".includes(line.charAt(end - 1))) end--;
  if (end === line.length) return "";
  let from = end;
  while (from > 0 && /\p{L}/u.test(line.charAt(from - 1))) from--;
  return line.slice(from, end);
}

function lineBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - reach), offset);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function lineAfter(text: string, offset: number): string {
  const after = text.slice(offset, offset + reach);
  const newline = after.indexOf("\n");
  return newline === -1 ? after : after.slice(0, newline);
}
