import { type Static, Type } from "typebox";
import { alternativesTo, ways } from "../../../figures/planning/alternatives.ts";
import { type Plan, planFor, type Terms, tenthMore } from "../../../figures/planning/plan.ts";
import type { Days } from "../../../figures/watching/days.ts";
import { dollars, interval, orNull, share } from "../../api/schema/rounding.ts";
import { Closed, Count, Figure, OneOf, Uuid } from "../../api/schema/schema.ts";

const part = (description: string) => Type.Number({ description });

const plan = {
  prompts: Count("Prompts to ask."),
  engines: Count("Assistants to ask."),
  runs: Count("Times each prompt is put to each assistant: `samples` of the project."),
  reports: Count(
    "Reports that it takes: those before the change, which can be there already, and those by which it is seen.",
  ),
  asks: Count("Calls over all reports."),
  cost_usd: Figure(
    "Cost of all reports, by the mean cost of each assistant's calls in the newest; null if it does not know one.",
  ),
  minutes: Figure("Minutes that one report takes; null if none of these assistants is set up."),
  half_width: part("Half the 95% interval over prompts like these that four reports in five reach."),
  half_width_same_prompts: part("The same over exactly these prompts."),
  expected_interval: Type.Unsafe<[number, number]>({
    ...Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    description: "Where the 95% interval over prompts like these will lie if the rate stays.",
  }),
  smallest_change: part("Smallest change seen with a chance of 80%; 1 if none is."),
  power: Figure("Chance of seeing the change, if one is looked for."),
};

export const MeasurementPlanView = Closed(
  {
    project_id: Uuid("Id of the project."),
    reached: Type.Boolean({
      description:
        "Whether reports of at most 20,000 calls reach the goal. Else this is the most or, where days hide the change, the least that shows as much; for a budget the smallest measurement, or the project as it is if the cost is unknown.",
    }),
    ...plan,
    tenth_more_narrows: part(
      "By how much a tenth more prompts shrink the half width: what the last dollars buy.",
    ),
    assumptions: Closed(
      {
        variance: Closed(
          {
            prompts: part("Share by prompt."),
            prompts_by_engine: part("Share by prompt and assistant."),
            reasking: part("Share by asking again."),
            appearance_rate: part("Rate that it is at."),
            cells: Count(
              "Repeated pairs of prompt and assistant that the share of asking again is based on; 0 if it is the usual one, as nothing was asked twice or no answer differed.",
            ),
          },
          { title: "VarianceShares", description: "Where the variance of one answer comes from." },
        ),
        days: Closed(
          {
            deviation: part("Standard deviation of all log-odds from day to day."),
            from: OneOf(["own", "assumed"], {
              description: "`own`: five reports of the project or more. `assumed`: 0.2, until then.",
            }),
          },
          { title: "DayToDay", description: "How far days move all answers." },
        ),
        from: OneOf(["own", "recorded"], {
          description:
            "`own`: the newest report of the project. `recorded`: answers to shopping prompts, as nothing was measured yet.",
        }),
      },
      { title: "MeasurementAssumptions", description: "What the plan is based on." },
    ),
    alternatives: Type.Array(
      Closed(
        {
          way: OneOf(ways, {
            description:
              "`as_it_is`: the prompts and samples of today. `more_reports`: compare with eight. `more_prompts`: two runs of more prompts. `one_run`: more prompts, each asked once, which shows nothing of stability.",
          }),
          ...plan,
        },
        { title: "MeasurementAlternative", description: "Another way to spend on the goal." },
      ),
      { maxItems: 3, description: "Other ways, to compare." },
    ),
  },
  { title: "MeasurementPlan", description: "What to ask to reach a goal, and what it can show." },
);

/** `measured`: a report of the project's own was used. */
export function measurementPlanView(
  projectId: string,
  terms: Terms,
  { measured, days }: { measured: boolean; days: Days },
): Static<typeof MeasurementPlanView> {
  const { plan, reached } = planFor(terms);
  const { shares, rate, cells } = terms.variance;
  return {
    project_id: projectId,
    reached,
    ...planView(plan),
    tenth_more_narrows: share(tenthMore(terms, plan)),
    assumptions: {
      variance: {
        prompts: share(shares.prompts),
        prompts_by_engine: share(shares.promptsByEngine),
        reasking: share(shares.reasking),
        appearance_rate: share(rate),
        cells,
      },
      days: { deviation: share(days.deviation), from: days.degrees === 0 ? "assumed" : "own" },
      from: measured ? "own" : "recorded",
    },
    alternatives: alternativesTo(plan, terms).map(({ way, plan }) => ({ way, ...planView(plan) })),
  };
}

const planView = (plan: Plan) => ({
  prompts: plan.prompts,
  engines: plan.engines,
  runs: plan.runs,
  reports: plan.reports,
  asks: plan.asks,
  cost_usd: orNull(dollars, plan.costUsd),
  minutes: orNull((minutes) => Math.ceil(minutes), plan.minutes),
  half_width: share(plan.halfWidth),
  half_width_same_prompts: share(plan.halfWidthSamePrompts),
  expected_interval: interval(share, plan.expectedInterval)!,
  smallest_change: share(plan.smallestChange),
  power: orNull(share, plan.power),
});
