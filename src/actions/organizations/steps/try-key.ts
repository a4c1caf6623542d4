import { type Provider, providerName } from "../../../domain/project/provider.ts";
import { EngineError, type EngineErrorKind, probe } from "../../../kernel/engine.ts";
import type { EngineChoice } from "../../../kernel/engines/engine-choice.ts";
import { invalid, Problem } from "../../../kernel/problem.ts";

const patienceMs = 25_000;

/**
 * Puts one short question to an assistant with this key; returns what that cost, USD. Throws a 400 if the vendor does not
 * take the key, and ENGINE_UPSTREAM_ERROR if that could not be found out.
 */
export async function tryKey(
  engines: Pick<EngineChoice, "withKey">,
  provider: Provider,
  apiKey: string,
  signal: AbortSignal,
): Promise<number> {
  const engine = engines.withKey(provider, apiKey);
  if (!engine) throw refused("not_taken", `${providerName(provider)} is not asked with a key.`);
  const cut = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  try {
    return (await engine.ask(probe, cut)).costUsd ?? engine.estimateUsd;
  } catch (error) {
    if (error instanceof EngineError) throw problemOf(error.kind, provider, error);
    throw error;
  }
}

function problemOf(kind: EngineErrorKind, provider: Provider, cause: EngineError): Problem {
  if (kind === "bad_key") return refused("refused", `${providerName(provider)} does not take this key.`);
  if (kind === "refused") {
    return refused(
      "no_answer",
      `${providerName(provider)} takes this key but answers no question. Check its credit and which models it may use.`,
    );
  }
  return new Problem("ENGINE_UPSTREAM_ERROR", {
    details: { reason: kind === "cancelled" ? "timeout" : kind, retryable: true },
    cause,
  });
}

const refused = (code: string, message: string): Problem =>
  invalid([{ in: "body", path: "/apiKey", code, message }]);
