import type { MeasuredAnswer } from "../reader/answer.ts";
import { byText } from "../reader/text/order.ts";
import { isolateDirection } from "./isolate-direction.ts";

// What each kind of gap shows in figures, and what to do about it. Names only tracked brands and domains.

/** `rivalNamed` of the answers name the rival, none name the brand. */
export function absentSuggestion(
  own: string,
  rival: string,
  rivalNamed: number,
  answers: readonly MeasuredAnswer[],
): string {
  const [brand, other] = [isolateDirection(own), isolateDirection(rival)];
  const source = mostCitedSource(answers);
  const where = source
    ? `Get ${brand} onto ${source.domain}, which these answers cite most (${source.citations} times), or answer this question on your own website.`
    : `Answer this question on your website and say what ${brand} offers there; the content plan knows which page to improve, or that it is a new one.`;
  return `${other} is named in ${of(rivalNamed, answers.length)} and ${brand} in none. ${where}`;
}

/** Both are named, but the rival more often or earlier. */
export function outrankedSuggestion(
  own: string,
  ownMentions: number,
  rival: string,
  rivalNamed: number,
  answers: number,
): string {
  const [brand, other] = [isolateDirection(own), isolateDirection(rival)];
  const fact =
    rivalNamed > ownMentions
      ? `${other} is named in ${of(rivalNamed, answers)}, ${brand} in ${ownMentions}`
      : `${other} is named in ${of(rivalNamed, answers)} and comes before ${brand}`;
  return `${fact}. Publish a page that compares both for this question, with facts that can be quoted.`;
}

/** `rival`: the one whose own pages the most answers cite, if any. */
export function notCitedSuggestion(
  domain: string,
  citing: number,
  rival: { name: string; answers: number } | undefined,
): string {
  const fact = `${all(citing)} to this prompt ${citing === 1 ? "cites" : "cite"} sources, and none of them is ${domain}`;
  const others = rival ? `; ${isolateDirection(rival.name)}'s own pages are cited in ${rival.answers}` : "";
  return `${fact}${others}. Give the page that answers this question a short, quotable answer at its top and let crawlers read it.`;
}

/** The most cited domain that belongs to no tracked brand, if any is cited at least twice. */
function mostCitedSource(answers: readonly MeasuredAnswer[]): { domain: string; citations: number } | null {
  const counts = new Map<string, number>();
  for (const { reading } of answers) {
    for (const { domain, cited, sourceType } of reading!.citations) {
      if (cited && sourceType !== "owned" && sourceType !== "competitor")
        counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || byText(a[0], b[0]));
  return best && best[1] > 1 ? { domain: best[0], citations: best[1] } : null;
}

const of = (some: number, answers: number): string =>
  answers === 1 ? "the one answer to this prompt" : `${some} of ${answers} answers to this prompt`;

const all = (answers: number): string => (answers === 1 ? "The one answer" : `${answers} answers`);
