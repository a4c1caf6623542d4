import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import type { NotShown } from "./not-shown-kind.ts";
import { isTalk } from "./talk.ts";

const endOfTurn =
  /<\|(?:im_end|eot_id|eom_id|endoftext|end_of_turn|end_of_text|(?<begins>user|observation))\|>|(?<opens><\|(?:im_start|start_header_id)\|>\s*(?:user|system)\b|<start_of_turn>\s*user\b)|<end_of_turn>|<[|｜]end[▁_]of[▁_]sentence[|｜]>|<\/s>|\[e~\[/gi;
const header =
  /^\s*(?:<[|｜]?(?:im_start|start_header_id|start_of_turn|user|s>)|\[INST\]|\]~b\]|(?:Human|User|Assistant):)/i;
const otherFirst =
  /^\s*(?:<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>|<\|(?=user|system))\s*(?:user|system|think|thought|reason)/i;

/** What the model was told, before its answer. */
const instructions = /^\s*<\|system\|>[\s\S]*?<\|assistant\|>/;

/** A dialogue that a model goes on with by itself: a question of "Human", and its own next answer. */
const nextTurn = /\n[ \t]*\n(?:Human|#{2,3} ?(?:Human|User|Instruction)):/g;
const nextAnswer = /\n[ \t]*\n(?:#{2,3} ?)?(?:Assistant|AI|Response):/g;

/** What a model wrote after the end of its turn: other turns, to the end. A dialogue that begins with another's turn stays. */
export function turnsIn(text: string, code: readonly Span[]): NotShown[] {
  const instructionsEnd = instructions.exec(text)?.[0].length;
  if (instructionsEnd !== undefined) return [{ start: 0, end: instructionsEnd, kind: "markup" }];
  if (otherFirst.test(text)) return [];
  for (const match of text.matchAll(endOfTurn)) {
    const start = match.index;
    const end = start + match[0].length;
    const rest = text.slice(end);
    const { begins, opens } = match.groups ?? {};
    const ends = begins !== undefined || opens !== undefined || rest.trim() === "" || header.test(rest);
    if (!ends || isWithin(code, start) || isTalk(text, { start, end })) continue;
    if (/[\p{L}\p{N}]/u.test(text.slice(0, start))) return [{ start, end: text.length, kind: "markup" }];
  }
  return header.test(text) ? [] : dialogueIn(text, code);
}

function dialogueIn(text: string, code: readonly Span[]): NotShown[] {
  nextTurn.lastIndex = 0;
  const start = nextTurn.exec(text)?.index;
  if (start === undefined || isWithin(code, start)) return [];
  nextAnswer.lastIndex = start;
  const goesOn = nextAnswer.test(text) && /[\p{L}\p{N}]/u.test(text.slice(0, start));
  return goesOn ? [{ start, end: text.length, kind: "markup" }] : [];
}
