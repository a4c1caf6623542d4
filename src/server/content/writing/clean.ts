/**
 * Removes what a reader cannot see but a model can: control characters, zero-width and bidi marks, Unicode tags,
 * fillers and variation selectors. Joiners stay where they join emoji, or letters of a script that needs them.
 */
export function withoutHidden(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(hidden, (character, at: number, whole: string) =>
      joins(character, at, whole) ? character : "",
    );
}

/** Foreign text for a prompt: without hidden characters, comments, Markdown images and long encoded runs. */
export const withoutTraps = (text: string): string =>
  withoutHidden(text)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/!\[[^\]\n]{0,300}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,300}\])?/g, "")
    .replace(/(?<!!)!+\[/g, "[")
    .replace(/[A-Za-z0-9+/_-]{64,}={0,2}/g, "…");

// biome-ignore lint/suspicious/noMisleadingCharacterClass: hidden characters are matched one by one
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\u{e0000}-\u{e0fff}]/gu;

const joiners = "\u200c\u200d";
const joinable =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u;

function joins(character: string, at: number, text: string): boolean {
  const before = letterBefore(text, at);
  if (character === "\ufe0f") return /[\p{Emoji}\p{Extended_Pictographic}]/u.test(before);
  if (!joiners.includes(character)) return false;
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 32);
  if (joinable.test(before) && joinable.test(after)) return true;
  return (
    character === "\u200d" &&
    (before === "\ufe0f" || /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u.test(before)) &&
    /\p{Extended_Pictographic}/u.test(after)
  );
}

function letterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const paired = unit >= 0xdc00 && unit <= 0xdfff;
  return String.fromCodePoint(text.codePointAt(paired ? at - 2 : at - 1) ?? 32);
}

/** Cuts a text to this many code points, between words if it can, and adds an ellipsis if it was cut. */
export function cutText(text: string, charactersMax: number): string {
  const letters = [...text];
  if (letters.length <= charactersMax) return text;
  const start = letters.slice(0, charactersMax - 1).join("");
  const words = start.replace(/\s+\S*$/u, "");
  return `${(words.length >= start.length / 2 ? words : start).replace(/[\s,;:–—-]+$/u, "")}…`;
}

export const codePoints = (text: string): number => [...text].length;
