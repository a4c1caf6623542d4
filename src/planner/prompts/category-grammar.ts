import type { QuestionLanguage } from "./buyer-questions.ts";

/** English words that say what something is like and can be wanted most of all. */
const comparable = new Set(
  `cheap clean cool fast fresh gentle healthy kind light long quick quiet safe sharp short silent simple slim slow small soft
  strong tall thin tough warm`.split(/\s+/),
);

/** `quietest` and `electric kettles` from the category `quiet electric kettles`; null for any other category. */
export function superlativeOf(category: string): { noun: string; superlative: string } | null {
  const [first = "", ...rest] = category.split(" ");
  if (rest.length === 0 || !comparable.has(first)) return null;
  const superlative = irregular[first] ?? `${first}${first.endsWith("e") ? "st" : "est"}`;
  return { noun: rest.join(" "), superlative };
}

const irregular: Readonly<Record<string, string>> = {
  healthy: "healthiest",
  silent: "most silent",
  slim: "slimmest",
  thin: "thinnest",
};

/** Whether a category is plural: by the ending of its last word, in Spanish its first. */
export function isPlural(category: string, language: QuestionLanguage): boolean {
  const words = category.split(" ");
  if (language === "es") return /s$/i.test(words[0] ?? "");
  return language === "en" && /[^su]s$/i.test(words.at(-1) ?? "") && !/(ics|news)$/i.test(words.at(-1) ?? "");
}

const professions =
  "accountant|architect|doctor|dentist|electrician|lawyer|optician|photographer|physiotherapist|plumber|surveyor|tailor|tutor|vet";
const places =
  "agency|bakery|bank|brewery|centre|center|clinic|club|crematorium|firm|florist|garage|gym|kennel|laundry|nursery|practice|printer|restaurant|salon|school|shop|spa|store|studio|surgery|theatre|winery|workshop";
const things =
  "app|camera|chair|cottage|course|desk|hotel|lamp|machine|mattress|platform|sofa|system|table|tool";
const services =
  "catering|cleaning|consulting|delivery|design|gardening|hire|insurance|landscaping|lessons|maintenance|photography|plumbing|printing|rental|removals|repairs?|restoration|roofing|services?|storage|tours|training|translation|tuition";

/** The last word of an English category. */
const lastWord = (words: string): RegExp => new RegExp(`(?:^|[\\s-])(?:${words})$`, "i");

const kinds = {
  profession: lastWord(professions),
  place: lastWord(places),
  service: lastWord(services),
};

/** What an English category is a kind of, as one asks otherwise for a dentist, a school and house removals than for software. */
export function categoryKind(category: string): keyof typeof kinds | "product" {
  return (
    (["profession", "place", "service"] as const).find((kind) => kinds[kind].test(category)) ?? "product"
  );
}

/** Kinds of business and of things of which one is one, as the last word of a category; in English letters that stand for words too. */
const countNouns: Partial<Record<QuestionLanguage, RegExp>> = {
  en: new RegExp(
    `${lastWord(`${professions}|${places}|${things}`).source}|(?-i:(?:^|\\s)(?!SEO|SEM|HVAC)[A-Z]{2,4}[A-RT-Z]$)`,
    "i",
  ),
  de: /(?:erei|schule|praxis|agentur|kanzlei|werkstatt|klinik|plattform|-app)$/i,
};

/** `holiday cottages` of `holiday cottage`; a category that is not known to be countable, stays as it is. English. */
export function inPlural(category: string): string {
  if (!countNouns.en!.test(category)) return category;
  if (/[^aeiou]y$/.test(category)) return `${category.slice(0, -1)}ies`;
  return `${category}${/(?:s|x|ch|sh)$/.test(category) ? "es" : "s"}`;
}

/** `a family dentist`, `eine Kaffeerösterei`; a category that is plural, or not known to be countable, stays as it is. */
export function withArticle(category: string, language: QuestionLanguage): string {
  if (!countNouns[language]?.test(category)) return category;
  if (language === "de") return `eine ${category.replace(/^(\p{Ll}+e)r? /u, "$1 ")}`;
  // Letters are read by their names: an HR system, a CRM.
  const isVowel = /^[A-Z]{2,5}\b/.test(category) ? /^[AEFHILMNORSX]/ : /^(?:[aeio]|u(?!ni|se))/i;
  return `${isVowel.test(category) ? "an" : "a"} ${category}`;
}
