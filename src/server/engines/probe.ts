import type { Provider } from "../../reader/provider.ts";
import { whyUnreached } from "../outbound/why-unreached.ts";
import type { EngineSettings } from "./adapter.ts";
import { type Engine, EngineError, type EngineErrorKind, type EngineErrorReason, probe } from "./engine.ts";
import { buildEngines } from "./index.ts";
import type { Fetch } from "./wire/bounded-fetch.ts";

export type Reach = "answered" | "slow" | "nobody";

/** What was found out about one configured assistant. */
export interface EngineProbe {
  provider: Provider;
  model: string | null;
  /** The origin of the address its questions go to; null if unknown. */
  origin: string | null;
  /** `answered`: whatever it said; `slow`: connected, and said nothing in time. */
  reached: Reach;
  /** Why nobody was reached; null: that is not known. */
  why: string | null;
  /** The result of one short question; null if none was asked. */
  outcome: "answered" | EngineErrorKind | null;
  /** What the vendor's code says about a failure; null if it has none. */
  reason: EngineErrorReason | null;
  /** The kinds of what came instead of a text; null if that is not the reason. */
  came: string | null;
}

/** Longer than a connection may take to be made, 10 s: what is not over by then is connected. */
const reachMs = 12_000;

/** Checks every configured assistant: whether its server can be reached and, with `ask`, whether it answers. */
export async function probeEngines(
  settings: readonly EngineSettings[],
  { ask, timeoutMs, network = fetch }: { ask: boolean; timeoutMs: number; network?: Fetch },
): Promise<EngineProbe[]> {
  const engines = buildEngines(settings, { timeoutMs, network });
  const set = engines.configured().filter((provider) => provider !== "sandbox");
  return Promise.all(
    set.map(async (provider) => {
      const engine = engines.get(provider)!;
      const origin = await originOf(settings, provider);
      const { reached, why } = origin === null ? nobody : await reach(origin, network);
      const outcome = ask ? await outcomeOf(engine) : { outcome: null, reason: null, came: null };
      // Only now: an engine without a model in its settings takes the first one that its server lists.
      return { provider, model: engine.model, origin, reached, why, ...outcome };
    }),
  );
}

/** Where an adapter sends its question, learnt through a network that sends nothing. */
async function originOf(settings: readonly EngineSettings[], provider: Provider): Promise<string | null> {
  let origin: string | null = null;
  const nowhere: Fetch = async (input) => {
    origin ??= new URL(input instanceof Request ? input.url : String(input)).origin;
    return Response.json({ error: { message: "nothing is sent" } }, { status: 400 });
  };
  const engines = buildEngines(settings, { timeoutMs: reachMs, network: nowhere });
  await outcomeOf(engines.get(provider)!);
  return origin;
}

const nobody = { reached: "nobody", why: null } as const;

async function reach(origin: string, network: Fetch): Promise<{ reached: Reach; why: string | null }> {
  try {
    const signal = AbortSignal.timeout(reachMs);
    const response = await network(origin, { method: "GET", redirect: "manual", signal });
    await response.body?.cancel();
    return { reached: "answered", why: null };
  } catch (error) {
    if ((error as Error).name === "TimeoutError") return { reached: "slow", why: null };
    return { reached: "nobody", why: whyUnreached(error) };
  }
}

async function outcomeOf(engine: Engine): Promise<Pick<EngineProbe, "outcome" | "reason" | "came">> {
  try {
    await engine.ask(probe, new AbortController().signal);
    return { outcome: "answered", reason: null, came: null };
  } catch (error) {
    if (!(error instanceof EngineError)) return { outcome: "unavailable", reason: null, came: null };
    return { outcome: error.kind, reason: error.reason, came: error.came };
  }
}
