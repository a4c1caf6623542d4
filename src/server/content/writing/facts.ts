import { count } from "../../../figures/figures-in-words.ts";
import type { PromptScore } from "../../../figures/metrics/prompt-score.ts";
import type { ScoredReport } from "../../../figures/report.ts";
import { promptTerms } from "../../../planner/topics/prompt-word.ts";
import { searchWords } from "../../../planner/topics/search-words.ts";
import type { Stem } from "../../../reader/text/language/stemmer.ts";
import { byText } from "../../../reader/text/order.ts";
import { collapseAndTrim } from "../../../site/page/white-space.ts";
import { cutText, withoutTraps } from "./clean.ts";
import type { DraftTerms } from "./draft.ts";

const promptsMax = 5;
const hostsMax = 8;

/** A prompt is on topic if it shares at least this part of the topic's words. */
const onTopicFrom = 0.5;

/**
 * What the report says about the questions on this topic, as true sentences: who is named how often, and which
 * websites are cited. Empty if the sandbox made up any of its answers, or no question is on topic.
 */
export function draftFacts(
  terms: DraftTerms,
  { report, stem, domains }: { report: ScoredReport | null; stem: Stem; domains: readonly string[] },
): string[] {
  if (!report || report.surfaces.includes("sandbox")) return [];
  const prompts = onTopic(terms, report.prompts, stem);
  if (prompts.length === 0) return [];
  return [
    ...prompts.map((prompt) => standing(terms.brand, prompt, report)),
    ...citedHosts(prompts, report, domains),
  ];
}

/** Answered prompts about the topic, the closest first. */
function onTopic(
  { topic, brand, language }: DraftTerms,
  prompts: readonly PromptScore[],
  stem: Stem,
): PromptScore[] {
  const around = { stem, language, unspoken: new Set(searchWords(brand).map(stem)) };
  const topicTerms = [...promptTerms(topic, around).keys()];
  const shared = (prompt: string) => {
    const terms = promptTerms(prompt, around);
    return topicTerms.filter((term) => terms.has(term)).length / Math.max(1, topicTerms.length);
  };
  return prompts
    .filter(({ metrics }) => metrics.answers > 0)
    .map((prompt) => ({ prompt, shared: shared(prompt.prompt) }))
    .filter(({ shared }) => shared >= onTopicFrom)
    .sort((a, b) => b.shared - a.shared || byText(a.prompt.promptKey, b.prompt.promptKey))
    .slice(0, promptsMax)
    .map(({ prompt }) => prompt);
}

function standing(brand: string, { prompt, promptKey, metrics }: PromptScore, report: ScoredReport): string {
  const rivals = (report.rivals ?? []).flatMap(({ name, promptsWon, promptsLost }) => {
    const how = [...promptsWon, ...promptsLost].find((ref) => ref.promptKey === promptKey);
    return how && how.competitorMentions > 0 ? [`${clean(name)} in ${how.competitorMentions}`] : [];
  });
  const ownClause = `assistants named ${clean(brand)} in ${metrics.mentions} of ${count(metrics.answers, "answer")}`;
  return `To “${clean(prompt)}” ${[ownClause, ...rivals.slice(0, 5)].join(", ")}.`;
}

/** Other people's websites that the answers to these prompts cite, most cited first. */
function citedHosts(
  prompts: readonly PromptScore[],
  { sources }: ScoredReport,
  domains: readonly string[],
): string[] {
  const keys = new Set(prompts.map(({ promptKey }) => promptKey));
  const hosts = new Set(
    sources.urls
      .filter(({ promptKeys }) => promptKeys.some((key) => keys.has(key)))
      .flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).hostname.replace(/^www\./, "")] : [])),
  );
  const isOwn = (host: string) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  const others = [...hosts].filter((host) => !isOwn(host)).slice(0, hostsMax);
  const own = [...hosts].some(isOwn);
  return [
    ...(others.length > 0 ? [`The answers cite pages of ${others.join(", ")}.`] : []),
    ...(hosts.size > 0 && domains.length > 0
      ? [own ? "They cite a page of the brand's own." : "They cite no page of the brand's own."]
      : []),
  ];
}

const clean = (text: string): string => cutText(collapseAndTrim(withoutTraps(text)), 200);
