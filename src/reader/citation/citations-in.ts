import type { AnswerText, Span } from "../markdown/answer-text.ts";
import { visibleText } from "../markdown/markdown.ts";
import type { GivenCitation, ReadCitation, SourceType } from "../reading.ts";
import type { Sentence } from "../sentence.ts";
import { hostOf, normaliseUrl, pageKey, registrableDomain } from "./citation.ts";
import { pageBehind } from "./hidden-page.ts";
import { wordShares } from "./word-share.ts";

/** A page by its normalised address, with every place in the answer that it supports. */
interface Source {
  url: string;
  title: string | null;
  cited: boolean;
  places: Span[];
  /** Where it first appears; null if unknown. */
  at: number | null;
}

interface Sources {
  byPage: Map<string, Source>;
  text: AnswerText;
}

const longestTitle = 300;

/**
 * The citations of an answer, one per page, in the order in which they appear: those given by the engine,
 * and those found only in the text as links, footnotes or addresses. A given one without a place follows the one given
 * before it; pages that were only retrieved come last.
 */
export function citationsIn(
  text: AnswerText,
  sentences: readonly Sentence[],
  citations: readonly GivenCitation[],
  sourceTypeOf: (host: string) => SourceType,
): ReadCitation[] {
  const sources: Sources = { byPage: new Map(), text };
  const numbered = citations.map((citation) => addGiven(sources, citation));
  const fromText = addLinks(sources);
  addUrls(sources);
  const hasPlaces = citations.some(({ span }) => span !== undefined);
  addMarks(
    sources,
    (number) => fromText.get(number) ?? (hasPlaces ? null : (numbered[Number(number) - 1] ?? null)),
  );
  const ordered = inOrder([...sources.byPage.values()]);
  const shares = wordShares(
    ordered.map(({ places }) => places),
    sentences,
  );
  return ordered.map(({ url, title, cited }, index) => {
    const host = hostOf(url);
    return {
      url,
      domain: host === null ? url : registrableDomain(host),
      title,
      position: index + 1,
      sourceType: sourceTypeOf(host ?? ""),
      cited,
      wordShare: shares?.[index] ?? null,
    };
  });
}

function addSource(
  { byPage }: Sources,
  address: string,
  title: string | null,
  cited: boolean,
  place: Span | null,
): Source | null {
  const target = normaliseUrl(address);
  const behind = target === null ? null : pageBehind(target, title);
  const url = behind === null ? null : normaliseUrl(behind);
  if (url === null) return null;
  const page = pageKey(url);
  const source = byPage.get(page) ?? { url, title: null, cited: false, places: [], at: null };
  byPage.set(page, source);
  source.title ??= shownTitle(title);
  source.cited ||= cited;
  if (place) addPlace(source, place);
  return source;
}

function addPlace(source: Source, place: Span): void {
  source.places.push(place);
  source.at = source.at === null ? place.start : Math.min(source.at, place.start);
}

function addGiven(sources: Sources, { url, title, cited, span }: GivenCitation): Source | null {
  const inside = span && span.start >= 0 && span.start < span.end && span.end <= sources.text.verbatim.length;
  return addSource(sources, url, title, cited, inside ? { start: span.start, end: span.end } : null);
}

/** Adds the links of the text. Returns the sources that it defines, by id. */
function addLinks(sources: Sources): Map<string, Source> {
  const { text } = sources;
  const defined = new Map<string, Source>();
  for (const { definition, target, label } of text.links) {
    if (!definition || !target) continue;
    const title = label === target ? null : visibleText(text, label.start, label.end);
    const source = addSource(sources, addressAt(text, target), title, true, null);
    if (source) defined.set(idAt(text, definition), source);
  }
  for (const { image, definition, target, reference, label } of text.links) {
    if (image || definition) continue;
    const place = { start: label.start, end: Math.max(label.end, target?.end ?? 0, reference?.end ?? 0) };
    if (target) {
      addSource(sources, addressAt(text, target), visibleText(text, label.start, label.end), true, place);
    } else if (reference) {
      const source = defined.get(idAt(text, reference.end > reference.start ? reference : label));
      if (source) addPlace(source, place);
    }
  }
  return defined;
}

function addUrls(sources: Sources): void {
  const { text } = sources;
  for (const span of text.urls) {
    const address = addressAt(text, span);
    if (/^https?:/i.test(address)) addSource(sources, address, null, true, span);
    else if (!address.includes("@") && !/^[a-z][a-z+.-]*:/i.test(address))
      addSource(sources, `https://${address}`, null, true, span);
  }
}

// "[2]", "[^2]" and "【2】" cite a numbered source.
function addMarks({ text: { verbatim } }: Sources, sourceOf: (number: string) => Source | null): void {
  for (const mark of verbatim.matchAll(/[[【]\^?(\d{1,3})[\]】](?![(:])/g)) {
    const source = sourceOf(mark[1]!);
    if (source) addPlace(source, { start: mark.index, end: mark.index + mark[0].length });
  }
}

function inOrder(sources: readonly Source[]): Source[] {
  let last = -1;
  const placed = sources.map((source) => {
    last = source.at ?? last;
    return { source, at: source.cited ? last : Number.POSITIVE_INFINITY };
  });
  // The sort is stable, so sources with the same place keep their given order.
  return placed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ source }) => source);
}

function addressAt({ verbatim }: AnswerText, { start, end }: Span): string {
  return verbatim.slice(start, end).replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

function idAt({ verbatim }: AnswerText, { start, end }: Span): string {
  return verbatim.slice(start, end).replace(/^\^/, "").replace(/\s+/g, " ").trim().toLowerCase();
}

// A label that is only the address or a number is not a title.
function shownTitle(title: string | null): string | null {
  const label = title?.replace(/\s+/g, " ").trim().slice(0, longestTitle) ?? "";
  if (!/\p{L}/u.test(label)) return null;
  return /^(https?:\/\/|www\.)\S*$/i.test(label) ? null : label;
}
