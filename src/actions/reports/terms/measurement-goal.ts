import { type Static, Type } from "typebox";
import { type Goal, goals } from "../../../domain/report/planning/plan.ts";
import { invalid } from "../../../kernel/problem.ts";
import { OneOf } from "../../schema/schema.ts";

/** What a measurement is to show. */
export const goalFields = {
  goal: OneOf(goals, {
    description:
      "See a change of the appearance rate (`change`), know it (`level`), or get what a budget buys (`budget`).",
  }),
  amount: Type.Number({
    minimum: 0.01,
    maximum: 1_000_000,
    description:
      "Percentage points of the change, or of half the 95% interval over prompts like these; US dollars of the budget for one report.",
  }),
  earlierReports: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      default: 1,
      description: "Earlier reports that the newest will be compared with.",
    }),
  ),
};

const Goals = Type.Object(goalFields);

/** More points than this are no difference between rates. */
const mostPoints = { change: 100, level: 50 };

/** The goal in fractions of 1. Throws a 400 for more points than there can be. */
export function goalOf({ goal, amount, earlierReports = 1 }: Static<typeof Goals>): Goal {
  if (goal === "budget") return { kind: goal, usd: amount, earlierReports };
  const most = mostPoints[goal];
  if (amount > most)
    throw invalid([
      {
        in: "body",
        path: "/amount",
        code: "too_large",
        message: `A ${goal} is at most ${most} percentage points.`,
        expected: `≤ ${most}`,
      },
    ]);
  return goal === "change"
    ? { kind: goal, points: amount / 100, earlierReports }
    : { kind: goal, halfWidth: amount / 100 };
}
