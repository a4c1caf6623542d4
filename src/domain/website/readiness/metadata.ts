import { comparable } from "../page/address.ts";
import { excerpt, excerpts, fail, pass, type Verdict, warn } from "./check.ts";
import { type Material, pageOf } from "./material.ts";

const lengthOf = (text: string): number => [...text].length;

/** A text of a good length, a bad length, or none. */
function ofLength(
  text: string | null,
  { name, from, to, fix }: { name: string; from: number; to: number; fix: string },
): Verdict {
  if (text === null) return fail(`The page has no ${name}.`, fix, { text: null });
  const length = lengthOf(text);
  const evidence = { text: excerpt(text), length };
  return length >= from && length <= to
    ? pass(`The ${name} has ${length} characters.`, evidence)
    : warn(`The ${name} has ${length} characters; ${from} to ${to} are shown in full.`, fix, evidence);
}

export const title = ({ facts }: Material): Verdict =>
  ofLength(facts.title, {
    name: "title",
    from: 15,
    to: 65,
    fix: "Write a <title> of 15 to 65 characters that says what the page answers and for whom.",
  });

export const metaDescription = ({ facts }: Material): Verdict =>
  ofLength(facts.description, {
    name: "meta description",
    from: 50,
    to: 160,
    fix: 'Write a <meta name="description"> of 50 to 160 characters: what a reader learns here, in one or two sentences.',
  });

/** The canonical address, from tags and the Link header together. */
export function canonical(material: Material): Verdict {
  const page = pageOf(material);
  const named = [
    ...new Set([...material.facts.canonicals, ...linkedCanonicals(page.headers.link ?? "", page.url)]),
  ];
  const evidence = { canonical: excerpts(named) };
  if (named.length === 0) {
    return warn(
      "The page names no canonical address.",
      'Add <link rel="canonical"> with the full address of this page, so that copies of it count for one.',
      evidence,
    );
  }
  if (named.length > 1)
    return fail("The page names several canonical addresses.", 'Keep one <link rel="canonical">.', evidence);
  return isOwn(named[0]!, page.url)
    ? pass("The canonical address is this page.", evidence)
    : fail(
        "The canonical address is another page, so assistants look there.",
        'Point <link rel="canonical"> to this page\'s own https address, unless it is meant to be a copy.',
        evidence,
      );
}

/** Whether it is the same page: without its query, with or without `www.`, or with https for http. */
function isOwn(canonical: string, url: string): boolean {
  const [named, own] = [comparable(canonical), comparable(url)];
  if (!named || !own || (url.startsWith("https:") && !canonical.startsWith("https:"))) return false;
  return (
    named.host === own.host && named.path === own.path && (named.query === own.query || named.query === "")
  );
}

/** `Link: <address>; rel="canonical"` (RFC 6596). */
const linkedCanonicals = (header: string, base: string): string[] =>
  [...header.slice(0, 10_000).matchAll(/<([^<>]*)>([^<]*)/g)]
    .filter(([, , parameters = ""]) => /\brel\s*=\s*"?[^";,]*\bcanonical\b/i.test(parameters))
    .map(([, href = ""]) => (URL.canParse(href, base) ? new URL(href, base).href : href));

export function language({ facts }: Material): Verdict {
  const tag = facts.language;
  const fix = 'Say the language of the page: <html lang="en">, with the BCP 47 tag of its own.';
  if (tag === null) return fail("The page does not state its language.", fix, { lang: null });
  return isLanguage(tag)
    ? pass("The page states its language.", { lang: tag })
    : fail("The page's language is not a valid BCP 47 tag.", fix, { lang: excerpt(tag) });
}

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

function isLanguage(tag: string): boolean {
  try {
    const [locale] = Intl.getCanonicalLocales(tag);
    return locale !== undefined && languages.of(new Intl.Locale(locale).language) !== undefined;
  } catch {
    return false;
  }
}

export function openGraph({ facts }: Material): Verdict {
  const wanted = ["og:title", "og:description", "og:image"];
  const missing = wanted.filter((name) => !facts.openGraph.has(name));
  const evidence = { present: wanted.filter((name) => facts.openGraph.has(name)), missing };
  const fix = `Add <meta property> for ${missing.join(", ")}: chats use them for previews.`;
  if (missing.length === 0) return pass("Open Graph tags give title, description and image.", evidence);
  return missing.length < wanted.length
    ? warn(`Open Graph lacks ${missing.join(", ")}.`, fix, evidence)
    : fail("The page has no Open Graph tags.", fix, evidence);
}
