import { limits } from "../../api/limits.ts";
import type { Draft } from "../../api/questions.ts";
import { draft as words } from "../../words/content.ts";
import type { Fields } from "./fields.ts";

export interface Check {
  holds: boolean;
  says: string;
}

/** Source: docs/content.md. */
const wordBounds = { article: [600, 2000], update_brief: [80, 1500] } as const;
const postMost = 3000;
const { posts: postBounds } = limits.SaveDraftRequest;
export const threadPostMost = postBounds.each.max;
const threadPosts = [2, postBounds.max] as const;
const listedMost = 5;

/** The rules of a draft over the text as it stands; `original`: the text as the page found it. */
export function checksOf(draft: Draft, original: Fields, now: Fields): Check[] {
  const text = textOf(now);
  return [lengthOf(draft, now), linksOf(draft, text), figuresOf(textOf(original), text)];
}

/** Characters as people count them. */
export const charactersOf = (text: string): number => [...text].length;

const textOf = ({ body, posts }: Fields): string => [body, ...posts].join("\n");

function lengthOf({ content_kind: kind }: Draft, { body, posts }: Fields): Check {
  if (kind === "thread") {
    const long = posts.filter((post) => charactersOf(post) > threadPostMost).length;
    const [least, most] = threadPosts;
    const holds = long === 0 && posts.length >= least && posts.length <= most;
    return { holds, says: words.posts(posts.length, threadPosts, long) };
  }
  if (kind === "post") {
    const count = charactersOf(body);
    return { holds: count <= postMost, says: words.characters(count, postMost) };
  }
  const [least, most] = wordBounds[kind];
  const count = wordsIn(body);
  return { holds: count >= least && count <= most, says: words.words(count, wordBounds[kind]) };
}

const segments = new Intl.Segmenter(undefined, { granularity: "word" });

// An address holds brackets in pairs only, so that no place of a text is looked at from many others.
const linkTarget = /\]\((?:[^()\s]|\([^()\s]*\))*\)/g;

/** Words of what readers see: the address of a link is none. */
function wordsIn(markdown: string): number {
  let count = 0;
  for (const { isWordLike } of segments.segment(markdown.replaceAll(linkTarget, "]")))
    if (isWordLike) count += 1;
  return count;
}

/** A link is at home on the website of the pages that the draft rests on or changes. */
function linksOf({ sources, target_url }: Draft, text: string): Check {
  const links = [...text.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map(([, address]) => address ?? "");
  const pages = [...sources.map(({ url }) => url), ...(target_url ? [target_url] : [])];
  const home = new Set(pages.map(siteOf));
  const away = [...new Set(links.filter((address) => !home.has(siteOf(address))))];
  if (away.length === 0) return { holds: true, says: words.linksHold(links.length) };
  return { holds: false, says: words.linksAway(away.slice(0, listedMost)) };
}

const siteOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : address;

/** Figures that the page found in the text were checked when it was written; others were not. */
function figuresOf(originalText: string, text: string): Check {
  const originalFigures = new Set(figuresIn(originalText));
  const figures = [...new Set(figuresIn(text))];
  const fresh = figures.filter((figure) => !originalFigures.has(figure));
  if (fresh.length === 0) return { holds: true, says: words.figuresHold(figures.length) };
  return { holds: false, says: words.figuresNew(fresh.slice(0, listedMost)) };
}

/** Figures as readers see them: no number of a list or a source, none in an address. */
const figuresIn = (markdown: string): string[] =>
  markdown
    .replaceAll(linkTarget, "]")
    .replaceAll(/https?:\/\/\S+/g, "]")
    .replaceAll(/^ *\d+[.)] |\[\d+\]/gm, "")
    .match(/\d+(?:[.,]\d+)*%?/g) ?? [];
