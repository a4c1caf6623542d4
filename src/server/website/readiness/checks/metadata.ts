import { isOwnCanonical } from "../../../../site/page/canonical.ts";
import { type Evidence, excerpt, excerpts, fail, pass, type Verdict, warn } from "./check.ts";
import { type CanonicalFound, type Material, pageOf } from "./material.ts";

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

/** The canonical address, from the head and the Link header together. */
export function canonical(material: Material): Verdict {
  const { url } = pageOf(material);
  const { canonicals, canonicalInBody } = material.facts;
  const [canonicalUrl] = canonicals;
  const evidence = { canonical: excerpts(canonicals) };
  if (canonicalUrl === undefined) {
    return canonicalInBody
      ? warn(
          "The page names its canonical address in its <body>, where crawlers do not heed it.",
          'Move <link rel="canonical"> into the <head>.',
          evidence,
        )
      : warn(
          "The page names no canonical address.",
          'Add <link rel="canonical"> with the full address of this page, so that copies of it count for one.',
          evidence,
        );
  }
  if (canonicals.length > 1)
    return fail(
      "The page names several canonical addresses, so crawlers heed none.",
      'Keep one <link rel="canonical">, and none in the Link header.',
      evidence,
    );
  if (!isOwnCanonical(canonicalUrl, url)) return ofAnother(material.canonical, evidence);
  return url.startsWith("https:") && canonicalUrl.startsWith("http:")
    ? warn(
        "The canonical address is this page over plain http.",
        "Name the https address as the canonical one.",
        evidence,
      )
    : pass("The canonical address is this page.", evidence);
}

const ownAddress =
  'Point <link rel="canonical"> to this page\'s own https address, unless it is meant to be a copy.';

/** What is to be said of a canonical address that is not the page's own, by what was found there. */
function ofAnother(outcome: CanonicalFound | null, evidence: Evidence): Verdict {
  switch (outcome) {
    case "leads_back":
      return warn(
        "The canonical address redirects back to this page.",
        "Name the address that answers 200 as the canonical one.",
        evidence,
      );
    case "gone":
      return fail("The canonical address does not answer with a page.", ownAddress, evidence);
    case "copy":
      return fail(
        "The canonical address is another page, so assistants look there. It says the same.",
        ownAddress,
        evidence,
      );
    case "other":
      return fail(
        "The canonical address is another page, so assistants look there. It says something else.",
        `${ownAddress} A layout that sets it for every page is a common cause.`,
        evidence,
      );
    case null:
      return fail("The canonical address is another page, so assistants look there.", ownAddress, evidence);
  }
}

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
  const required = ["og:title", "og:description", "og:image"];
  const missing = required.filter((name) => !facts.openGraph.has(name));
  const evidence = { present: required.filter((name) => facts.openGraph.has(name)), missing };
  const fix = `Add <meta property> for ${missing.join(", ")}: chats use them for previews.`;
  if (missing.length === 0) return pass("Open Graph tags give title, description and image.", evidence);
  return missing.length < required.length
    ? warn(`Open Graph lacks ${missing.join(", ")}.`, fix, evidence)
    : fail("The page has no Open Graph tags.", fix, evidence);
}
