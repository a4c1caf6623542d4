import type { FoundCitation } from "../answer.ts";
import { isObject, type JsonObject, objectIn, objectsIn } from "./json.ts";
import { codePointSpans } from "./offsets.ts";
import { supportedSpan } from "./support.ts";

/** Most marks looked at; fewer are kept. */
const marksMax = 500;

/** A source that a search gave the model, with the number that marks refer to. */
export interface Source {
  number: number;
  url: unknown;
  title: unknown;
}

/** Sources from a list of objects, numbered by `id` or else by position from 1. */
export function numberedSources(list: unknown): Source[] {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return items.map((item, index) => {
    const source: JsonObject = isObject(item) ? item : { url: item };
    const number = Number.isSafeInteger(source.id) ? (source.id as number) : index + 1;
    return { number, url: source.url, title: source.title };
  });
}

/** Perplexity marks sources as `[2]`: marked ones are cited, once per mark; the others were only retrieved. */
export function citationsByMarks(text: string, sources: readonly Source[]): FoundCitation[] {
  if (sources.length === 0) return [];
  const byNumber = new Map<number, Source>();
  for (const source of sources) if (!byNumber.has(source.number)) byNumber.set(source.number, source);
  const marks = text.matchAll(/\[(\d{1,3})\](?!\()/g).take(marksMax);
  const cited = [...marks].flatMap((mark): FoundCitation[] => {
    const source = byNumber.get(Number(mark[1]));
    if (!source) return [];
    const at = { start: mark.index, end: mark.index + mark[0].length };
    return [{ url: source.url, title: source.title, cited: true, span: supportedSpan(text, at) }];
  });
  return [...cited, ...sources.map(({ url, title }) => ({ url, title, cited: false }))];
}

/** OpenAI's `url_citation` annotations on `text`, flat (Responses) or nested (Chat Completions): all are cited. */
export function citationsByAnnotations(text: string, annotations: unknown): FoundCitation[] {
  const spanOf = codePointSpans(text);
  return objectsIn(annotations)
    .filter((annotation) => annotation.type === "url_citation")
    .slice(0, marksMax)
    .map((annotation): FoundCitation => {
      const { url, title, start_index, end_index } = { ...annotation, ...objectIn(annotation.url_citation) };
      const at = spanOf(start_index, end_index, url);
      return { url, title, cited: true, span: at ? supportedSpan(text, at) : undefined };
    });
}
