import type { Writing } from "./write-terms.ts";

const mark = /[[【]\s{0,3}\^?\d{1,3}(?:\s{0,3}[,;–-]\s{0,3}\^?\d{1,3})*\s{0,3}(?:†[^\]】\n]{0,40})?[\]】]/;
/** An address that other programs would turn into a link, whatever its scheme. */
const address =
  /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>"'`|，。、；）】」]*|www\.[^\s<>"'`|，。、；）】」]+|(?<![a-z])(?:javascript|vbscript|data):[^\s<>"'`|]+/;
const everyAddress = new RegExp(address.source, "giu");
const special = new RegExp(`${mark.source}|${address.source}`, "giu");

/** Plain text rendered by `writing`: its words, and the source marks and addresses among them. */
export function markedUp(
  text: string,
  writing: Pick<Writing, "words" | "address" | "mark">,
  inLink: boolean,
): string {
  let out = "";
  let at = 0;
  for (const match of text.matchAll(special)) {
    const [token] = match;
    const isMark = /^[[【]/.test(token);
    const end = isMark ? token.length : endOfAddress(token);
    out += writing.words(text.slice(at, match.index));
    at = match.index + end;
    const piece = isMark ? markIn(token, writing, inLink) : addressIn(token.slice(0, end), writing, inLink);
    out = (piece === "" ? withoutLastSpace(out) : piece.startsWith("[") ? beforeBracket(out) : out) + piece;
  }
  return out + writing.words(text.slice(at));
}

/** Inside a link, another link would end it. */
const markIn = (token: string, { mark }: Pick<Writing, "mark">, inLink: boolean): string =>
  inLink ? "" : mark((token.match(/\d+/g) ?? []).map(Number));

function addressIn(
  url: string,
  { address, words }: Pick<Writing, "address" | "words">,
  inLink: boolean,
): string {
  const markup = address(url);
  return inLink && markup !== "" ? words(url) : markup;
}

/** Dropped parts take the space before them along. */
const withoutLastSpace = (text: string): string => (text.endsWith(" ") ? text.slice(0, -1) : text);

/** A bracket after an exclamation mark would make an image. */
export const beforeBracket = (text: string): string =>
  text.endsWith("!") ? `${text.slice(0, -1)}\\!` : text;

/** A text with only its addresses rewritten. */
export const withAddresses = (text: string, rewrite: (url: string) => string): string =>
  text.replace(everyAddress, (match) => {
    const end = endOfAddress(match);
    return rewrite(match.slice(0, end)) + match.slice(end);
  });

/** Where an address ends and its sentence goes on; a closing bracket belongs to it only if it opened one. */
function endOfAddress(text: string): number {
  let open = text.split("(").length - text.split(")").length;
  let end = text.length;
  while (end > 0 && (".,;:!?]’”»*_~".includes(text[end - 1]!) || (text[end - 1] === ")" && open < 0))) {
    if (text[end - 1] === ")") open += 1;
    end -= 1;
  }
  return end;
}
