import { stemOf } from "../../reader/text/topic.ts";
import type { CrawledPage, SiteProfile } from "../../site/crawl/crawl.ts";
import { type QuestionLanguage, questionLanguage } from "./buyer-questions.ts";
import { categoryAndAudience, categoryPhrase, supportIn, withSmallAdjective } from "./category.ts";
import { holdsWord, namesAny } from "./holds-word.ts";
import { isNounPhrase } from "./noun-phrase.ts";

/** What a site sells, to whom, and alongside what, as far as its own words tell. */
export interface SiteOffer {
  language: QuestionLanguage;
  /** What a buyer would call it, such as `invoicing software`; null if the site does not say. */
  category: string | null;
  /** Such as `freelancers`. */
  audience: string | null;
  /** Subjects of its pages other than the category, the most telling first. */
  topics: string[];
  /** Other companies' products that its pages name. */
  integrations: string[];
}

/** Products that business sites often say they work with. */
const partners =
  "Airtable,Asana,AWS,BigCommerce,DATEV,Discord,Dropbox,Excel,Figma,GitHub,GitLab,Gmail,Google Analytics,Google Calendar,Google Drive,Google Sheets,HubSpot,Jira,Klarna,Magento,Mailchimp,Microsoft Teams,Notion,Odoo,Outlook,PayPal,Power BI,QuickBooks,Sage,Salesforce,SAP,Shopify,Shopware,Slack,Snowflake,Stripe,Trello,WhatsApp,WooCommerce,WordPress,Xero,Zapier,Zendesk,Zoom".split(
    ",",
  );

const topicsMax = 8;

export interface OfferTerms {
  /** Of the brand, its rivals and the site. */
  names: readonly string[];
  about: string | null;
  language: string | null;
}

/** Reads the offer from a crawl. Deterministic; `about` is the owner's description. */
export function siteOffer(
  profile: SiteProfile,
  pages: readonly CrawledPage[],
  { names, about, language: preferred }: OfferTerms,
): SiteOffer {
  const language = questionLanguage(profile.language ?? preferred);
  const phrase = categoryPhrase(profile, pages, { names, about, language });
  const [category, audience] = phrase ? categoryAndAudience(phrase, language) : [null, null];
  const bornOut = supportIn(pages, language);
  const offerText = `${category ?? ""} ${audience ?? ""}`.toLowerCase();
  return {
    language,
    category,
    audience,
    topics: profile.topics
      .filter(
        (topic) => isNounPhrase(topic, language) && isSubject(topic, { offerText, category, names, bornOut }),
      )
      .map((topic) => (language === "de" ? withSmallAdjective(topic) : topic))
      .slice(0, topicsMax),
    integrations: integrationsIn(pages, names),
  };
}

/** Worth asking about: several words, or a long one that occurs in two places, and not the category again. */
const isSubject = (
  topic: string,
  {
    offerText,
    category,
    names,
    bornOut,
  }: {
    offerText: string;
    category: string | null;
    names: readonly string[];
    bornOut: (phrase: string) => boolean;
  },
): boolean =>
  (topic.includes(" ") || isTelling(topic, bornOut)) &&
  !offerText.includes(topic.toLowerCase()) &&
  !(category && topic.toLowerCase().includes(category.toLowerCase())) &&
  !consistsOf(topic, category ?? "") &&
  !isKindOf(topic, category ?? "") &&
  !names.some((name) => consistsOf(topic, name)) &&
  !namesAny(topic, names);

/** `touring boards` of `inflatable paddleboards`, `piano removals` of `house removals`: a kind of what is sold, not what it comes with. */
function isKindOf(topic: string, category: string): boolean {
  const [one, other] = [topic, category].map((phrase) => stemOf(phrase.toLowerCase().split(" ").at(-1)!));
  return one!.length > 3 && other!.endsWith(one!);
}

/** A single word says enough if another place has it too, or if it is a compound of several. */
const isTelling = (word: string, bornOut: (phrase: string) => boolean): boolean =>
  (word.length >= 9 && bornOut(word)) || /^\p{Lu}\p{Ll}{13,}$/u.test(word);

/** Whether a phrase has no words besides those of another, whatever their number: `vélo cargo` of `vélos cargo`. */
function consistsOf(phrase: string, other: string): boolean {
  const others = new Set(other.toLowerCase().split(" ").map(stemOf));
  return phrase
    .toLowerCase()
    .split(" ")
    .every((word) => others.has(stemOf(word)));
}

function integrationsIn(pages: readonly CrawledPage[], names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const { page } of pages) {
    const text = page ? [page.title, ...page.headings.map(({ text }) => text), page.text].join("\n") : "";
    for (const partner of partners)
      if (holdsWord(text, partner)) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  }
  return [...counts]
    .filter(([partner]) => !namesAny(partner, names))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([partner]) => partner)
    .slice(0, 3);
}
