import type { KnownPage } from "../../../../planner/topics/known-page.ts";
import { pagesIn } from "../../../../planner/topics/site.ts";
import type { Stem } from "../../../../reader/text/language/stemmer.ts";
import type { DraftTerms } from "../draft.ts";
import { topicMatcher } from "./passages.ts";

/** The beginning of a page says what it is about: as many characters of its text are looked at. */
export const lettersLookedAt = 4_000;

const pagesMax = 8;

/**
 * The pages that a draft may rest on, as indices of those given: the one that an update brief is about first, then at most
 * eight, the most relevant first. Only the beginning of their text counts.
 */
export function draftPages(
  terms: DraftTerms,
  { pages, stem, domains }: { pages: readonly KnownPage[]; stem: Stem; domains: readonly string[] },
): number[] {
  const usable = ownPages(pages, domains);
  const target = usable.find((page) => isTarget(page, terms));
  const others = pagesIn(usable, terms.language).filter((page) => page !== target);
  const candidates = others.map(({ title, headings, text }) => ({
    ...{ title, headings },
    text: text.slice(0, lettersLookedAt),
  }));
  const matches = topicMatcher(terms, stem)(candidates).map((at) => others[at]!);
  const selection = matches.length > 0 || target ? matches.slice(0, pagesMax) : startPage(others);
  const places = new Map(pages.map((page, at) => [page, at]));
  return [...(target ? [target] : []), ...selection].map((page) => places.get(page)!);
}

/** Whether a page is the one that an update brief is about. */
export const isTarget = ({ url }: Pick<KnownPage, "url">, { target }: DraftTerms): boolean =>
  target !== null &&
  withoutSlash(plainAddress(url) ?? url) === withoutSlash(plainAddress(target.url) ?? target.url);

/** Pages that a draft may link to: a page may claim any address as its own. */
function ownPages(pages: readonly KnownPage[], domains: readonly string[]): KnownPage[] {
  const hosts = new Map(
    pages.flatMap((page) => {
      const url = plainAddress(page.url);
      return url === null ? [] : [[page, new URL(url).hostname] as const];
    }),
  );
  const own = [...hosts].filter(([, host]) => isOf(host, domains)).map(([page]) => page);
  return own.length > 0 ? own : [...hosts.keys()];
}

const isOf = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain.replace(/^www\./, "")}`));

/** An http(s) address without credentials or fragment, or null. */
export function plainAddress(address: string): string | null {
  if (!URL.canParse(address) || address.length > 2_048) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url.href;
}

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** If no page is about the topic: what the website says of itself first. */
const startPage = (pages: readonly KnownPage[]): KnownPage[] =>
  pages.toSorted((a, b) => new URL(a.url).pathname.length - new URL(b.url).pathname.length).slice(0, 1);
