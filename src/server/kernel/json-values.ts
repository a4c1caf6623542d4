/**
 * Counts the values in a text that is, or may be, JSON by the characters that begin them, and stops at `most` plus one:
 * at most a few milliseconds, where making the values takes hundreds. `position` is where it stopped.
 */
export function countJsonValues(text: string, most: number): { values: number; position: number } {
  let values = 0;
  let at = 0;
  for (; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfJsonString(text, at);
      if (at === -1) return { values, position: text.length };
    } else if (code === 0x2c || code === 0x5b || code === 0x7b) values += 1;
  }
  return { values, position: at - 1 };
}

/** Index of the closing quote of the string that opens at `start`; -1 if there is none. */
export function endOfJsonString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return end;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** Many times what any request or any answer of a blog or an assistant has; making them takes some 30 ms. */
export const jsonValuesMax = 50_000;

/** Whether a stranger's JSON has at most so many values, so that making them holds up nobody. */
export const hasFewJsonValues = (bytes: Buffer, most = jsonValuesMax): boolean =>
  // Each takes two bytes at least. Latin-1, as all that is looked at is ASCII.
  bytes.length <= 2 * most || countJsonValues(bytes.toString("latin1"), most).values <= most;
