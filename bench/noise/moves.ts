import { comparison } from "../../src/figures/comparison.ts";
import { scoreReport } from "../../src/figures/report.ts";
import { leadsByTag } from "../../src/figures/tags/by-tag.ts";
import { comparedPairs } from "../../src/figures/uncertainty/cell.ts";
import { changeParts } from "../../src/figures/uncertainty/change-parts.ts";
import type { TrackedBrands } from "../../src/reader/brand.ts";
import type { Provider } from "../../src/reader/provider.ts";
import { answer } from "../../test/fixtures/answers.ts";
import { logistic, normal, type Random } from "./random.ts";

export interface MovingWorld {
  prompts: number;
  engines: number;
  runs: number;
  rivals: number;
  /** In log-odds: how far the first assistant's answers and the first prompts moved, for all brands. */
  moved: number;
}

/** Of reports, those that say something false: of a prompt, an assistant, a competitor, a part of the change, a tag. */
export interface FalseMoves {
  prompts: number;
  assistants: number;
  rivals: number;
  parts: number;
  tags: number;
}

const providers: readonly Provider[] = ["chatgpt", "claude", "gemini", "perplexity"];
/** In logits. */
const promptSpread = 1.3;
/** Prompts that move. */
const movedPrompts = 3;
const tagCount = 5;

/** Pairs of reports of one project, in the second of which some prompts have moved, and nothing else. */
export function falseMoves(world: MovingWorld, draws: number, random: Random): FalseMoves {
  const names = ["Acme", ...Array.from({ length: world.rivals }, (_, at) => `Rival ${at}`)];
  const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
  const tracked: TrackedBrands = { own: brand("Acme"), rivals: names.slice(1).map(brand) };
  const found = { prompts: 0, assistants: 0, rivals: 0, parts: 0, tags: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const odds = Array.from({ length: world.prompts }, () =>
      names.map(() => promptSpread * normal(random) - 0.5),
    );
    const asked = (moved: number) =>
      odds.flatMap((brands, prompt) =>
        providers.slice(0, world.engines).flatMap((provider) =>
          Array.from({ length: world.runs }, (_, run) => {
            const shift = prompt < movedPrompts ? moved : 0;
            const named = names.filter((_, at) => random() < logistic(brands[at]! + (at === 0 ? shift : 0)));
            return answer({ prompt: `p${prompt}`, provider, sample: run + 1, names: named });
          }),
        ),
      );
    const [before, after] = [scoreReport(asked(0), tracked), scoreReport(asked(world.moved), tracked)];
    const compared = comparison(before, after, []);
    const isMoved = (prompt: string) => world.moved !== 0 && Number(prompt.slice(1)) < movedPrompts;
    const promptOf = new Map(after.prompts.map(({ promptKey, prompt }) => [promptKey, prompt]));
    const claims = {
      prompts: [...compared.risen, ...compared.fallen]
        .filter(({ beyondNoise }) => beyondNoise)
        .map(({ prompt }) => !isMoved(prompt)),
      // All assistants moved alike on these prompts.
      assistants: compared.providers
        .filter(({ change }) => change?.direction === "up" || change?.direction === "down")
        .map(() => world.moved === 0),
      rivals: compared.rivals.filter(({ beyondNoise }) => beyondNoise).map(() => true),
      parts: changeParts(comparedPairs(before.cells, after.cells)).parts.map(
        ({ of, promptKeys }) => of === "assistant" || !isMoved(promptOf.get(promptKeys[0]!)!),
      ),
      tags: leadsByTag(after.cells, randomTags(after.prompts, random))
        .filter((lead) => lead?.appearanceRateBeyondNoise)
        .map(() => true),
    };
    for (const [name, list] of Object.entries(claims) as [keyof typeof claims, boolean[]][])
      if (list.some(Boolean)) found[name] += 1;
  }
  const share = (count: number) => count / draws;
  return {
    ...{ prompts: share(found.prompts), assistants: share(found.assistants), rivals: share(found.rivals) },
    ...{ parts: share(found.parts), tags: share(found.tags) },
  };
}

const randomTags = (prompts: readonly { promptKey: string }[], random: Random) =>
  Array.from({ length: tagCount }, (_, at) => ({
    tag: `tag ${at}`,
    promptKeys: prompts.filter(() => random() < 0.3).map(({ promptKey }) => promptKey),
  })).filter(({ promptKeys }) => promptKeys.length > 0);
