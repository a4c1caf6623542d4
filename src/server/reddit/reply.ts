import type { Relevance } from "./relevance.ts";

/** What a reply may say of the brand: no more than its project says. */
export interface BrandFacts {
  brand: string;
  /** One line: what it sells. */
  about: string | null;
  /** Where to read more. */
  url: string | null;
  language: string;
}

/** Whether drafts are written in this language. */
export const draftsIn = (language: string): boolean => /^en\b/i.test(language);

/**
 * A reply to edit and post by hand. It first says who is speaking. Of the brand it says only what the project does; from
 * the thread it takes only tracked names and words of the project's own prompts. Null if the project does not say what
 * the brand sells, or for languages other than English.
 */
export function replyDraft(facts: BrandFacts, relevance: Relevance): string | null {
  const { brand, about, url } = facts;
  if (about === null || !draftsIn(facts.language)) return null;
  const more = url === null ? "" : ` More about it: ${url}`;
  return [
    `Disclosure: I work for ${brand}.`,
    `${opening(brand, relevance)} In one line: ${withoutStop(about)}.${more}`,
    ...advice(brand, relevance),
    `I'm happy to answer questions here, including about when ${brand} is not the right choice.`,
  ].join("\n\n");
}

function opening(brand: string, { brandMentioned, competitorsMentioned, matchedTerms }: Relevance): string {
  if (brandMentioned) return `${brand} has come up here, so let me add who we are.`;
  if (competitorsMentioned.length > 0)
    return `${and(competitorsMentioned)} ${competitorsMentioned.length === 1 ? "has" : "have"} come up here; ${brand} is another option to compare.`;
  if (matchedTerms.length > 0)
    return `On ${and(matchedTerms.slice(0, 3))}, ${brand} is an option to look at.`;
  return `${brand} is an option to look at.`;
}

/** How to decide, without saying who would win. */
function advice(brand: string, { asks, competitorsMentioned, matchedTerms }: Relevance): string[] {
  if (!asks) return [];
  const others = [brand, ...competitorsMentioned];
  const terms = matchedTerms.slice(0, 3);
  const compare =
    others.length > 1 ? `Before choosing between ${and(others)}` : "Before choosing any of those named here";
  const on =
    terms.length > 0 ? ` what you need (${and(terms)})` : " the two or three things you cannot do without";
  return [`${compare}, I would write down${on} and test each against it.`];
}

const and = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

const withoutStop = (text: string): string => text.trim().replace(/[.!。]+$/u, "");

const ties =
  /\bdisclos|\bdisclaim|\baffiliat|\bi(?:['’]m| am)? (?:work|working) (?:for|at|on|with)\b|\bi(?:['’]m| am) (?:with|from|the founder|a founder|one of|part of|on the team)\b|\bwe (?:make|build|built|develop|run|sell)\b|\bmy (?:company|product|startup|employer)\b/i;

/** Whether a reply discloses, in English, that its author has a tie to the brand. */
export const disclosesTies = (text: string): boolean => ties.test(text);
