import type { Span } from "../markdown/answer-text.ts";
import { bareCalls } from "./bare-call.ts";
import { codeIn, packagingOf } from "./code.ts";
import { isFoldTitle, leadingFold, summaryAfter } from "./details-block.ts";
import { channelsIn } from "./harmony.ts";
import { jsonEnds } from "./json-end.ts";
import { labelledIn } from "./labels.ts";
import { type Mark, marksIn, onlyInPairs, saysThought } from "./mark.ts";
import type { NotShown } from "./not-shown-kind.ts";
import { escapeStart, withPlainMarks } from "./plain-marks.ts";
import { beginsAnew, isQuoted, isTalk } from "./talk.ts";
import { turnsIn } from "./turn.ts";
import { typedPartsIn } from "./typed-parts.ts";
import { wordedCalls } from "./worded-call.ts";

/**
 * Thoughts and calls of tools, in the order of their offsets. A thought that never closes reaches to the mark of an answer or to the end; a closing
 * mark without an opening one makes a thought of all that comes before it, as the opening one was in the prompt. Marks in
 * code, in quotation marks, or that a sentence is about, are text.
 */
export function thoughtsIn(input: string): NotShown[] {
  const parts = typedPartsIn(input);
  if (parts) return parts;
  const code = codeIn(input, packagingOf(input));
  const text = withPlainMarks(input);
  const readers = [channelsIn, turnsIn, bareCalls, wordedCalls, labelledIn, betweenMarks];
  const spans = readers.flatMap((read) => read(text, code));
  const fold = leadingFold(text);
  if (fold) spans.push({ ...fold, kind: "thought" });
  for (const { start, end, info } of code) {
    if (/^tool_(?:code|outputs?|calls?)$/.test(info)) spans.push({ start, end, kind: "tool_call" });
    if (/^(?:think|thinking|thoughts?|reasoning)$/.test(info)) spans.push({ start, end, kind: "thought" });
  }
  return text === input
    ? spans
    : spans.map((span) => ({ ...span, start: escapeStart(input, text, span.start) }));
}

function betweenMarks(text: string, code: readonly Span[]): NotShown[] {
  const marks = marksIn(text);
  const closers = closersOf(text, marks);
  const jsonEnd = jsonEnds(text);
  const spans: NotShown[] = [];
  /** Until where everything is read, and until where the last thought reached. */
  let read = 0;
  let thoughtEnd = 0;
  /** Openings within thoughts that their closing mark did not close. */
  let pending = 0;
  /** The last opening mark that looked as if its sentence was about it. */
  let doubted: Mark | null = null;
  let block = 0;
  for (const [at, mark] of marks.entries()) {
    if (mark.start < read) {
      if (mark.role === "open" && mark.kind === "thought" && !followsOpening(text, marks, at)) pending++;
      continue;
    }
    while (block < code.length && (code[block] as Span).end <= mark.start) block++;
    const within = block < code.length && (code[block] as Span).start <= mark.start;
    if (mark.role === "only") {
      if (!within) spans.push({ start: mark.start, end: mark.end, kind: "markup" });
    } else if (mark.role === "close") {
      if (onlyInPairs(mark.family) || mark.kind === "tool_call" || within || isTalk(text, mark)) continue;
      if (doubted !== null && !hasWords(text.slice(doubted.end, mark.start))) continue;
      const stray =
        pending === 0 &&
        text.slice(mark.end).trim() === "" &&
        (thoughtEnd > 0 || (doubted === null && isAnswerBefore(text, mark)));
      if (stray) spans.push({ start: mark.start, end: mark.end, kind: "markup" });
      else {
        spans.push({ start: doubted?.start ?? thoughtEnd, end: mark.end, kind: "thought" });
        pending = Math.max(0, pending - 1);
      }
      read = mark.end;
      thoughtEnd = mark.end;
      doubted = null;
    } else if (!within) {
      const end = endOf(text, mark, at, closers, jsonEnd);
      if (end === null) {
        if (mark.kind === "thought" && !onlyInPairs(mark.family)) doubted = mark;
        continue;
      }
      read = end;
      if (isField(text, mark, end)) continue;
      spans.push({ start: mark.start, end, kind: mark.kind });
      if (mark.kind === "thought") thoughtEnd = end;
      pending = 0;
    }
  }
  return spans;
}

const talksToItself =
  /^\s*(?:okay|ok|alright|hmm+|wait|so,|let me|let's|first,? (?:i|let)|we (?:need|have)|i (?:need|should|have) to|the user|user |好的|嗯|用户|首先)|\b(?:the user|let me|hmm|wait,)\b/i;

/** Whether a closing mark at the very end stands behind an answer, glued to it, rather than behind a thought alone. */
function isAnswerBefore(text: string, { start }: Span): boolean {
  return (
    /\S[^\S\n]*$/.test(text.slice(Math.max(0, start - 20), start)) &&
    !talksToItself.test(text.slice(0, 1_000))
  );
}

const element = String.raw`</?(?!(?:p|div|span|b|br|hr|body|html|answer|response|output|final\w*|message|assistant|details|summary)\b|\w*(?:think|thought|reason|reflect|tool|function|invoke|call|search|result|parameter))[a-z][\w-]{0,40}>`;
const elementBefore = new RegExp(`${element}\\s{0,20}$`, "i");
const elementAfter = new RegExp(`^\\s{0,20}${element}`, "i");

/** Whether a thought is a field of a record, between others: "<item><name>…</name><reasoning>…</reasoning></item>". */
function isField(text: string, mark: Mark, end: number): boolean {
  if (mark.kind !== "thought" || mark.family === "details") return false;
  const before = text.slice(Math.max(0, mark.start - 80), mark.start);
  return elementBefore.test(before) && elementAfter.test(text.slice(end, end + 80));
}

/** "<think> and </think>" has nothing between its marks that could be a thought. */
function hasWords(between: string): boolean {
  return /\S\s+\S+\s+\S/.test(between.slice(0, 500));
}

/** Whether an opening mark only repeats the one before it, as where a template and its model both write it. */
function followsOpening(text: string, marks: readonly Mark[], at: number): boolean {
  const before = marks[at - 1];
  const mark = marks[at] as Mark;
  return (
    before?.role === "open" && text.slice(before.end, Math.min(mark.start, before.end + 20)).trim() === ""
  );
}

/** Where that which an opening mark begins ends; null if it begins nothing. */
function endOf(
  text: string,
  mark: Mark,
  at: number,
  closers: Closers,
  jsonEnd: (start: number) => number | null,
): number | null {
  if (mark.family === "details") return endOfFold(text, mark, at, closers);
  if (mark.leads) return endOfLeading(text, mark, closers.after(at, mark));
  if (isTalk(text, mark)) return null;
  const close = closers.after(at, mark);
  if (close !== null) return close.end;
  // In the middle of a sentence, a mark without an end is rather a word.
  if (mark.kind === "thought") return beginsAnew(text, mark.start) ? endOfOpen(text, mark.end) : null;
  if (mark.family === "TOOL_CALLS" || mark.family === "python") {
    const argsLength = argsMark.exec(text.slice(mark.end, mark.end + 200))?.[0].length ?? 0;
    const from = text.slice(mark.end + argsLength, mark.end + argsLength + 200).search(/[[{]/);
    const json = from === -1 ? null : jsonEnd(mark.end + argsLength + from);
    return json ?? mark.end + lineLength(text, mark.end);
  }
  const next = text.slice(mark.end, mark.end + 120);
  if (!looksLikeCall.test(next)) return null;
  const json = /^\s*(?=[[{])/.exec(next);
  return (json && jsonEnd(mark.end + json[0].length)) ?? text.length;
}

/** "search[ARGS]" and "search[CALL_ID]a1b2[ARGS]" stand before the JSON of a call. */
const argsMark = /^\s*[\w.-]{0,80}(?:\[CALL_ID\][\w-]{0,40})?\[ARGS\]/;
/** JSON, another mark or the name of a tool; or nothing more. */
const looksLikeCall = /^\s*(?:[[{<]|$|\w[\w.:-]*\s*(?:[[{<(]|$))/;
const answerOpens =
  /<(?:final|answer|response|final_answer|final_response)>|<[|｜](?:begin_of_(?:solution|answer|response)|START_(?:RESPONSE|TEXT))[|｜]>/i;

/** Where a thought ends that nothing closes: where its answer opens, otherwise with the text. */
function endOfOpen(text: string, from: number): number {
  const answer = answerOpens.exec(text.slice(from));
  return answer ? from + answer.index + answer[0].length : text.length;
}

function lineLength(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return (newline === -1 ? text.length : newline) - from;
}

function endOfFold(text: string, mark: Mark, at: number, closers: Closers): number | null {
  const opening = text.slice(mark.start, mark.end);
  if (!saysThought(opening) && !isFoldTitle(summaryAfter(text, mark.end))) return null;
  return closers.after(at, mark)?.end ?? text.length;
}

/** Only before an answer, and not as one of several parts of a record. */
function endOfLeading(text: string, { start }: Mark, close: Mark | null): number | null {
  if (close === null || text.slice(0, start).trim() !== "") return null;
  return elementAfter.test(text.slice(close.end, close.end + 80)) || text.slice(close.end).trim() === ""
    ? null
    : close.end;
}

interface Closers {
  /** The mark that closes the opening one at an index; null if none does. */
  after(at: number, mark: Mark): Mark | null;
}

/**
 * Finds closing marks, best first: of the same family, of another family of thoughts ("<think>…</thinking>"), and last
 * one that looks as if the thought talks about it.
 */
function closersOf(text: string, marks: readonly Mark[]): Closers {
  const sureClosers = new Map<string, number[]>();
  const doubtful = new Map<string, number[]>();
  marks.forEach((mark, at) => {
    // "<thought/>" where "</thought>" is meant.
    const closes = mark.role === "close" || (mark.role === "only" && mark.family !== "answer");
    if (!closes || isQuoted(text, mark)) return;
    const lists = mark.role === "only" || isTalk(text, mark) ? doubtful : sureClosers;
    for (const key of [
      mark.family,
      ...(mark.kind === "thought" && !onlyInPairs(mark.family) ? ["any"] : []),
    ]) {
      const list = lists.get(key) ?? [];
      lists.set(key, list);
      list.push(at);
    }
  });
  const next = (list: readonly number[] | undefined, at: number): Mark | null => {
    let low = 0;
    let high = list?.length ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list as number[])[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    const index = list?.[low];
    return index === undefined ? null : (marks[index] as Mark);
  };
  return {
    after: (at, mark) => {
      const any = mark.kind === "thought" && !onlyInPairs(mark.family) ? "any" : mark.family;
      return (
        next(sureClosers.get(mark.family), at) ??
        next(sureClosers.get(any), at) ??
        next(doubtful.get(mark.family), at) ??
        next(doubtful.get(any), at)
      );
    },
  };
}
