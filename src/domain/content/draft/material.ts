import type { ScoredReport } from "../../report/report.ts";
import type { Stem } from "../../text/language/stemmer.ts";
import { squeezed } from "../../text/white-space.ts";
import type { SiteProfile } from "../../website/crawl/crawl.ts";
import type { KnownPage } from "../plan/known-page.ts";
import { pagesIn } from "../plan/site.ts";
import { cutText, withoutTraps } from "./clean.ts";
import type { DraftTerms } from "./draft.ts";
import { draftFacts } from "./facts.ts";
import { excerptOf, topicMatcher } from "./passages.ts";
import { plainLine } from "./writing.ts";

/** What one of the brand's own pages says on the topic. */
export interface Passage {
  /** From 1: the number in a source mark such as `[2]`. */
  number: number;
  /** Absolute http(s). */
  url: string;
  title: string | null;
  /** Headings of the page that an update brief is about; empty for other pages. */
  headings: readonly string[];
  text: string;
}

/** Everything a draft may rest on. All of it is foreign text, cleaned of hidden instructions. */
export interface DraftMaterial {
  passages: readonly Passage[];
  /** True sentences from the newest report, about the questions on this topic. */
  facts: readonly string[];
  /** What the brand sells, in a line. */
  about: string | null;
}

/** What is known of a project when it requests a draft. */
export interface DraftKnowledge {
  pages: readonly KnownPage[];
  profile: SiteProfile | null;
  report: ScoredReport | null;
  stem: Stem;
  about: string | null;
  /** The brand's own domains. */
  domains: readonly string[];
}

/** Characters of all passages together, including titles and headings. */
const charactersMax = 12_000;
const targetCharactersMax = 6_000;
const pageCharactersMax = 1_800;
const pagesMax = 8;
const headingsMax = 30;
const aboutMax = 300;
const titleMax = 200;

/** Selects, by relevance, what a draft may rest on; an update brief's page comes first and at length. */
export function draftMaterial(terms: DraftTerms, known: DraftKnowledge): DraftMaterial {
  const { stem, report, profile, domains } = known;
  const matches = topicMatcher(terms, stem);
  const pages = ownPages(known.pages, domains);
  const target = pages.find(({ url }) => terms.target !== null && isSame(url, terms.target.url));
  const others = pagesIn(pages, terms.language).filter((page) => page !== target);
  const found = matches(others.map(({ title, headings, text }) => ({ title, headings, text })));
  const chosen = found.slice(0, pagesMax).map((at) => others[at]!);
  if (chosen.length === 0 && !target) chosen.push(...startPage(others));
  const about = known.about ?? profile?.summary ?? null;
  return {
    passages: passagesOf(target ?? null, chosen, matches),
    facts: draftFacts(terms, { report, stem, domains }),
    about: about === null ? null : oneLine(about, aboutMax),
  };
}

/** Numbered passages, until their room is full. */
function passagesOf(
  target: KnownPage | null,
  chosen: readonly KnownPage[],
  matches: ReturnType<typeof topicMatcher>,
): Passage[] {
  const passages: Passage[] = [];
  let room = charactersMax;
  for (const page of [...(target ? [target] : []), ...chosen]) {
    const isTarget = page === target;
    const most = Math.min(room, isTarget ? targetCharactersMax : pageCharactersMax);
    const title = oneLine(page.title ?? "", titleMax) || null;
    const headings = isTarget ? headingsOf(page) : [];
    const taken = sum([title ?? "", page.url, ...headings]);
    const text = isTarget
      ? cutText(withoutTraps(page.text.slice(0, 2 * most)), Math.max(1, most - taken))
      : excerptOf(withoutTraps(page.text), Math.max(1, most - taken), matches);
    if (taken + text.length > room || text.trim() === "") continue;
    passages.push({ number: passages.length + 1, url: page.url, title, headings, text });
    room -= taken + text.length;
  }
  return passages;
}

const sum = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const headingsOf = ({ headings }: KnownPage): string[] =>
  headings
    .slice(0, headingsMax)
    .map((heading) => plainLine(oneLine(heading, 120)))
    .filter((heading) => /[\p{L}\p{N}]/u.test(heading));

const oneLine = (text: string, most: number): string => cutText(squeezed(withoutTraps(text)), most);

/** Pages that a draft may link to: a page may claim any address as its own. */
function ownPages(pages: readonly KnownPage[], domains: readonly string[]): KnownPage[] {
  const usable = pages.flatMap((page) => {
    const url = plainAddress(page.url);
    return url === null ? [] : [{ ...page, url }];
  });
  const own = usable.filter(({ url }) => isOf(new URL(url).hostname, domains));
  return own.length > 0 ? own : usable;
}

const isOf = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain.replace(/^www\./, "")}`));

/** An http(s) address without credentials or fragment, or null. */
function plainAddress(address: string): string | null {
  if (!URL.canParse(address) || address.length > 2_048) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url.href;
}

const isSame = (one: string, other: string): boolean =>
  withoutSlash(one) === withoutSlash(plainAddress(other) ?? other);

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** If no page is about the topic: what the website says of itself first. */
const startPage = (pages: readonly KnownPage[]): KnownPage[] =>
  pages.toSorted((a, b) => new URL(a.url).pathname.length - new URL(b.url).pathname.length).slice(0, 1);
