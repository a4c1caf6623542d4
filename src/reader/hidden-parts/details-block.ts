import type { Span } from "../markdown/answer-text.ts";

const heading =
  "(?:reasoning|thinking|thoughts?|chain of thought|internal (?:reasoning|monologue)|thinking process|thought process|reasoning process|思考(?:过程|過程)?|推理过程|gedanken|überlegungen|raisonnement|réflexion|razonamiento)";
const title = new RegExp(
  `^[\\s*_#~\`\\p{Extended_Pictographic}\\ufe0f]*(?:show |view |model |my |the )?${heading}(?: (?:process|trace|steps?|summary))?(?: (?:for|took) [^\\n]{1,40})?[\\s.:…*_~\`]*$`,
  "iu",
);

/** "Thought for 12 seconds", "💭 Reasoning": the title of a fold of thoughts. */
export function isFoldTitle(line: string): boolean {
  return line.length <= 100 && title.test(line.replaceAll(/<[^<>]*>/g, ""));
}

/** The summary that follows an opening `<details>`. */
export function summaryAfter(text: string, offset: number): string {
  return (
    /^\s{0,20}<summary[^<>]{0,200}>\s*([^\n]{0,200}?)\s*<\/summary>/i.exec(
      text.slice(offset, offset + 500),
    )?.[1] ?? ""
  );
}

/**
 * A fold of thoughts that an answer begins with: a quotation with such a title, or what a command line puts around a
 * thought. Null if it begins otherwise.
 */
export function leadingFold(text: string): Span | null {
  const start = text.search(/\S/);
  if (start === -1) return null;
  const line = /^[^\n]*/.exec(text.slice(start, start + 200))?.[0].trimEnd() ?? "";
  if (/^Thinking\.\.\.$/.test(line)) {
    const done = /^\.\.\.done thinking\.?[^\S\n]*$/m.exec(text);
    return done ? { start, end: done.index + done[0].length } : { start, end: text.length };
  }
  const quoted = /^>\s*(?:\[![A-Z]+\][+-]?\s*)?(?<title>.*)$/.exec(line)?.groups?.title;
  if (quoted === undefined || !isFoldTitle(quoted)) return null;
  const end = /\n(?![ \t]*>)/.exec(text.slice(start));
  return { start, end: end ? start + end.index : text.length };
}
