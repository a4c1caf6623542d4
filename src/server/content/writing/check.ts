import { normalForm } from "../../../reader/text/normal-form.ts";
import { wordCount } from "../../../reader/text/word-count.ts";
import { type AnsweredDraft, answeredDraft } from "./answer.ts";
import { codePoints, cutText, withoutHidden } from "./clean.ts";
import { type DraftContent, type DraftSource, type DraftTerms, draftBounds } from "./draft.ts";
import { figuresWithoutSource } from "./figures.ts";
import { holdsOnly, rewritten } from "./markdown/markdown.ts";
import type { DraftMaterial } from "./material.ts";
import { slugOf } from "./slug.ts";
import { type Citing, citations, sourceList, withoutSourceList } from "./sources.ts";
import { asMarkdown, asWords, plainLine, plainText } from "./writing.ts";

/** A draft that may be kept, or what is wrong with it, in our own words. */
export type ReadDraft = { content: DraftContent; faults: [] } | { content: null; faults: string[] };

/** More than any valid draft has; longer text is not parsed. */
const charactersMax = 60_000;

/**
 * Checks an engine's answer, whatever it contains. The result has no HTML, no images and no links except to the
 * material's pages; source marks become links to them. A fault is something a second attempt can fix. Never throws;
 * linear.
 *
 * Every figure above twelve, percentage and amount must occur in the material or the request, and if there are
 * passages, the text must cite at least one.
 */
export function readDraft(terms: DraftTerms, material: DraftMaterial, answer: string): ReadDraft {
  const draft = answeredDraft(answer);
  if (!draft) return { content: null, faults: ["It was not the JSON object that was asked for."] };
  const citing = citations(terms, material);
  const { content, faults } = readers[terms.kind](terms, material, draft, citing);
  if (material.passages.length > 0 && citing.cited().length === 0)
    faults.push("It marked no source, so nothing in it can be traced.");
  return faults.length > 0 ? { content: null, faults } : { content, faults: [] };
}

interface Read {
  content: DraftContent;
  faults: string[];
}

type Reader = (terms: DraftTerms, material: DraftMaterial, draft: AnsweredDraft, citing: Citing) => Read;

const readers: Record<DraftTerms["kind"], Reader> = {
  article: articleOf,
  update_brief: articleOf,
  post: postOf,
  thread: threadOf,
};

function articleOf(terms: DraftTerms, material: DraftMaterial, draft: AnsweredDraft, citing: Citing): Read {
  const body = withoutHidden((draft.body ?? "").slice(0, charactersMax + 1));
  const text = body.length > charactersMax ? "" : body;
  const { title, rest } = titleAndRest(draft.title, withoutSourceList(text, terms.language));
  const markdown = rewritten(rest, asMarkdown(citing));
  const plain = rewritten(rest, asWords);
  const metaDescription = metaOf(draft.metaDescription, plain);
  const isBrief = terms.kind === "update_brief";
  const faults = [
    ...lengthFaults(plain, body.length > charactersMax, isBrief ? draftBounds.brief : draftBounds.blog),
    ...(title === null ? ["It had no title."] : []),
    ...(metaDescription === null ? ["Its meta description was too short."] : []),
    ...figureFaults([title ?? "", metaDescription ?? "", plain].join("\n"), terms, material),
    ...(isBrief ? headingFaults(plain, material) : []),
    ...(holdsOnly(markdown, (href) => citing.address(href) !== null)
      ? []
      : ["Its Markdown could not be read."]),
  ];
  const list = sourceList(citing.cited(), terms.language);
  return {
    faults,
    content: {
      title,
      bodyMarkdown: list === null ? markdown : `${markdown}\n\n${list}`,
      posts: null,
      metaDescription,
      slug: isBrief ? null : slugOf(title ?? "", terms.topic),
      sources: citing.cited(),
    },
  };
}

/** The title, or else the text's first heading; and the text, without that heading if it is the title. */
function titleAndRest(title: string | null, body: string): { title: string | null; rest: string } {
  const heading = /^\s*#[ \t]+([^\n]*)(?:\n|$)/.exec(body);
  const cleanTitle = plainLine(title ?? "") || plainLine(heading?.[1] ?? "");
  const isDouble = heading && (title === null || squeezed(heading[1]!) === squeezed(cleanTitle));
  return {
    title: cleanTitle === "" ? null : cutText(cleanTitle, draftBounds.title.charactersMax),
    rest: isDouble ? body.slice(heading[0].length) : body,
  };
}

/** The description given, or else the beginning of the text; null if that is too short as well. */
function metaOf(description: string | null, plain: string): string | null {
  const { charactersMin, charactersMax } = draftBounds.meta;
  const descriptions = [plainLine(description ?? ""), plainLine(plain.slice(0, 1_000))];
  const fitting = descriptions.find((text) => codePoints(text) >= charactersMin);
  return fitting === undefined ? null : cutText(fitting, charactersMax);
}

function lengthFaults(
  plain: string,
  isHuge: boolean,
  { wordsMin, wordsMax }: { wordsMin: number; wordsMax: number },
): string[] {
  const words = wordCount(plain);
  if (isHuge || words > wordsMax) return [`It was longer than ${wordsMax} words.`];
  return words < wordsMin ? [`It was shorter than ${wordsMin} words.`] : [];
}

function figureFaults(text: string, terms: DraftTerms, { passages, facts, about }: DraftMaterial): string[] {
  const { topic, brand, rivals, target } = terms;
  const missing = figuresWithoutSource(text, [
    ...passages.flatMap(({ url, title, headings, text }) => [url, title ?? "", ...headings, text]),
    ...facts,
    ...[about, topic, brand, target?.url, target?.title].map((text) => text ?? ""),
    ...rivals,
  ]);
  return missing.length > 0 ? ["It held numbers that stand nowhere in the data."] : [];
}

/** A brief must say where on the page something is to change. */
function headingFaults(plain: string, { passages }: DraftMaterial): string[] {
  const headings = passages.flatMap(({ headings }) => headings.map(squeezed)).filter(Boolean);
  const text = squeezed(plain);
  return headings.length === 0 || headings.some((heading) => text.includes(heading.slice(0, 60)))
    ? []
    : ["It named none of the page's headings as they stand."];
}

const squeezed = (text: string): string =>
  normalForm(text, "NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

function postOf(terms: DraftTerms, material: DraftMaterial, draft: AnsweredDraft, citing: Citing): Read {
  const { charactersMax, wordsMin } = draftBounds.linkedin;
  const text = plainPost(draft.body ?? "", citing);
  const faults = [
    ...(codePoints(text) > charactersMax ? [`It was longer than ${charactersMax} characters.`] : []),
    ...(wordCount(text) < wordsMin ? ["It was no more than a few words."] : []),
    ...figureFaults(text, terms, material),
  ];
  return { faults, content: { ...unwritten, bodyMarkdown: text, sources: citing.cited() } };
}

function threadOf(terms: DraftTerms, material: DraftMaterial, draft: AnsweredDraft, citing: Citing): Read {
  const { postsMin, postsMax, charactersMax } = draftBounds.thread;
  const posts = (draft.posts ?? [])
    .slice(0, 100)
    .map((post) => plainPost(post, citing))
    .filter(Boolean);
  const long = posts.filter((post) => codePoints(post) > charactersMax).length;
  const faults = [
    ...(posts.length < postsMin ? [`It had fewer than ${postsMin} posts.`] : []),
    ...(posts.length > postsMax ? [`It had more than ${postsMax} posts.`] : []),
    ...(long > 0 ? [`${long} of its posts were longer than ${charactersMax} characters.`] : []),
    ...figureFaults(posts.join("\n"), terms, material),
  ];
  return { faults, content: { ...unwritten, posts, sources: citing.cited() } };
}

const unwritten: DraftContent = {
  title: null,
  bodyMarkdown: null,
  posts: null,
  metaDescription: null,
  slug: null,
  sources: [] as DraftSource[],
};

/** A post as people see it: networks do not render Markdown. */
const plainPost = (text: string, citing: Citing): string => plainText(text.slice(0, charactersMax), citing);
