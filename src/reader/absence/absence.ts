import { foldedKey } from "../text/fold.ts";
import { contrast, denials, type Phrases } from "./absence-phrase.ts";
import { type Cues, noCues } from "./cues.ts";

/** Why a sentence contains a name without talking about it: the assistant found nothing, or it repeats the question. */
export type Absence = "absence" | "echo";

/** The visible text of the block before and after a name; `surface` is the name as written. */
export interface NameInBlock {
  before: string;
  surface: string;
  after: string;
}

// Stands for the name in a sentence. It folds to nothing and does not occur in real answers.
const NAME = "\u0001";

/** The prompt in the form that `absenceOf` compares. */
export function promptKey(prompt: string): string {
  return foldedKey(prompt.slice(0, 1000).replace(/[?？!:,]/g, " "));
}

/**
 * Whether a sentence only reports absence or echoes the question; null if it talks about the name. `prompt` is the key
 * of the prompt, or empty if the prompt does not contain the name. `cues` are those of the block.
 */
export function absenceOf(
  { before, surface, after }: NameInBlock,
  prompt: string,
  cues: Cues,
): Absence | null {
  if (cues === noCues && prompt === "") return null;
  const { question: questionPhrases } = cues;
  const denied = cues.absence.filter(({ denial }) => denial.test(before) || denial.test(after));
  if (denied.length === 0 && questionPhrases.length === 0 && prompt === "") return null;
  const head = sentenceStart(before);
  const tail = sentenceEnd(after);
  if (prompt !== "" && repeats(`${head}${surface}${tail}`, prompt)) return "echo";
  const sentence = bare(`${head}${NAME}${tail}`);
  const reports = (text: string) => denied.some(({ absence }) => absence.test(text));
  if (!/['’]s$/.test(surface) && reports(sentence) && reports(clauseOf(sentence))) return "absence";
  return isEcho(sentence, after.slice(tail.length), questionPhrases) ? "echo" : null;
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/["“”«»„「」『』]/g, "");
}

function isEcho(sentence: string, next: string, questionPhrases: readonly Phrases[]): boolean {
  if (!questionPhrases.some(({ question }) => question.test(sentence))) return false;
  const rest = sentence.slice(sentence.indexOf(NAME) + 1);
  const main = /[,;:—–]\s*(.+)$/.exec(rest)?.[1] ?? "";
  if (main.replace(/[^\p{L}]/gu, "").length > 8 && !denials.test(main)) return false;
  const following = bare(next).replace(/^[\s.!?。！？»]+/u, "");
  return following === "" || denials.test(following.slice(0, 160));
}

// The question repeated, exactly or nearly: at least three words, all of them in the prompt and in its order.
function repeats(sentence: string, prompt: string): boolean {
  if (sentence.split(/\s+/).length < 3 && !/[\u3040-\u9fff\uac00-\ud7af]/.test(sentence)) return false;
  const key = foldedKey(sentence.replace(/[?？!:,]/g, " "));
  return key.length > 5 && prompt.includes(key);
}

// A full stop ends a sentence only if white space follows: the one in "Acme.com" does not.
function isStop(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 46) return at + 1 >= text.length || text.charCodeAt(at + 1) <= 32;
  return (
    unit === 33 ||
    unit === 63 ||
    unit === 10 ||
    unit === 0x3002 ||
    unit === 0xff01 ||
    unit === 0xff1f ||
    unit === 0x61f
  );
}

function sentenceStart(before: string): string {
  let from = before.length;
  while (from > 0 && !isStop(before, from - 1)) from--;
  return before.slice(from).trimStart();
}

function sentenceEnd(after: string): string {
  let to = 0;
  while (to < after.length && !isStop(after, to)) to++;
  return after.slice(0, to + 1);
}

/** The clause that contains the name, cut where a contrast begins: "nothing on A, but B is great". */
function clauseOf(sentence: string): string {
  return sentence.split(contrast).find((part) => part.includes(NAME)) ?? sentence;
}
