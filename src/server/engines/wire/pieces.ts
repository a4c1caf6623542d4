/** What an answer is put together from, in order. */
export type Piece =
  /** Text; `cites` if the vendor names sources for it. */
  | { text: string; cites?: boolean }
  /** Something that is no text stands between two texts, such as a thought. */
  | "gap"
  /** Another message begins. */
  | "break"
  /** A tool was called: the text before it says what the model will do, and is no part of its answer. */
  | "call";

type Between = "" | "gap" | "break" | "call";

const sentenceEnd = /[.!?:…]["'”’)*_]{0,3}$/;
const sentenceStart = /^["'“‘(*_]{0,3}\p{Lu}/u;

/**
 * The answer's text, and where each piece begins in it: null for what is no part of it. Texts that follow each other are
 * one text, as vendors split a sentence to name the sources of its half; others are paragraphs of their own. What is said
 * before a call of a tool counts only if it names its sources: then it is a finding.
 */
export function assembled(pieces: readonly Piece[]): {
  text: string;
  starts: (number | null)[];
  /** Whether something was said that is no part of the answer. */
  talked: boolean;
} {
  const lastCall = pieces.lastIndexOf("call");
  const findings = findingsBefore(pieces, lastCall);
  const parts: string[] = [];
  const starts: (number | null)[] = [];
  let between: Between = "";
  let [length, talked, last] = [0, false, ""];
  for (const [at, piece] of pieces.entries()) {
    starts.push(null);
    if (typeof piece === "string") {
      between = between === "" || between === "gap" ? piece : between;
      continue;
    }
    if (at < lastCall && !findings.has(at)) {
      talked ||= piece.text.trim() !== "";
      continue;
    }
    if (piece.text === "") {
      starts[at] = length;
      continue;
    }
    const space = length === 0 ? "" : spaceBetween(last, between, piece.text);
    parts.push(space, piece.text);
    starts[at] = length + space.length;
    length += space.length + piece.text.length;
    [between, last] = ["", piece.text];
  }
  return { text: parts.join(""), starts, talked };
}

/** The pieces of the stretches between two calls in which a source is named. */
function findingsBefore(pieces: readonly Piece[], lastCall: number): Set<number> {
  const findings = new Set<number>();
  let stretch: number[] = [];
  let cites = false;
  for (const [at, piece] of pieces.slice(0, lastCall + 1).entries()) {
    if (typeof piece !== "string") {
      stretch.push(at);
      cites ||= piece.cites === true;
    } else if (piece === "call") {
      if (cites) for (const one of stretch) findings.add(one);
      [stretch, cites] = [[], false];
    }
  }
  return findings;
}

/** Nothing within a sentence; one that ended and one that begins are never one word. */
function spaceBetween(last: string, between: Between, next: string): string {
  const isEnded = sentenceEnd.test(last.slice(-5));
  if (between === "call" || between === "break" || (between === "gap" && isEnded)) return "\n\n";
  if (/\s$/.test(last) || /^\s/.test(next)) return "";
  return between === "gap" || (isEnded && sentenceStart.test(next.slice(0, 6))) ? " " : "";
}
