import type { MeasuredAnswer } from "../../answer/answer.ts";
import { cancelled, pending } from "../../answer/answer.ts";
import type { Provider } from "../../project/provider.ts";
import { byText } from "../../text/order.ts";

/** How the calls of one engine went. */
export interface EngineCalls {
  provider: Provider;
  /** Calls made, whether answered or failed, and those that a run under way has yet to make. */
  asked: number;
  answered: number;
  failed: number;
  /**
   * The weight of each of its answers, so that engines count by what they were asked and not by what they answered: one
   * that loses most of its answers would otherwise shift every rate towards the others. 1 if all lost alike.
   */
  weight: number;
}

/** A report's engines, by name. What a cancelled run never asked does not count as asked. */
export function engineCalls(answers: readonly MeasuredAnswer[]): EngineCalls[] {
  const calls = new Map<Provider, EngineCalls>();
  for (const { provider, reading, errorCode } of answers) {
    if (reading === null && errorCode === cancelled) continue;
    const engine = calls.get(provider) ?? { provider, asked: 0, answered: 0, failed: 0, weight: 1 };
    calls.set(provider, engine);
    engine.asked += 1;
    if (reading !== null) engine.answered += 1;
    else if (errorCode !== pending) engine.failed += 1;
  }
  const engines = [...calls.values()].sort((a, b) => byText(a.provider, b.provider));
  const telling = engines.filter(({ answered }) => answered > 0);
  const answered = telling.reduce((sum, engine) => sum + engine.answered, 0);
  const asked = telling.reduce((sum, engine) => sum + engine.asked, 0);
  for (const engine of telling) {
    const weight = (engine.asked * answered) / (engine.answered * asked);
    engine.weight = Math.abs(weight - 1) < 1e-9 ? 1 : weight;
  }
  return engines;
}

/** Whether every answer weighs the same. */
export const areEven = (engines: readonly EngineCalls[]): boolean =>
  engines.every(({ weight }) => weight === 1);

/** With more failed calls than this share, an engine's answers may not be typical of those it would have given. */
const worstFailing = 0.1;

/**
 * The range of `rate` if the failed calls of failing engines had all named the brand, or none had: `named` holds each
 * engine's answers that do. Null if no engine failed in more than a tenth of its calls, or if none answered.
 */
export function failureBounds(
  engines: readonly EngineCalls[],
  named: readonly number[],
  rate: number | null,
): [number, number] | null {
  if (rate === null || !engines.some(isFailing)) return null;
  let [low, high, total] = [0, 0, 0];
  for (const [at, engine] of engines.entries()) {
    const { asked, answered, failed } = engine;
    // Calls still to be made go as those before them; 1 once none is left.
    const scale = asked / (answered + failed);
    const counted = isFailing(engine) ? named[at]! * scale : (named[at]! * asked) / answered;
    low += counted;
    high += counted + (isFailing(engine) ? failed * scale : 0);
    total += asked;
  }
  // Rounding could put it just outside.
  return [Math.min(low / total, rate), Math.max(high / total, rate)];
}

const isFailing = ({ answered, failed }: EngineCalls): boolean => failed > worstFailing * (answered + failed);
