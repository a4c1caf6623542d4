import { setTimeout as pause } from "node:timers/promises";
import { answerFrom, type FoundCitation } from "../answer.ts";
import { type Engine, type EngineAnswer, EngineError, type Question } from "../engine.ts";
import { type Chance, chance } from "./chance.ts";
import { namesFor } from "./names.ts";
import { phrasesIn } from "./phrases.ts";
import { alsoRetrieved, type SandboxSource, sourceFor } from "./sources.ts";
import { type Draft, draftOf } from "./text.ts";

export interface SandboxOptions {
  seed?: number;
  /** How long an answer takes, in milliseconds; it can be cancelled meanwhile. */
  latencyMs?: number;
  concurrency?: number;
  requestsPerMinute?: number;
}

/** An engine that makes up its answers, the same for the same seed, prompt, sample, language and brands. Costs nothing. */
export function sandbox(options: SandboxOptions = {}): Engine {
  const { seed = 1, latencyMs = 0 } = options;
  return {
    provider: "sandbox",
    surface: "sandbox",
    model: "sandbox-1",
    searches: true,
    concurrency: options.concurrency ?? 100,
    requestsPerMinute: options.requestsPerMinute ?? 60_000,
    estimateUsd: 0,
    async ask(question, signal) {
      if (signal.aborted) throw new EngineError("cancelled");
      if (latencyMs > 0) await waited(latencyMs, signal);
      return madeUp(question, seed);
    },
  };
}

async function waited(latencyMs: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(latencyMs, undefined, { signal });
  } catch (cause) {
    throw new EngineError("cancelled", { cause });
  }
}

function madeUp(question: Question, seed: number): EngineAnswer {
  const { prompt, sample, language } = question;
  const draw = chance(seed, "answer", prompt, sample, language);
  const draft = draftOf(namesFor(question, seed), phrasesIn(language), draw);
  const searched = draw.next() < 0.9;
  const { text, citations } = withSources(draft, searched ? draw : null);
  const tokens = (length: number) => Math.ceil(length / 4);
  const answer = answerFrom(
    {
      text,
      ending: "complete",
      citations,
      model: "sandbox-1",
      searched,
      searches: searched ? 1 : 0,
      queries: searched ? [prompt] : [],
      inputTokens: tokens(prompt.length),
      outputTokens: tokens(text.length),
    },
    { model: "sandbox-1", prices: [], moreTokens: null },
  );
  return { ...answer, costUsd: 0 };
}

/** The draft as text with its marks filled in: about half the claims cite a source as `[1]`; no search, no sources. */
function withSources(draft: Draft, draw: Chance | null): { text: string; citations: FoundCitation[] } {
  const sources: SandboxSource[] = [];
  const citations: FoundCitation[] = [];
  let text = "";
  for (const claim of draft) {
    if (text !== "") text += "\n";
    const cites = draw !== null && claim.text.includes("{n}") && draw.next() < 0.55;
    if (!cites) {
      text += claim.text.replace(/ ?\{n\}/, "");
      continue;
    }
    const source = sourceFor(claim, draw);
    const sourceIndex = sources.findIndex(({ url }) => url === source.url);
    const number = sourceIndex === -1 ? sources.push(source) : sourceIndex + 1;
    const line = claim.text.replace("{n}", `[${number}]`);
    citations.push({ ...source, cited: true, span: { start: text.length, end: text.length + line.length } });
    text += line;
  }
  const met = draw && citations.length > 0 ? alsoRetrieved(draw) : [];
  const retrieved = met.map((source) => ({ ...source, cited: false }));
  return { text: text.trimEnd(), citations: [...citations, ...retrieved] };
}
