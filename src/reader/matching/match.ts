import { type Cues, cueMark, cuesIn } from "../absence/cues.ts";
import type { Pattern } from "../brand-names/name-pattern.ts";
import type { AnswerText, Segment, SegmentKind } from "../markdown/answer-text.ts";
import {
  expands,
  expansionOf,
  foldAstral,
  foldUnit,
  isHighSurrogate,
  isLowSurrogate,
  separator,
} from "../text/fold.ts";
import { script, scriptOf } from "../text/script.ts";
import { step } from "./automaton.ts";
import { type Boundary, boundaryOf } from "./boundary.ts";
import { withEdges } from "./edge.ts";
import { gapsFit, isTooWide } from "./gap.ts";
import { HanWords } from "./han-word.ts";
import { type Cue, type MentionReader, SKIP, SLOW } from "./matcher.ts";
import type { Trail } from "./trail.ts";

/** A place where the folded text spells a name as a separate word. */
export interface Match {
  pattern: Pattern;
  start: number;
  /** End of the word, including its inflection. */
  end: number;
  /** Index of the segment it ends in. */
  segment: number;
  boundary: Boundary;
}

/** What one pass over an answer finds. */
export interface MatchWalk {
  /** In the order in which they end. */
  matches: Match[];
  /** The cues of absence and echo of a block. */
  cues: (block: number) => Cues;
  /** Characters examined to tell spellings from names, besides the pass itself. */
  spent: number;
}

/** What all spellings that end at one letter may cost together, without the last of them. */
export const mostPerEnd = 2048;
const leastPerName = 64;

/** All matches of all names in one pass over the answer. */
export function walk(reader: MentionReader, answer: AnswerText): MatchWalk {
  const pass = new Pass(reader, answer);
  for (let index = 0; index < answer.segments.length; index++) pass.segment(index);
  pass.literals();
  return pass;
}

/** One pass, with the state of the automaton and the trail. */
class Pass {
  readonly matches: Match[] = [];
  readonly cues: (block: number) => Cues;
  spent = 0;
  private readonly marks: Uint8Array;
  private state = 0;
  private kind: SegmentKind = "text";
  private block = 0;
  private readonly trail: Trail;
  private readonly reader: MentionReader;
  private readonly answer: AnswerText;
  private readonly hanWords: HanWords;

  constructor(reader: MentionReader, answer: AnswerText) {
    this.reader = reader;
    this.answer = answer;
    this.hanWords = new HanWords(answer.verbatim);
    this.marks = new Uint8Array(answer.blocks.length * reader.languages.length);
    this.cues = cuesIn(reader.languages, this.marks);
    let size = 16;
    while (size < reader.automaton.longest + 2) size *= 2;
    this.trail = { starts: new Int32Array(size), ends: new Int32Array(size), mask: size - 1, count: 0 };
  }

  segment(index: number): void {
    const segment = this.answer.segments[index] as Segment;
    const kind = segment.kind === "entity" ? "text" : segment.kind;
    if (segment.gap || kind !== this.kind) this.state = 0;
    this.kind = kind;
    this.block = segment.block;
    if (segment.kind === "entity") this.entity(segment, index);
    else this.run(segment, index);
  }

  // The hot loop: one table look-up per character, and a second where a name may continue.
  private run(segment: Segment, index: number): void {
    const { units, automaton } = this.reader;
    const { rows, classes, full, output } = automaton;
    const { starts, ends, mask } = this.trail;
    const text = this.answer.verbatim;
    const end = segment.end;
    let { state } = this;
    let { count } = this.trail;
    for (let at = segment.start; at < end; at++) {
      const each = units[text.charCodeAt(at)] as number;
      if (each === 0) {
        state = 0;
        continue;
      }
      if (each === SKIP) continue;
      if (each === SLOW) {
        this.state = state;
        this.trail.count = count;
        at = this.slow(at, end, index);
        state = this.state;
        count = this.trail.count;
        continue;
      }
      starts[count & mask] = at;
      ends[count++ & mask] = at + 1;
      state = state < full ? (rows[state * classes + each] as number) : step(automaton, state, each);
      if (output[state] !== -1) {
        this.trail.count = count;
        this.take(state, index, false);
      }
    }
    this.state = state;
    this.trail.count = count;
  }

  private entity(segment: Segment, index: number): void {
    for (const letter of segment.text) {
      const folded =
        letter.length > 1 ? foldAstral(letter.codePointAt(0) as number) : foldedUnits(letter.charCodeAt(0));
      this.walkAll(folded, segment.start, segment.end, index);
    }
  }

  /**
   * Reads a character that folds to several units or is beyond the basic plane. Returns the offset of its last unit.
   */
  private slow(at: number, end: number, index: number): number {
    const text = this.answer.verbatim;
    const unit = text.charCodeAt(at);
    if (!isHighSurrogate(unit)) {
      this.walkAll(foldedUnits(unit), at, at + 1, index);
      return at;
    }
    if (at + 1 < end && isLowSurrogate(text.charCodeAt(at + 1))) {
      this.walkAll(foldAstral(text.codePointAt(at) as number), at, at + 2, index);
      return at + 1;
    }
    this.state = 0;
    return at;
  }

  private walkAll(units: readonly number[], start: number, end: number, index: number): void {
    const { automaton } = this.reader;
    for (let at = 0; at < units.length; at++) {
      const each = automaton.classOf[units[at] as number] as number;
      this.trail.starts[this.trail.count & this.trail.mask] = start;
      this.trail.ends[this.trail.count++ & this.trail.mask] = end;
      this.state = each === 0 ? 0 : step(automaton, this.state, each);
      if (automaton.output[this.state] !== -1) this.take(this.state, index, at < units.length - 1);
    }
  }

  // Longest spellings first. Each costs the characters examined for it, up to a limit per end of a word: otherwise
  // names within names within names would cost their number at every letter.
  private take(state: number, index: number, partial: boolean): void {
    const { automaton, patterns } = this.reader;
    let spent = 0;
    let output = automaton.outputs[automaton.output[state] as number];
    for (; output; output = automaton.outputs[output.shorter]) {
      for (const each of output.patterns) {
        if (each >= patterns.length) this.takeCue(each);
        else if (spent < mostPerEnd) spent += this.takeName(patterns[each] as Pattern, index, partial);
        else break;
      }
    }
    this.spent += spent;
  }

  // A cue begins a word: "dati" in "recommendation" is not one. A denial is a whole word.
  private takeCue(each: number): void {
    const { marks, reader } = this;
    const { mark, language } = reader.cues[each - reader.patterns.length] as Cue;
    const place = this.block * reader.languages.length + language;
    const bits = marks[place] as number;
    if ((bits & mark) !== 0) return;
    const { starts, ends, mask, count } = this.trail;
    const text = this.answer.verbatim;
    const start = starts[(count - (this.reader.automaton.lengths[each] as number)) & mask] as number;
    if (isSpacedLetter(text, start - 1)) return;
    const isWhole = mark !== cueMark.denial || !isSpacedLetter(text, ends[(count - 1) & mask] as number);
    if (isWhole) marks[place] = bits | mark;
  }

  /** Takes a name if it is there as a word. Returns how many characters were examined. */
  private takeName(pattern: Pattern, index: number, partial: boolean): number {
    const { starts, ends, mask, count } = this.trail;
    const first = count - pattern.units.length;
    const start = starts[first & mask] as number;
    const end = ends[(count - 1) & mask] as number;
    // A match cannot begin or end within a character that folds to several units.
    if (partial || (first > 0 && starts[(first - 1) & mask] === start && start < end)) return leastPerName;
    if (isTooWide(pattern, first, this.trail)) return leastPerName + pattern.units.length;
    const spent = leastPerName + pattern.units.length + end - start;
    const from = segmentAt(this.answer, index, start);
    const boundary = boundaryOf(this.answer, start, end, from, index, pattern.stemmed);
    if (boundary.kind === "inside" || this.hanWords.cutsThrough(start, end)) return spent;
    if (!gapsFit(this.answer, pattern, first, this.trail, from)) return spent;
    const span = withEdges(this.answer.verbatim, pattern.edges, start, boundary.end);
    if (span) this.matches.push({ pattern, ...span, segment: index, boundary });
    return spent;
  }

  /** Finds names without any letter, digit or symbol that folding keeps, such as "***", as they are. */
  literals(): void {
    const { answer } = this;
    for (const pattern of this.reader.literals) {
      answer.segments.forEach((segment, index) => {
        if (segment.kind !== "text") return;
        const { text } = pattern.profile;
        const within = answer.verbatim.slice(segment.start, segment.end);
        for (let at = within.indexOf(text); at !== -1; at = within.indexOf(text, at + text.length)) {
          const start = segment.start + at;
          const end = start + text.length;
          this.matches.push({ pattern, start, end, segment: index, boundary: { kind: "word", end } });
        }
      });
    }
  }
}

function isSpacedLetter(text: string, at: number): boolean {
  const kind = at < 0 || at >= text.length ? script.none : scriptOf(text.charCodeAt(at));
  return kind !== script.none && kind < script.han;
}

function foldedUnits(unit: number): readonly number[] {
  const folded = foldUnit(unit);
  if (folded <= separator) return [];
  return folded === expands ? expansionOf(unit) : [folded];
}

function segmentAt(answer: AnswerText, from: number, offset: number): number {
  let index = from;
  while (index > 0 && (answer.segments[index] as Segment).start > offset) index--;
  return index;
}
