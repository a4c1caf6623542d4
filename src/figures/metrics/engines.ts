import type { MeasuredAnswer } from "../../reader/answer.ts";
import { cancelled, pending } from "../../reader/answer.ts";
import type { Provider } from "../../reader/provider.ts";
import { byText } from "../../reader/text/order.ts";
import type { Calls } from "../uncertainty/failures.ts";

/** How the calls of one engine went. */
export interface EngineCalls {
  provider: Provider;
  /** Calls made, whether answered or failed, and those that a run under way has yet to make. */
  calls: number;
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
    const engine = calls.get(provider) ?? { provider, calls: 0, answered: 0, failed: 0, weight: 1 };
    calls.set(provider, engine);
    engine.calls += 1;
    if (reading !== null) engine.answered += 1;
    else if (errorCode !== pending) engine.failed += 1;
  }
  const engines = [...calls.values()].sort((a, b) => byText(a.provider, b.provider));
  const telling = engines.filter(({ answered }) => answered > 0);
  const answered = telling.reduce((sum, engine) => sum + engine.answered, 0);
  const asks = telling.reduce((sum, engine) => sum + engine.calls, 0);
  for (const engine of telling) {
    const weight = (engine.calls * answered) / (engine.answered * asks);
    engine.weight = Math.abs(weight - 1) < 1e-9 ? 1 : weight;
  }
  return engines;
}

/** Whether every answer weighs the same. */
export const areEven = (engines: readonly EngineCalls[]): boolean =>
  engines.every(({ weight }) => weight === 1);

/** With more failed calls than this share, an engine's answers may not be typical of those it would have given. */
const worstFailing = 0.1;

/** Whether an engine failed so often that this limits what a report can be used for. */
export const isFailing = ({ answers, answersFailed }: Omit<Calls, "provider">): boolean =>
  answersFailed > worstFailing * (answers + answersFailed);
