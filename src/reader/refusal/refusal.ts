import type { AnswerText, Span } from "../markdown/answer-text.ts";
import { visibleText } from "../markdown/markdown.ts";
import type { Sentence } from "../sentence.ts";
import { normalForm } from "../text/normal-form.ts";
import { wordCount } from "../text/word-count.ts";
import { courtesy, declines, limits, pivots } from "./refusal-phrases.ts";

/** Refusals are short; a longer text that declines something also says something else. */
const longestRefusal = 1500;
/** With this many words besides declining and courtesy, the answer still says nothing. */
const idleWordsMax = 40;

/**
 * Whether the assistant declined to answer, or said nothing, in any of eighteen languages: the answer as a whole, not a
 * single caveat. `nameSpans` are the spans that name tracked brands.
 */
export function isRefusal(
  text: AnswerText,
  sentences: readonly Sentence[],
  nameSpans: readonly Span[],
): boolean {
  if (!sentences.some(({ words }) => words > 0)) return isEmpty(text);
  const first = sentences[0]!;
  const last = sentences.at(-1)!;
  if (last.end - first.start > longestRefusal * 2) return false;
  return declinesAsAWhole(text, sentences, nameSpans);
}

/** Whether nothing of the answer is seen: no letter, figure or sign, no picture, code or address. */
export function isBlank(text: AnswerText, sentences: readonly Sentence[]): boolean {
  if (sentences.some(({ words }) => words > 0) || !isEmpty(text)) return false;
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(visibleText(text, 0, text.verbatim.length));
}

function isEmpty(text: AnswerText): boolean {
  return (
    text.codes.length === 0 &&
    text.urls.length === 0 &&
    !text.links.some(({ image, target }) => image && target)
  );
}

function declinesAsAWhole(
  text: AnswerText,
  sentences: readonly Sentence[],
  nameSpans: readonly Span[],
): boolean {
  let length = 0;
  let opened = 0;
  let declined: "no" | "softly" | "plainly" = "no";
  let idle = 0;
  let tells = false;
  for (const { start, end } of sentences) {
    const isEarly = opened < 2;
    if (!isEarly && declined === "no") return false;
    const sentence = normalised(visibleText(text, start, end));
    length += sentence.length;
    if (length > longestRefusal) return false;
    const isNamed = nameSpans.some((name) => name.start >= start && name.start < end);
    const phrase = phraseIn(sentence, isNamed);
    if (phrase && (isEarly || declined !== "no")) {
      declined = declines.test(phrase[0]) ? "plainly" : declined === "no" ? "softly" : declined;
      const rest = sentence.slice(phrase.index + phrase[0].length);
      const turn = pivots.exec(rest);
      const after = turn ? rest.slice(turn.index + turn[0].length) : "";
      if (!declines.test(after) && !courtesy.test(after)) {
        idle += wordCount(after);
        // "I don't know today's prices, but Acme is the cheapest."
        const turned = start + sentence.length - after.length;
        tells ||= turn !== null && nameSpans.some((name) => name.start >= turned && name.start < end);
      }
    } else if (!courtesy.test(sentence)) {
      idle += wordCount(sentence);
      tells ||= isNamed && !isEcho(sentence);
      tells ||= declined === "softly" && namesSomething(visibleText(text, start, end));
    }
    if (wordCount(sentence) > 2 || phrase) opened++;
  }
  if (declined === "no" || tells) return false;
  return idle <= (declined === "plainly" ? idleWordsMax : idleWordsMax / 3);
}

function phraseIn(sentence: string, isNamed: boolean): RegExpExecArray | null {
  const declining = declines.exec(sentence);
  // "I can't recommend Acme" judges Acme; "I can't recommend a vendor" declines.
  const judges = isNamed && declining && recommending.test(declining[0]);
  return (judges ? null : declining) ?? limits.exec(sentence);
}

const recommending =
  /(?:recommend|endorse|suggest|empfehlen|recommander|conseiller|recomendar|raccomand|consigli|aanbevelen|rekommendera|suosit|polec|öner|рекоменд|推荐|推薦|お勧め|おすすめ)$/u;

function isEcho(sentence: string): boolean {
  return /^(?:you (?:asked|want|mention)|your (?:question|request)|regarding|about )/.test(sentence);
}

// A capital within a sentence in Latin script is usually a name.
function namesSomething(visible: string): boolean {
  return /[\p{Ll},] (?!I\b|AI\b)\p{Lu}\p{Ll}/u.test(visible) && !isEcho(normalised(visible));
}

function normalised(visible: string): string {
  return normalForm(visible, "NFKC").toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ").trim();
}
