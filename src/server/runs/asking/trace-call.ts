import type { Tracing } from "../../kernel/trace.ts";
import { type CallOutcome, type CallTerms, callEngine, type Engine } from "./call-engine.ts";

/**
 * Puts one question to an engine, in a span with what is known of the call: names of attributes are OpenTelemetry's for
 * generative AI where it has one. Neither the question nor the answer is in it.
 */
export function traceCall(
  tracing: Tracing,
  engine: Engine,
  question: Parameters<Engine["ask"]>[0],
  terms: CallTerms,
): Promise<CallOutcome> {
  const { provider, model } = engine;
  const values = {
    ...{ "gen_ai.operation.name": "chat", "gen_ai.provider.name": provider, "gen_ai.request.model": model },
    "overheard.failures_before": terms.failures,
  };
  return tracing.span({ name: `ask ${provider}`, kind: "call", values }, async (span) => {
    const outcome = await callEngine(engine, question, terms);
    span.note({ "overheard.outcome": outcome.kind });
    if (outcome.kind === "answered") {
      const { inputTokens, outputTokens, searches, costUsd } = outcome.answer;
      span.note({
        "gen_ai.usage.input_tokens": inputTokens,
        "gen_ai.usage.output_tokens": outputTokens,
        "overheard.searches": searches,
        "overheard.cost_usd": costUsd ?? engine.estimateUsd,
      });
    } else if (outcome.kind !== "stopped") span.fail(outcome.errorCode);
    return outcome;
  });
}
