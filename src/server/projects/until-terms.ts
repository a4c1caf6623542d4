import { type Static, Type } from "typebox";
import type { Until } from "../../figures/planning/until.ts";
import { Closed } from "../api/schema/schema.ts";
import { invalid } from "../kernel/problem.ts";
import { asksPerRunMax } from "../runs/asking/planned-asks.ts";

/** When a run may stop asking. */
export const UntilTerms = Closed(
  {
    width: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 100,
        description:
          "Stop once the 95% interval over exactly these prompts is at most this many percentage points wide.",
      }),
    ),
    change: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 100,
        description:
          "Stop once a change from the previous report is shown, or one of this many points is ruled out.",
      }),
    ),
    atMost: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: asksPerRunMax,
        description: "Calls at most; default: ten of each prompt to each assistant.",
      }),
    ),
  },
  {
    title: "Until",
    description: "Ask each prompt twice, then again until enough is known: `width` or `change`.",
    examples: [{ width: 20, atMost: 400 }],
  },
);

/** Throws a 400 unless exactly one of width and change is given. */
export function checkUntil(until: Static<typeof UntilTerms> | null | undefined): Until | undefined {
  if (!until) return undefined;
  if ((until.width === undefined) !== (until.change === undefined)) return until;
  throw invalid([
    {
      in: "body",
      path: "/until",
      code: "invalid",
      message: "`until` takes either `width` or `change`.",
      expected: "width or change",
    },
  ]);
}
