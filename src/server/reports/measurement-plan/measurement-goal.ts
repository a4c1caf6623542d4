import { type Static, Type } from "typebox";
import { type Goal, mostEarlier } from "../../../figures/planning/plan.ts";
import { Closed } from "../../api/schema/schema.ts";
import { invalid } from "../../kernel/problem.ts";
import type { Schedule } from "../../projects/project.ts";

const points = (maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum: 0.1, maximum, description }));

/** What a measurement should show. */
export const goalFields = {
  goal: Closed(
    {
      detect: points(
        100,
        "See a change of this many percentage points in four cases out of five: in the next report or, with four earlier ones or more, by the fourth.",
      ),
      within: points(
        50,
        "Know the appearance rate over prompts like these to within ± this many percentage points.",
      ),
      budgetUsd: Type.Optional(
        Type.Number({
          minimum: 0.01,
          maximum: 1_000_000,
          description: "See what this many US dollars buy: one report or, with a schedule, a month of them.",
        }),
      ),
    },
    { title: "MeasurementGoal", description: "Exactly one of the three.", examples: [{ detect: 10 }] },
  ),
  earlierReports: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostEarlier,
      description: "Reports before the change; default: the project's own, with a schedule 4 at least.",
    }),
  ),
};

const Goals = Type.Object(goalFields);

/** Reports per month. */
const monthly: Record<Schedule, number> = { off: 1, weekly: 4, daily: 30 };

/** With a schedule, reports are compared with the mean of this many at least. */
const scheduledEarlier = 4;

/** The goal in fractions of 1. `ownReports`: those the next one will be compared with. Throws a 400 unless there is exactly one. */
export function goalOf(
  { goal, earlierReports }: Static<typeof Goals>,
  schedule: Schedule,
  ownReports: number,
): Goal {
  const { detect, within, budgetUsd } = goal;
  if ([detect, within, budgetUsd].filter((each) => each !== undefined).length !== 1)
    throw invalid([
      {
        in: "body",
        path: "/goal",
        code: "invalid",
        message: "A goal is exactly one of `detect`, `within` and `budgetUsd`.",
        expected: "exactly one",
      },
    ]);
  if (within !== undefined) return { kind: "within", halfWidth: within / 100 };
  if (budgetUsd !== undefined)
    return {
      kind: "budget",
      usd: budgetUsd,
      reports: earlierReports ? earlierReports + 1 : monthly[schedule],
    };
  const usual = Math.max(Math.min(mostEarlier, ownReports), schedule === "off" ? 1 : scheduledEarlier);
  const earlier = earlierReports ?? usual;
  return { kind: "detect", points: detect! / 100, earlierReports: earlier };
}
