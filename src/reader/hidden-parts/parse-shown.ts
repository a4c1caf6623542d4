import type { AnswerText } from "../markdown/answer-text.ts";
import { parseAnswer } from "../markdown/markdown.ts";
import { asShown, notShownIn } from "./not-shown.ts";
import type { NotShown } from "./not-shown-kind.ts";

/** Reads the Markdown of an answer as its reader sees it; all offsets are those of the stored text. */
export function parseShown(text: string, notShown: readonly NotShown[] = notShownIn(text)): AnswerText {
  return parseAnswer(asShown(text, notShown));
}
