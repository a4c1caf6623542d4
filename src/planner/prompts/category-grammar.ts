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

/** Kinds of business and of things of which one is one, as the last word of a category. */
const countNouns: Partial<Record<QuestionLanguage, RegExp>> = {
  en: /(?:^|[\s-])(?:agency|app|bakery|bank|brewery|centre|center|clinic|club|cottage|course|crematorium|doctor|dentist|firm|florist|garage|gym|hotel|kennel|laundry|lawyer|nursery|optician|photographer|physiotherapist|platform|plumber|practice|printer|restaurant|salon|school|shop|spa|store|studio|surgery|surveyor|system|tailor|theatre|tool|tutor|vet|winery|workshop)$/i,
  de: /(?:erei|schule|praxis|agentur|kanzlei|werkstatt|klinik|plattform|-app)$/i,
};

/** `a family dentist`, `eine Kaffeerösterei`; a category that is plural, or not known to be countable, stays as it is. */
export function withArticle(category: string, language: QuestionLanguage): string {
  if (!countNouns[language]?.test(category)) return category;
  if (language === "de") return `eine ${category.replace(/^(\p{Ll}+e)r? /u, "$1 ")}`;
  return `${/^(?:[aeio]|u(?!ni|se))/i.test(category) ? "an" : "a"} ${category}`;
}
