import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import type { NotShown } from "./not-shown-kind.ts";

const emphasis = String.raw`(?:\*\*|__)?`;
const granite = /^\s*Here(?:['’]s| is) my thought process:/i;
const graniteAnswer = /Here(?:['’]s| is) my response:[^\S\n]*/i;
const firstThought = new RegExp(String.raw`^\s*(?:Question:[^\n]*\n\s*)?${emphasis}Thought(?: \d+)?:`);
const finalAnswer = new RegExp(
  String.raw`^[^\S\n]*${emphasis}Final Answer:${emphasis}[^\S\n]*|^[^\S\n]*Action(?: \d+)?:[^\S\n]*Finish\[`,
  "m",
);
/** LlamaIndex' agents end with this one. */
const plainAnswer = new RegExp(String.raw`^[^\S\n]*${emphasis}Answer:${emphasis}[^\S\n]*`, "m");
const action =
  /^[^\S\n]*(?:\*\*)?Action(?: \d+)?:(?:\*\*)?[^\n]*(?:\n\s*(?:\*\*)?Action Input(?: \d+)?:|\[[^\n]*\][^\S\n]*$|\s*```)/m;
const nextTurn = /^(?:Observation|Question|New input):/m;
const capitals = /^\s*\**THOUGHT:/;

/**
 * Thoughts that only words set apart: Granite's two sentences, the steps of an agent (ReAct), and Gemini's "THOUGHT:". An
 * answer with such a heading alone is prose.
 */
export function labelledIn(text: string, code: readonly Span[]): NotShown[] {
  if (granite.test(text)) return upTo(text, graniteAnswer, code);
  if (firstThought.test(text)) return stepsIn(text, code);
  if (capitals.test(text)) {
    const end = /\n[^\S\n]*\n(?=[\s\S]*\S)/.exec(text.trimStart());
    const lead = text.length - text.trimStart().length;
    return end ? [{ start: 0, end: lead + end.index + end[0].length, kind: "thought" }] : [];
  }
  return callAtEnd(text, code);
}

function stepsIn(text: string, code: readonly Span[]): NotShown[] {
  const spans = upTo(text, finalAnswer, code);
  const acts = action.test(text);
  if (spans.length === 0 && (acts || /can answer without/i.test(text)))
    spans.push(...upTo(text, plainAnswer, code));
  if (spans.length === 0) return acts ? [{ start: 0, end: text.length, kind: "tool_call" }] : [];
  const answer = spans[0]!.end;
  const next = nextTurn.exec(text.slice(answer));
  if (next && next.index > 0) spans.push({ start: answer + next.index, end: text.length, kind: "markup" });
  return spans;
}

function upTo(text: string, label: RegExp, code: readonly Span[]): NotShown[] {
  const match = label.exec(text);
  if (!match || isWithin(code, match.index)) return [];
  return [{ start: 0, end: match.index + match[0].length, kind: "thought" }];
}

/** A call that an agent's model wrote and nobody ran, with nothing behind it but what it made up of the result. */
function callAtEnd(text: string, code: readonly Span[]): NotShown[] {
  const match = /^Action:[^\n]*\n\s*Action Input:/m.exec(text);
  if (!match || isWithin(code, match.index) || /:\s*$/.test(text.slice(0, match.index))) return [];
  const rest = text.slice(match.index);
  const answer = finalAnswer.exec(rest);
  const end = answer ? match.index + answer.index + answer[0].length : text.length;
  return !answer && /\n\s*\n(?!\s*(?:Observation|Thought|Action))/.test(rest.trimEnd())
    ? []
    : [{ start: match.index, end, kind: "tool_call" }];
}
