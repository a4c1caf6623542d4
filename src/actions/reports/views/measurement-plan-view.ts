import { type Static, Type } from "typebox";
import { lastDollar, type Plan, planFor, planOf, type Terms } from "../../../domain/report/planning/plan.ts";
import { dollars, orNull, share } from "../../schema/rounding.ts";
import { Closed, Nullable, Uuid } from "../../schema/schema.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });
const part = (description: string) => Type.Number({ description });

const PlanView = Closed(
  {
    prompts: count("Prompts to ask."),
    engines: count("Assistants to ask."),
    runs: count("Times each prompt is put to each assistant: `samples` of the project."),
    asks: count("Calls for one report."),
    cost_usd: Nullable(Type.Number(), {
      description: "What one report costs by the calls so far; null where that is not known.",
    }),
    half_width: part("Half of the 95% interval of the appearance rate over prompts like these, 0 to 1."),
    half_width_same_prompts: part("The same over exactly these prompts."),
    smallest_change: part(
      "Smallest change of the appearance rate that is seen with a chance of 80%, 0 to 1.",
    ),
    power: Nullable(Type.Number(), {
      description: "Chance of seeing the change that is looked for, 0 to 1; null where none is.",
    }),
  },
  { title: "Measurement", description: "A measurement, what it costs and what it can show." },
);

export const MeasurementPlanView = Closed(
  {
    project_id: Uuid("Id of the project."),
    reached: Type.Boolean({
      description: "Whether one report can reach the goal; else this is the most it can be.",
    }),
    plan: PlanView,
    as_it_is: PlanView,
    a_tenth_more: Closed(
      {
        half_width: part("By how much the half width shrinks."),
        smallest_change: part("By how much the smallest change shrinks."),
      },
      { title: "TenthMore", description: "What a tenth more prompts buy." },
    ),
    variance: Closed(
      {
        prompts: part("Share that prompts differ by, 0 to 1."),
        prompts_by_engine: part("Share that assistants differ by on the same prompt."),
        reasking: part("Share that answers of one assistant to one prompt differ by."),
        appearance_rate: part("The rate that it is at."),
        cells: count(
          "Pairs of prompt and assistant with repeated answers that it rests on; 0: it is what is usual.",
        ),
      },
      { title: "VarianceShares", description: "Where the variance of one answer comes from." },
    ),
  },
  { title: "MeasurementPlan", description: "What to ask to reach a goal, and what it can show." },
);

/** `samples` of the project: what it is measured by as it is. */
export function measurementPlanView(
  projectId: string,
  terms: Terms,
  samples: number,
): Static<typeof MeasurementPlanView> {
  const { plan, reached } = planFor(terms);
  const more = lastDollar(terms, plan);
  const { shares, rate, cells } = terms.variance;
  return {
    project_id: projectId,
    reached,
    plan: planView(plan),
    as_it_is: planView(planOf(terms, Math.max(1, terms.prompts), samples)),
    a_tenth_more: { half_width: share(more.halfWidth), smallest_change: share(more.smallestChange) },
    variance: {
      prompts: share(shares.prompts),
      prompts_by_engine: share(shares.promptsByEngine),
      reasking: share(shares.reasking),
      appearance_rate: share(rate),
      cells,
    },
  };
}

const planView = (plan: Plan): Static<typeof PlanView> => ({
  prompts: plan.prompts,
  engines: plan.engines,
  runs: plan.runs,
  asks: plan.asks,
  cost_usd: orNull(dollars, plan.costUsd),
  half_width: share(plan.halfWidth),
  half_width_same_prompts: share(plan.halfWidthSamePrompts),
  smallest_change: share(plan.smallestChange),
  power: orNull(share, plan.power),
});
