import { isLowerCase, isUpperCase } from "../../../brand-names/name-shape.ts";
import { usesOf } from "../../../text/ordinary-word.ts";
import { script, scriptOf } from "../../../text/script.ts";
import type { Occurrence } from "../occurrence.ts";
import { colours, relators } from "../word.ts";
import type { Found } from "./feature-name.ts";

interface Line {
  words: number;
  /** Words of four letters or more, and shorter content words in lower case; `capitals` of them are capitalised. */
  long: number;
  capitals: number;
  german: number;
  colours: number;
}

/** How the other words of the line are written. */
export function addLine({ context, display }: Occurrence, flags: Found): void {
  const { before, after } = context;
  const line: Line = { words: 0, long: 0, capitals: 0, german: 0, colours: 0 };
  read(before, lineStart(before), before.length, line);
  read(after, 0, lineEnd(after), line);
  if (line.long === 0 && before.trim().length < 8 && after.trim().length < 8) flags.add("alone_in_block");
  if (line.long > 0 && line.capitals / line.long > 0.7) flags.add("title_case_line");
  if (display) flags.add("display_line");
  if (line.colours > 0) flags.add("among_colours");
  // German capitalises every noun, so a capital tells nothing.
  if (line.german > 1 || (line.german > 0 && line.words < 7)) flags.add("noun_capitals_language");
}

const reach = 70;

function endsLine(unit: number): boolean {
  return (
    unit === 46 ||
    unit === 33 ||
    unit === 63 ||
    unit === 58 ||
    unit === 59 ||
    unit === 10 ||
    unit === 40 ||
    unit === 41 ||
    unit === 124
  );
}

function lineStart(before: string): number {
  const limit = Math.max(0, before.length - reach);
  let from = before.length;
  while (from > limit && !endsLine(before.charCodeAt(from - 1))) from--;
  return from;
}

function lineEnd(after: string): number {
  const limit = Math.min(after.length, reach);
  let to = 0;
  while (to < limit && !endsLine(after.charCodeAt(to))) to++;
  return to;
}

function read(text: string, from: number, to: number, line: Line): void {
  let start = -1;
  for (let at = from; at <= to; at++) {
    const unit = at < to ? text.charCodeAt(at) : 32;
    const inWord = unit === 39 || unit === 0x2019 || scriptOf(unit) > script.digit;
    if (inWord && start === -1) start = at;
    else if (!inWord && start !== -1) {
      readWord(text.slice(start, at), line);
      start = -1;
    }
  }
}

function readWord(word: string, line: Line): void {
  line.words++;
  if (word.length < 9 && germanWords.has(word)) line.german++;
  if (word.length < 4 && word !== "red") {
    // "try", "buy", "run": a title would capitalise them too.
    if (word.length === 3 && isLowerCase(word.charAt(0)) && usesOf(word).verb && !relators.has(word))
      line.long++;
    return;
  }
  line.long++;
  const capital = isUpperCase(word.charAt(0));
  if (capital) line.capitals++;
  if (
    word.length < 8 &&
    word !== "Orange" &&
    word !== "Purple" &&
    colours.has(capital ? word.toLowerCase() : word)
  ) {
    line.colours++;
  }
}

const germanWords: ReadonlySet<string> = new Set(
  (
    "der die das Der Die Das und ist ein eine einen einem einer Ein Eine nicht mit für auf bei zu zum zur den dem im " +
    "hat sagt sind wird auch von vom sich Bei Mit Für Auf"
  ).split(" "),
);
