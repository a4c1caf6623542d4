import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { Provider } from "../../reader/provider.ts";

/** How an assistant answered the calls of one report. */
export interface AssistantHealth {
  provider: Provider;
  answered: number;
  failed: number;
  /** Why most of the failed calls failed; null if none did. */
  code: string | null;
}

/** Codes of calls that were not made since a limit of spending was passed, by whose it was: each is changed on another page. */
export const passedCode = {
  server: "spend_bound",
  organization: "spend_bound",
  project: "project_spend_bound",
} as const;

/** Calls that were not the assistant's to answer. */
const notMade: ReadonlySet<string | null> = new Set(["cancelled", ...Object.values(passedCode)]);

/** Of every assistant that a report asked. */
export function assistantHealth(
  answers: readonly Pick<MeasuredAnswer, "provider" | "status" | "errorCode">[],
): AssistantHealth[] {
  const asks = answers.filter(
    ({ provider, status, errorCode }) =>
      provider !== "sandbox" && (status === "ok" || !notMade.has(errorCode)),
  );
  return [...Map.groupBy(asks, ({ provider }) => provider)].map(([provider, calls]) => {
    const codes = calls.flatMap(({ status, errorCode }) => (status === "ok" ? [] : [errorCode ?? "unknown"]));
    const counts = [...Map.groupBy(codes, (code) => code)].sort(
      ([, one], [, other]) => other.length - one.length,
    );
    return {
      provider,
      answered: calls.length - codes.length,
      failed: codes.length,
      code: counts[0]?.[0] ?? null,
    };
  });
}

/** So many calls of one report without an answer suffice; with fewer, two reports after each other do. */
const fewestCalls = 5;

const states = { suspect: "suspect", failing: "failing", well: "well" } as const;

/**
 * What is known of an assistant after a report, from what was known before (null: nothing), and what that tells. One that answers
 * nothing is failing; one that is failing has recovered once it answers at least half. What lies between changes nothing, so that
 * an assistant that comes and goes is told of once.
 */
export function healthAfter(
  before: string | null,
  { answered, failed }: AssistantHealth,
): { state: string | null; tells: "failing" | "recovered" | null } {
  if (answered === 0 && failed > 0) {
    if (before === states.failing) return { state: before, tells: null };
    const isSure = failed >= fewestCalls || before === states.suspect;
    return isSure ? { state: states.failing, tells: "failing" } : { state: states.suspect, tells: null };
  }
  if (before === states.failing)
    return answered >= failed ? { state: states.well, tells: "recovered" } : { state: before, tells: null };
  return { state: before === states.suspect ? states.well : before, tells: null };
}
