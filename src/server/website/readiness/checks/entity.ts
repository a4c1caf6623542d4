import { isA, isRelevant } from "../../../../site/page/structured-data.ts";
import { excerpts, fail, pass, type Verdict, warn } from "./check.ts";
import { type Material, pageOf } from "./material.ts";

/** Whether JSON-LD says without errors what this is. */
export function structuredData({ facts }: Material): Verdict {
  const { blocks, items, errors } = facts.structured;
  const types = [...new Set([...items.flatMap((item) => item.types), ...facts.otherTypes])];
  const evidence = { blocks, types: excerpts(types), errors: excerpts(errors) };
  if (blocks === 0 && facts.otherTypes.length === 0) {
    return fail(
      "The page has no structured data.",
      "Add JSON-LD of schema.org: Organization on the home page, Product, SoftwareApplication, Service, Article or FAQPage, whichever fits the page.",
      evidence,
    );
  }
  if (blocks === 0) {
    return warn(
      "The page has microdata or RDFa, and no JSON-LD.",
      "Add the same data as JSON-LD, the form that assistants and search engines read most reliably.",
      evidence,
    );
  }
  if (errors.length > 0)
    return warn("The structured data has errors.", `Correct them: ${errors.slice(0, 3).join(" ")}`, evidence);
  return items.some(isRelevant)
    ? pass("The structured data is valid and says what this page is.", evidence)
    : warn(
        "The structured data is valid, but none of its types says what this page is.",
        "Add an Organization, or the type of what the page offers: Product, Service, Article, FAQPage.",
        evidence,
      );
}

/** Words in the address or text of links to pages about who is behind a site, in the languages of most sites. */
const aboutLink =
  /(^|[^\p{L}])(about|about-?us|company|who-we-are|our-story|team|über-?uns|ueber-uns|unternehmen|impressum|imprint|a-propos|à propos|qui-sommes-nous|mentions-legales|quienes-somos|quiénes somos|sobre|sobre-nosotros|nosotros|chi-siamo|azienda|over-ons|om-oss|om-os|o-nas|tietoa|hakkımızda|会社概要|关于|회사소개)([^\p{L}]|$)/iu;
const contactLink =
  /(^|[^\p{L}])(contact|contact-?us|contacts|support|help|kontakt|contacto|contatti|contato|contactez-nous|yhteystiedot|iletişim|お問い合わせ|联系|문의)([^\p{L}]|$)|^mailto:|^tel:/iu;

export function identity(material: Material): Verdict {
  const { facts } = material;
  const { items } = facts.structured;
  const organisation =
    items.some((item) => isA(item, "Organization") || isA(item, "LocalBusiness") || isA(item, "Person")) ||
    facts.author !== null ||
    facts.otherTypes.some((type) => /\b(Organization|LocalBusiness|Person|Corporation)\b/.test(type));
  const { host } = new URL(pageOf(material).url);
  const ownLinks = facts.links.filter(
    ({ url }) => !URL.canParse(url) || ["", host].includes(new URL(url).host),
  );
  const about = ownLinks.some(({ url, text }) => aboutLink.test(pathOf(url)) || aboutLink.test(text));
  const contact = ownLinks.some(({ url, text }) => contactLink.test(pathOf(url)) || contactLink.test(text));
  const evidence = { organization_or_author: organisation, about_link: about, contact_link: contact };
  const linked = about || contact;
  if (organisation && linked)
    return pass("The page says who publishes it, and links to an about or contact page.", evidence);
  const fixes = [
    ...(organisation
      ? []
      : ["Name the publisher or author in JSON-LD (Organization with name, url, logo, sameAs; or author)."]),
    ...(linked ? [] : ["Link to an about and a contact page."]),
  ];
  return organisation || linked
    ? warn("The page says only in part who publishes it.", fixes.join(" "), evidence)
    : fail("The page does not say who publishes it.", fixes.join(" "), evidence);
}

/** The decoded path of a web address; for others, such as mailto:, the whole address. */
function pathOf(url: string): string {
  const { protocol, pathname } = new URL(url);
  if (!protocol.startsWith("http")) return url;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

export function llmsTxt({ llms: { fetch, file } }: Material): Verdict {
  const fix =
    "Optional: publish an /llms.txt as llmstxt.org describes it: a heading with your name, a one-line summary, and sections of links. It is unproven whether assistants use it, so it counts little.";
  if (!file && !fetch.ok && fetch.failure === "unreadable")
    return warn("/llms.txt is there, but could not be read in time.", fix, { errors: [] });
  if (!file || file.webPage) return fail("There is no /llms.txt.", fix, { errors: [] });
  const { errors } = file;
  return errors.length === 0
    ? pass("/llms.txt is valid.", { errors })
    : warn("/llms.txt is not what its specification asks for.", errors.join(" "), { errors });
}
