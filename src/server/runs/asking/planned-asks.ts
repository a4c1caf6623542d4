import { normalisePrompt, promptKey } from "../../../reader/prompt.ts";
import type { Provider } from "../../../reader/provider.ts";

/** The most asks that one run may have. */
export const asksPerRunMax = 20_000;

/** One prompt, put to one engine once. */
export interface PlannedAsk {
  promptKey: string;
  prompt: string;
  intent: string | null;
  branded: boolean;
  provider: Provider;
  /** 1-based. */
  sample: number;
  /** Its place in the report, from 0. */
  ordinal: number;
}

/** The asks of a run, by prompt, then provider, then sample; spellings of one prompt are asked once, as the first one. */
export function planAsks(
  prompts: readonly { prompt: string; intent: string | null }[],
  providers: readonly Provider[],
  samples: number,
  isBranded: (prompt: string) => boolean,
): PlannedAsk[] {
  const asks = new Map<string, Omit<PlannedAsk, "provider" | "sample" | "ordinal">>();
  for (const entry of prompts) {
    const prompt = normalisePrompt(entry.prompt);
    const key = promptKey(prompt);
    if (!asks.has(key))
      asks.set(key, { promptKey: key, prompt, intent: entry.intent, branded: isBranded(prompt) });
  }
  const engines = [...new Set(providers)];
  const numbers = Array.from({ length: samples }, (_, index) => index + 1);
  return [...asks.values()]
    .flatMap((ask) => engines.flatMap((provider) => numbers.map((sample) => ({ ...ask, provider, sample }))))
    .map((ask, ordinal) => ({ ...ask, ordinal }));
}
