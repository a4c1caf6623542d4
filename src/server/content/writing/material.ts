import type { ScoredReport } from "../../../figures/report.ts";
import type { KnownPage } from "../../../planner/topics/known-page.ts";
import type { Stem } from "../../../reader/text/language/stemmer.ts";
import type { SiteProfile } from "../../../site/crawl/crawl.ts";
import { collapseAndTrim } from "../../../site/page/white-space.ts";
import { cutText, withoutTraps } from "./clean.ts";
import type { DraftTerms } from "./draft.ts";
import { draftFacts } from "./facts.ts";
import { isTarget, plainAddress } from "./pages/chosen-pages.ts";
import { excerptOf, type TopicMatcher, topicMatcher } from "./pages/passages.ts";
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
  /** Those that it may rest on, the most relevant first (`draftPages`), with their whole text. */
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
const headingsMax = 30;
const aboutMax = 300;
const titleMax = 200;

/** What a draft may rest on, within its room; an update brief's page at length, of others what bears on the topic. */
export function draftMaterial(terms: DraftTerms, knowledge: DraftKnowledge): DraftMaterial {
  const { stem, report, profile, domains } = knowledge;
  const pages = knowledge.pages.map((page) => ({ ...page, url: plainAddress(page.url) ?? page.url }));
  const about = knowledge.about ?? profile?.summary ?? null;
  return {
    passages: passagesOf(pages, terms, topicMatcher(terms, stem)),
    facts: draftFacts(terms, { report, stem, domains }),
    about: about === null ? null : oneLine(about, aboutMax),
  };
}

/** Numbered passages, until their room is full. */
function passagesOf(pages: readonly KnownPage[], terms: DraftTerms, matches: TopicMatcher): Passage[] {
  const passages: Passage[] = [];
  let room = charactersMax;
  for (const [at, page] of pages.entries()) {
    const isWhole = at === 0 && isTarget(page, terms);
    const most = Math.min(room, isWhole ? targetCharactersMax : pageCharactersMax);
    const title = oneLine(page.title ?? "", titleMax) || null;
    const headings = isWhole ? headingsOf(page) : [];
    const headLength = sum([title ?? "", page.url, ...headings]);
    const text = isWhole
      ? cutText(withoutTraps(page.text.slice(0, 2 * most)), Math.max(1, most - headLength))
      : excerptOf(withoutTraps(page.text), Math.max(1, most - headLength), matches);
    if (headLength + text.length > room || text.trim() === "") continue;
    passages.push({ number: passages.length + 1, url: page.url, title, headings, text });
    room -= headLength + text.length;
  }
  return passages;
}

const sum = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const headingsOf = ({ headings }: KnownPage): string[] =>
  headings
    .slice(0, headingsMax)
    .map((heading) => plainLine(oneLine(heading, 120)))
    .filter((heading) => /[\p{L}\p{N}]/u.test(heading));

const oneLine = (text: string, most: number): string => cutText(collapseAndTrim(withoutTraps(text)), most);
