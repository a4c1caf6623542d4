import { once } from "../once.ts";
import { script, scriptOf } from "../script.ts";

const segmenter = once(() => new Intl.Segmenter("zh", { granularity: "word" }));

/** Whether Chinese characters are one "word" of ICU's dictionary or "made" of several; null for any other text. */
export function dictionaryWordOf(text: string): "word" | "made" | null {
  if (text.length < 2) return null;
  for (let at = 0; at < text.length; at++) if (scriptOf(text.charCodeAt(at)) !== script.han) return null;
  return [...segmenter().segment(text)].length === 1 ? "word" : "made";
}
