import { type Static, Type } from "typebox";
import { type NoiseOfReport, noiseSources } from "../../../figures/planning/noise.ts";
import { interval, orNull, share } from "../../api/schema/rounding.ts";
import { Closed, Figure, OneOf } from "../../api/schema/schema.ts";
import { Ci } from "./metrics-view.ts";

const half = (of: string) =>
  Type.Number({ description: `Half the 95% interval over prompts like these${of}.` });

/** Where the variance of the appearance rate comes from. */
export const NoiseView = Closed(
  {
    sources: Type.Array(
      Closed(
        {
          source: OneOf(noiseSources, {
            description:
              "What differs: prompts, assistants, assistants from prompt to prompt, answers to the same question (`run`), or days.",
          }),
          share: Figure(
            "Its share of the variance of one answer, 0 to 1. All but that of `day` add up to 1; null if these answers cannot tell it.",
          ),
          share_ci: Ci("that share"),
          deviation: Figure(
            "Standard deviation of one answer (0 or 1) for this reason; of `day`: of a whole report's rate.",
          ),
        },
        { title: "NoiseSource", description: "How much the appearance rate varies for one reason." },
      ),
      { description: "Prompts, assistants, assistants by prompt, runs, days." },
    ),
    half_width: half(", as this variance explains it"),
    half_width_twice_prompts: half(" with twice as many prompts"),
    half_width_twice_runs: half(" with each prompt asked twice as often"),
  },
  {
    title: "Noise",
    description: "Where the variance of the appearance rate comes from, and what narrows it.",
  },
);

export const noiseView = (noise: NoiseOfReport): Static<typeof NoiseView> => ({
  sources: noise.sources.map((each) => ({
    source: each.source,
    share: orNull(share, each.share),
    share_ci: interval(share, each.shareCi),
    deviation: orNull(share, each.deviation),
  })),
  half_width: share(noise.halfWidth),
  half_width_twice_prompts: share(noise.twicePrompts),
  half_width_twice_runs: share(noise.twiceRuns),
});
