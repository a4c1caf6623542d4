import { type Provider, providerName } from "../../../reader/provider.ts";
import type { Context } from "../../api/context.ts";
import { EngineError, type EngineErrorKind, probe } from "../../engines/engine.ts";
import { reasonWords } from "../../engines/failure-words.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { beginTrial, endTrial } from "./engine-credentials.ts";

const patienceMs = 25_000;
/** A trial whose process has died ends by itself. */
const trialMs = patienceMs + 5_000;

/**
 * Puts one short question to an assistant with this key, one key of an organization at a time; returns what that cost, USD.
 * Throws a 400 if the vendor does not take the key, ENGINE_UPSTREAM_ERROR if that could not be found out, and
 * KEY_TRIAL_RUNNING. What fails is in the log and the audit log, without the key and the vendor's words.
 */
export async function tryKey(context: Context, provider: Provider, apiKey: string): Promise<number> {
  const { caller, db, engines, signal, now } = context;
  const { organizationId } = caller;
  const engine = engines.withKey(provider, apiKey);
  if (!engine) throw refused("not_taken", `${providerName(provider)} is not asked with a key.`);
  const until = new Date(now().getTime() + trialMs);
  if (!(await beginTrial(db, organizationId, { now: now(), until })))
    throw new Problem("KEY_TRIAL_RUNNING", { retryAfterSeconds: 5 });
  try {
    const cut = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    return (await engine.ask(probe, cut)).costUsd ?? engine.estimateUsd;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    await noteFailed(context, provider, error.kind);
    throw problemOf(provider, error);
  } finally {
    await endTrial(db, organizationId);
  }
}

async function noteFailed(
  { caller, log, noteFailure, requestId }: Context,
  provider: Provider,
  reason: EngineErrorKind,
): Promise<void> {
  const { organizationId } = caller;
  log.warn(
    { request_id: requestId, organization_id: organizationId, provider, reason },
    "a key was tried in vain",
  );
  await noteFailure({ reason });
}

function problemOf(provider: Provider, cause: EngineError): Problem {
  const { kind, reason } = cause;
  if (kind === "bad_key") return refused("refused", `${providerName(provider)} does not take this key.`);
  if (kind === "refused") {
    const why = reason ? reasonWords[reason].join(" ") : "Check its credit and which models it may use.";
    return refused("no_answer", `${providerName(provider)} answers no question with this key: ${why}`);
  }
  return new Problem("ENGINE_UPSTREAM_ERROR", {
    details: { reason: kind === "cancelled" ? "timeout" : kind, retryable: true },
    cause,
  });
}

const refused = (code: string, message: string): Problem =>
  invalid([{ in: "body", path: "/apiKey", code, message }]);
