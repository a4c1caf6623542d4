/** A sentence of an answer with the brand in it, as text. */
export interface Quote {
  before: string;
  brand: string;
  after: string;
}

const shortest = 50;
const longest = 260;

/** The sentence around a counted occurrence, without the marks of Markdown; null if it is no sentence to quote. */
export function quoteAround(answer: string, start: number, end: number): Quote | null {
  const head = answer.slice(0, start);
  const tail = answer.slice(end);
  const from = Math.max(
    0,
    ...[...head.matchAll(/[.!?:]["”’)*]*\s+(?=\S)|\n+/g)].map((m) => m.index + m[0].length),
  );
  const stop = /[.!?](?=["”’)*]*(\s|$|\())|\n|$/.exec(tail);
  const to = stop ? stop.index + (stop[0] === "\n" ? 0 : stop[0].length) : tail.length;
  const before = plain(head.slice(from)).replace(/^[\s\-–•>#\d.)]+/, "");
  const after = plain(tail.slice(0, to)).trimEnd();
  const brand = answer.slice(start, end);
  const whole = before + brand + after;
  const isSentence = /[.!?]$/.test(after) && whole.split(" ").length > 8 && !/[|[\]#<>]/.test(whole);
  return isSentence && whole.length >= shortest && whole.length <= longest ? { before, brand, after } : null;
}

/** The beginning of an answer, in one line and without marks of Markdown. */
export const plainExcerpt = (excerpt: string): string =>
  plain(excerpt)
    .replace(/(^|\s)(#{1,6}|[*+-]|-{3,40}|\*{3,40})(?=\s)/g, "$1")
    .replace(/\s+/g, " ");

/** Text without emphasis, links and citation marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\s?\(\[[^\]]*\](\([^)]*\)|\[[^\]]*\])\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/[^\S\n]+/g, " ");
