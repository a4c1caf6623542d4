import type { Span } from "./answer-text.ts";

/** An HTML tag, comment or autolink in angle brackets, as far as it changes what a reader sees. */
export interface Tag {
  kind: "autolink" | "break" | "join" | "hide" | "show";
  /** Lower-case name; empty for comments and autolinks. */
  name: string;
  end: number;
  /** The value of `href`, if any. */
  address: Span | null;
}

// Tags that change how words look, but not where they are.
const joining = new Set(
  "a abbr b bdi bdo big cite em font i ins label mark q s small span strong sub sup tt u var wbr".split(" "),
);
const hiding = new Set(["code", "pre", "script", "style", "kbd", "samp", "template", "svg"]);

const longestTag = 2000;

/** Where the next comment closes; 0 before the search, -1 if none does. Each is searched for once. */
export interface CommentMemo {
  close: number;
}

/** Reads what an opening angle bracket begins; null if it is just a bracket. */
export function readTag(text: string, at: number, end: number, memo: CommentMemo): Tag | null {
  const unit = text.charCodeAt(at + 1);
  if (unit === 33) return readComment(text, at, end, memo);
  // "<<Acme>>" is a name in unusual brackets.
  if (text.charCodeAt(at - 1) === 60) return null;
  const closing = unit === 47;
  const nameStart = closing ? at + 2 : at + 1;
  if (!isLetter(text.charCodeAt(nameStart))) return null;
  let close = nameStart;
  const limit = Math.min(end, at + longestTag);
  while (close < limit && text.charCodeAt(close) !== 62 && text.charCodeAt(close) !== 60) close++;
  if (close >= limit || text.charCodeAt(close) !== 62) return null;
  const inside = text.slice(nameStart, close);
  if (!closing && /^(?:[a-z][a-z0-9+.-]{1,31}:[^\s]*|[^\s@]+@[^\s@]+\.[^\s@]+)$/i.test(inside)) {
    return { kind: "autolink", name: "", end: close + 1, address: null };
  }
  const name = /^[a-z][a-z0-9-]*/i.exec(inside)?.[0].toLowerCase() ?? "";
  const rest = inside.charCodeAt(name.length);
  if (!Number.isNaN(rest) && rest !== 32 && rest !== 47 && rest !== 10 && rest !== 9) return null;
  if (hiding.has(name)) return { kind: closing ? "show" : "hide", name, end: close + 1, address: null };
  const kind = joining.has(name) ? "join" : "break";
  return { kind, name, end: close + 1, address: addressIn(inside, nameStart) };
}

function readComment(text: string, at: number, end: number, memo: CommentMemo): Tag | null {
  if (text.charCodeAt(at + 2) !== 45 || text.charCodeAt(at + 3) !== 45) return null;
  if (memo.close !== -1 && memo.close < at + 4) memo.close = text.indexOf("-->", at + 4);
  if (memo.close === -1 || memo.close + 3 > end) return null;
  return { kind: "join", name: "", end: memo.close + 3, address: null };
}

function addressIn(inside: string, offset: number): Span | null {
  const match = /\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(inside);
  if (!match?.[1]) return null;
  const start = offset + match.index + match[0].length - match[1].length;
  return { start, end: start + match[1].length };
}

function isLetter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}
