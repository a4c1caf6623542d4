/** A JSON value in an answer is not longer than this. */
const longest = 8_000;

/**
 * Finds ends of JSON lists and objects in a text: the offset after the one that begins at an offset, or null if none
 * begins there or it does not end. All searches together take time linear in the text.
 */
export function jsonEnds(text: string): (start: number) => number | null {
  let remaining = text.length + longest;
  return (start) => {
    if (text[start] !== "{" && text[start] !== "[") return null;
    const limit = Math.min(text.length, start + Math.min(longest, remaining));
    let depth = 0;
    let quoted = false;
    let at = start;
    let end: number | null = null;
    for (; at < limit && end === null; at++) {
      const unit = text[at];
      if (quoted) {
        if (unit === "\\") at++;
        else if (unit === '"') quoted = false;
      } else if (unit === '"') quoted = true;
      else if (unit === "{" || unit === "[") depth++;
      else if ((unit === "}" || unit === "]") && --depth === 0) end = at + 1;
    }
    remaining -= Math.min(remaining, at - start);
    return end;
  };
}
