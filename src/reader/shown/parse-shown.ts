import type { AnswerText } from "../markdown/answer-text.ts";
import { parseAnswer } from "../markdown/markdown.ts";
import type { NotShown } from "./kind.ts";
import { asShown, notShownIn } from "./not-shown.ts";

/** Reads the Markdown of an answer as its reader sees it; all offsets are those of the stored text. */
export function parseShown(text: string, notShown: readonly NotShown[] = notShownIn(text)): AnswerText {
  return parseAnswer(asShown(text, notShown));
}
