import type { EngineErrorKind, EngineErrorReason } from "../../engines/engine.ts";
import { reasonWords } from "../../engines/failure-words.ts";
import { isLoopback } from "../../outbound/loopback.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** What was found out about one assistant. */
export interface EngineFacts {
  provider: string;
  model: string | null;
  /** The origin of the address its questions go to; null if they go nowhere. */
  origin: string | null;
  /** `answered`: whatever it said; `slow`: connected, and said nothing in time. */
  reached: "answered" | "slow" | "nobody";
  /** Why nobody was reached; null: that is not known. */
  why: string | null;
  /** The result of a question; null if none was asked. */
  outcome: "answered" | EngineErrorKind | null;
  /** What the vendor's code says about a failure; null if it has none. */
  reason: EngineErrorReason | null;
  /** The kinds of what came instead of a text; null if that is not the reason. */
  came: string | null;
}

/** Judges the assistants, and whether they can be reached. */
export function findingsOfEngines(engines: readonly EngineFacts[]): Finding[] {
  if (engines.length === 0)
    return [
      warning(
        "engines",
        "No assistant is set up: the sandbox makes up the answers.",
        "Set the API key of one, such as OPENAI_API_KEY; .env.example lists them.",
      ),
    ];
  const findings = engines.flatMap((engine) => [reachOf(engine), answerOf(engine)]);
  if (engines.every(({ outcome }) => outcome === null))
    findings.push(
      ok(
        "engines",
        "No assistant was asked. `doctor --ask` puts one short question to each, which costs cents.",
      ),
    );
  return findings;
}

function reachOf({ provider, origin, reached, why }: EngineFacts): Finding {
  if (reached === "answered" || origin === null)
    return ok("outbound", `${origin ?? provider} can be reached.`);
  if (reached === "slow")
    return warning(
      "outbound",
      `${origin} takes the connection and does not answer, so ${provider} may be slow or busy.`,
      "A local model may still be loading: try again, or put a question with `doctor --ask`.",
    );
  if (why?.includes("proxy"))
    return failed(
      "outbound",
      `${origin} cannot be reached, so ${provider} cannot be asked: ${why}.`,
      "Check HTTPS_PROXY, its user and password, and the proxy's log.",
    );
  if (isLoopback(new URL(origin).hostname))
    return failed(
      "outbound",
      `${origin} cannot be reached, so ${provider} cannot be asked${why === null ? "" : `: ${why}`}.`,
      "Start that server, or correct its port. In a container, this address is the container itself: use the host's name, such as host.docker.internal, and let that server listen there too.",
    );
  return failed(
    "outbound",
    `${origin} cannot be reached, so ${provider} cannot be asked${why === null ? "" : `: ${why}`}.`,
    "Check that this machine can open https connections and resolve names, and check the base URL if you have set one.",
  );
}

function answerOf({ provider, model, outcome, reason, came }: EngineFacts): Finding {
  const name = `${provider}${model === null ? "" : ` (${model})`}`;
  if (outcome === null) return ok("engines", `${name} is set up.`);
  if (outcome === "answered") return ok("engines", `${name} answers.`);
  const [says, remedy] = reason === null ? faults[outcome] : reasonWords[reason];
  const what = came === null ? "" : ` Instead of a text came ${came}.`;
  return failed("engines", `${name} does not answer: ${says}${what}`, remedy);
}

const faults: Record<EngineErrorKind, [says: string, remedy: string]> = {
  bad_key: ["it rejects the key.", "Set another key, or check that this one is active."],
  refused: [
    "it rejects the question: the model is wrong, or the account has no credit.",
    "Check the model and the billing of the vendor's account.",
  ],
  rate_limited: ["it has been asked too often.", "Wait, or lower OVERHEARD_ENGINE_LIMITS."],
  unavailable: ["it is unavailable.", "Check the vendor's status page and this machine's network."],
  timeout: ["it took too long.", "Try again, or raise OVERHEARD_ENGINE_TIMEOUT_SECONDS."],
  no_answer: [
    "the model ends without an answer.",
    "Try again, or set another model: some need more room, or a server that separates their thoughts.",
  ],
  cut_short: [
    "the model reaches its limit of length before it has said a word.",
    "Raise the limit of output on the model's server, or set another model.",
  ],
  bad_answer: ["the answer is not in the expected format.", "Check the base URL of this assistant."],
  cancelled: ["the question was interrupted.", "Try again."],
};
