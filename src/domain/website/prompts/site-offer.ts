import { stopWords } from "../../text/stop-words.ts";
import { type CrawledPage, type SiteProfile, titleParts } from "../crawl/crawl.ts";
import { withoutCapital } from "../crawl/site-topics.ts";
import { type QuestionLanguage, questionLanguage } from "./buyer-questions.ts";

/** What a site sells, to whom, and beside what: as far as its own words tell. */
export interface SiteOffer {
  language: QuestionLanguage;
  /** What a buyer would call it, e.g. `invoicing software`; null where the site does not say. */
  category: string | null;
  /** e.g. `freelancers`. */
  audience: string | null;
  /** Subjects of its pages besides the category, most telling first. */
  topics: string[];
  /** Products of others that its pages name. */
  integrations: string[];
}

const forWords: Record<QuestionLanguage, RegExp> = {
  en: /\s+for\s+/i,
  de: /\s+für\s+/i,
  fr: /\s+pour\s+/i,
  es: /\s+para\s+/i,
};

const isWords: Record<QuestionLanguage, RegExp> = {
  en: /\b(?:is|are)\s+(?:an?|the)\s+([^.,;:!?()–—]{3,80})/i,
  de: /\b(?:ist|sind)\s+(?:eine?r?|der|die|das)\s+([^.,;:!?()–—]{3,80})/i,
  fr: /\b(?:est|sont)\s+(?:une?|le|la|les)\s+([^.,;:!?()–—]{3,80})/i,
  es: /\b(?:es|son)\s+(?:una?|el|la|los|las)\s+([^.,;:!?()–—]{3,80})/i,
};

/** Products that business sites say they work with. */
const partners =
  "Airtable,Asana,AWS,BigCommerce,DATEV,Discord,Dropbox,Excel,Figma,GitHub,GitLab,Gmail,Google Analytics,Google Calendar,Google Drive,Google Sheets,HubSpot,Jira,Klarna,Magento,Mailchimp,Microsoft Teams,Notion,Odoo,Outlook,PayPal,Power BI,QuickBooks,Sage,Salesforce,SAP,Shopify,Shopware,Slack,Snowflake,Stripe,Trello,WhatsApp,WooCommerce,WordPress,Xero,Zapier,Zendesk,Zoom".split(
    ",",
  );

/** A phrase that begins so tells somebody to do something: a slogan, or worse. */
const imperatives = new Set(
  `accelerate act ask become boost bring build buy change choose connect create deliver disregard do drive empower enjoy experience
  explore find follow forget give go grow hire ignore improve increase join keep launch make manage maximize meet move optimize order
  pay plan power print protect reach reveal run save say scale sell ship shop simplify stop streamline tell think track transform
  travel turn unlock upgrade visit watch win work write
  erleben erlebe finden finde ignoriere ignorieren kaufen kaufe sparen spare vergiss
  achetez créez découvrez gérez ignorez oubliez trouvez
  aprende compra crea descubre encuentra gestiona ignora olvida`.split(/\s+/),
);

const categoryWordsMax = 6;
const topicsMax = 8;

/** Reads the offer from a crawl. Deterministic; `about` is what the project's owner says of it. */
export function siteOffer(
  profile: SiteProfile,
  pages: readonly CrawledPage[],
  {
    names,
    about,
    language: preferred,
  }: { names: readonly string[]; about: string | null; language: string | null },
): SiteOffer {
  const language = questionLanguage(profile.language ?? preferred);
  const phrase = phrasesOf(profile, about, language)
    .map((text) => cleaned(text, names, language))
    .find((text) => text !== null);
  const [category = null, audience = null] = phrase ? split(phrase, language) : [telling(profile.topics)];
  const taken = `${category ?? ""} ${audience ?? ""}`.toLowerCase();
  return {
    language,
    category,
    audience,
    topics: profile.topics.filter((topic) => isSubject(topic, taken, names)).slice(0, topicsMax),
    integrations: integrationsIn(pages, names),
  };
}

/** A single word of a site that does not say what it sells may be anything. */
const telling = (topics: readonly string[]): string | null =>
  topics.slice(0, 3).find((topic) => topic.includes(" ") && !isOrder(topic)) ?? null;

/** Can be asked about: more than one word, or a compound, and not the category over again. */
const isSubject = (topic: string, taken: string, names: readonly string[]): boolean =>
  (topic.includes(" ") || topic.length >= 9) &&
  !taken.includes(topic.toLowerCase()) &&
  !namesAny(topic, names);

const isOrder = (phrase: string): boolean => imperatives.has(phrase.split(" ", 1)[0]!.toLowerCase());

/** What may be the category, best source first. */
function phrasesOf(profile: SiteProfile, about: string | null, language: QuestionLanguage): string[] {
  const said = [about, profile.summary].flatMap((text) => isWords[language].exec(text ?? "")?.[1] ?? []);
  const titled = titleParts(profile.title).filter((part) => part !== profile.siteName);
  const headed = profile.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  return [...(about ? [about] : []), ...titled, ...said, ...headed];
}

/** A phrase that can stand where a product's kind stands, or null: no sentence, no slogan, nobody's name. */
function cleaned(text: string, names: readonly string[], language: QuestionLanguage): string | null {
  const clause = text
    .split(/\s+(?:that|which|with|die|der|das|mit|qui|avec|que|con)\s+/i)[0]!
    .replace(/\s+/g, " ")
    .trim();
  const words = clause.split(" ");
  const [main = ""] = clause.split(forWords[language]);
  if (
    words.length > categoryWordsMax ||
    main.split(" ").length > 4 ||
    clause.length < 3 ||
    clause.length > 60
  )
    return null;
  if (/[.!?@<>{}[\]|"“”]|https?:|\d{3}/.test(clause) || !/^\p{L}/u.test(clause) || namesAny(clause, names))
    return null;
  const stops = stopWords(language);
  if (main.split(" ").every((word) => stops.has(word.toLowerCase())) || stops.has(words[0]!.toLowerCase()))
    return null;
  if (isOrder(clause)) return null;
  return language === "de" ? clause : words.map(withoutCapital).join(" ");
}

function split(phrase: string, language: QuestionLanguage): [category: string, audience: string | null] {
  const [category = phrase, audience] = phrase.split(forWords[language]);
  return [category.trim(), audience?.trim() || null];
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

const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

const namesAny = (text: string, names: readonly string[]): boolean =>
  names.some((name) => name.length > 1 && holdsWord(text.toLowerCase(), name.toLowerCase()));
