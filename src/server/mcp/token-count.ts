/**
 * Runs of letters, of digits, of two and more spaces or breaks, of ASCII marks, and of everything else. A single
 * one belongs to what follows it.
 */
const runs = /[A-Za-z]+|[0-9]+|[ \t\n\v\f\r]{2,}|[^\sA-Za-z0-9\u0080-\uffff]+|[\u0080-\uffff]+/g;

/** A longer text is far beyond any room, so that its beginning tells enough of it. */
const countedLength = 64 * 1024;

/**
 * Estimates how many tokens a model makes of a text, erring on the high side; `npm run bench -- tools` compares it with a
 * public tokenizer. Models differ, and one of their own tokenizers would be megabytes for no better an answer.
 */
export function tokensIn(text: string): number {
  if (text.length > countedLength)
    return Math.ceil((tokensIn(text.slice(0, countedLength)) * text.length) / countedLength);
  let tokens = 0;
  for (const [run] of text.matchAll(runs)) tokens += weight(run);
  return tokens;
}

function weight(run: string): number {
  const first = run.charCodeAt(0);
  // In JSON a line break is two characters; an empty line is free.
  if (/^[ \t\n\v\f\r]/.test(run)) return Math.floor((run.length - 1) / (/[^ ]/.test(run) ? 2 : 4));
  if (first >= 0x80) return Math.ceil(run.length * 0.8);
  if (first >= 0x30 && first <= 0x39) return Math.ceil(run.length / 3);
  const isLetter = (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7a;
  return isLetter ? Math.ceil(run.length / 7) : Math.ceil(run.length / 3);
}
