import type { MeasuredAnswer } from "../reader/answer.ts";
import { pending } from "../reader/answer.ts";
import { type Provider, providerName } from "../reader/provider.ts";
import { byText } from "../reader/text/order.ts";
import { count, inAnswers } from "./figures-in-words.ts";
import { isolateDirection } from "./isolate-direction.ts";
import { joinWithAnd } from "./join-with-and.ts";
import { countList, type Metrics, noMetrics } from "./metrics/metric-table.ts";
import { isOnlyBranded, type ScoredReport } from "./report.ts";

/** How far a report under way is, in answers: calls that failed are in neither number. */
export interface AnswersSoFar {
  answersIn: number;
  /** Those that are in, and those still to come. */
  answersAsked: number;
}

/** What is known of a report whose calls are still being made. */
export interface SoFar extends AnswersSoFar {
  scored: ScoredReport;
  /** Assistants that the headline figures wait for: asked, and without an answer yet. */
  awaited: Provider[];
}

/**
 * The figures of a report under way, from what `scoreReport` makes of all of its asks, those still to be settled among them
 * (`pending`): so each assistant weighs by what it is asked. What is judged once, at the end, is left out; what goes over all
 * assistants is null as long as one of them has said nothing.
 */
export function soFar(scored: ScoredReport, asks: readonly MeasuredAnswer[]): SoFar {
  const brandedOnly = isOnlyBranded(scored);
  const awaited = awaitedIn(asks.filter(({ branded }) => brandedOnly || !branded));
  const awaitedBranded = brandedOnly ? awaited : awaitedIn(asks.filter(({ branded }) => branded));
  const metricsSoFar = (metrics: Metrics, isBranded = false): Metrics =>
    (isBranded ? awaitedBranded : awaited).length > 0 ? countsOf(metrics) : metrics;
  const answersIn = asks.filter(({ reading }) => reading !== null).length;
  return {
    answersIn,
    answersAsked: answersIn + asks.filter(isPending).length,
    awaited,
    scored: {
      ...scored,
      metrics: metricsSoFar(scored.metrics),
      branded: scored.branded && metricsSoFar(scored.branded, true),
      stability: null,
      competitors: inOrderShown(
        scored.competitors.map((rival) => ({ ...rival, ...metricsSoFar(rival), lead: null })),
        awaited.length > 0,
      ),
      sources: awaited.length > 0 ? { domains: [], urls: [] } : scored.sources,
      ...(awaited.length > 0 && scored.untracked ? { untracked: [] } : {}),
      winningPrompts: [],
      losingPrompts: [],
      prompts: scored.prompts.map((prompt) => ({
        ...prompt,
        metrics: metricsSoFar(prompt.metrics, prompt.branded && !brandedOnly),
      })),
      gaps: [],
    },
  };
}

const isPending = ({ errorCode, reading }: MeasuredAnswer): boolean =>
  reading === null && errorCode === pending;

/** An assistant whose calls have all failed is not waited for: at the end, the figures are without it. */
function awaitedIn(asks: readonly MeasuredAnswer[]): Provider[] {
  const answered = new Set(asks.flatMap(({ reading, provider }) => (reading === null ? [] : [provider])));
  const waiting = new Set(asks.flatMap((ask) => (isPending(ask) ? [ask.provider] : [])));
  return [...waiting].filter((provider) => !answered.has(provider)).sort(byText);
}

const countsOf = (metrics: Metrics): Metrics => ({
  ...noMetrics,
  ...Object.fromEntries(countList.map(([name]) => [name, metrics[name]])),
});

/** The order by visibility would tell what is withheld. */
const inOrderShown = <Rival extends { name: string }>(rivals: Rival[], withheld: boolean): Rival[] =>
  withheld ? rivals.sort((a, b) => byText(a.name, b.name)) : rivals;

/** What a headline is made of while a report runs; `soFar` is null where nothing has been computed. */
export interface SoFarFacts extends AnswersSoFar {
  brand: string;
  soFar: SoFar | null;
}

/** One sentence that says how far a report is before it says anything else. */
export function headlineSoFar({ brand, answersIn, answersAsked, soFar: progress }: SoFarFacts): string {
  return `So far, ${answersIn.toLocaleString("en")} of ${count(answersAsked, "call")}: ${clauseOf(brand, answersIn, progress)}.`;
}

function clauseOf(brand: string, answersIn: number, progress: SoFarFacts["soFar"]): string {
  const unknown = `nothing is known about ${isolateDirection(brand)} yet`;
  if (answersIn === 0) return unknown;
  if (!progress) return "the figures are being computed";
  const { awaited, scored } = progress;
  if (scored.metrics.answers === 0) return unknown;
  if (awaited.length > 0)
    return `${joinWithAnd(awaited.map(providerName))} ${awaited.length === 1 ? "has" : "have"} not answered yet, so there are figures by assistant alone`;
  return inAnswers(brand, scored.metrics, isOnlyBranded(scored));
}
