import { type Static, Type } from "typebox";
import { type Plan, planFor, planOf, type Terms, tenthMore } from "../../../domain/report/planning/plan.ts";
import { dollars, orNull, share } from "../../schema/rounding.ts";
import { Closed, Nullable, Uuid } from "../../schema/schema.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });
const part = (description: string) => Type.Number({ description });

const PlanView = Closed(
  {
    prompts: count("Prompts to ask."),
    engines: count("Assistants to ask."),
    runs: count("`samples` of the project."),
    asks: count("Calls for one report."),
    cost_usd: Nullable(Type.Number(), {
      description: "Cost of one report, if known.",
    }),
    half_width: part("Half of the 95% interval over prompts like these."),
    half_width_same_prompts: part("The same over exactly these prompts."),
    smallest_change: part("Smallest change seen with a chance of 80%."),
    power: Nullable(Type.Number(), {
      description: "Chance of seeing the change, if one is looked for.",
    }),
  },
  { title: "Measurement", description: "A measurement, what it costs and what it can show." },
);

export const MeasurementPlanView = Closed(
  {
    project_id: Uuid("Id of the project."),
    reached: Type.Boolean({
      description: "Whether one report can reach the goal; else this is the most.",
    }),
    plan: PlanView,
    as_it_is: PlanView,
    tenth_more_narrows: part(
      "By how much a tenth more prompts shrink the half width: what the last dollars buy.",
    ),
    variance: Closed(
      {
        prompts: part("Share by prompt."),
        prompts_by_engine: part("Share by prompt and assistant."),
        reasking: part("Share by asking again."),
        appearance_rate: part("Rate that it is at."),
        cells: count("Repeated pairs of prompt and assistant that it rests on; 0: what is usual."),
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
  const { shares, rate, cells } = terms.variance;
  return {
    project_id: projectId,
    reached,
    plan: planView(plan),
    as_it_is: planView(planOf(terms, Math.max(1, terms.prompts), samples)),
    tenth_more_narrows: share(tenthMore(terms, plan)),
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
