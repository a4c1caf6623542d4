import { type Static, Type } from "typebox";
import { gradeBounds, gradeLevels, gradeOf, levelAfter } from "../../../figures/planning/grade.ts";
import { gradeInWords } from "../../../figures/planning/grade-in-words.ts";
import type { NextComparison } from "../../../figures/planning/next-comparison.ts";
import type { ScoredReport } from "../../../figures/report.ts";
import { share } from "../../api/schema/rounding.ts";
import { Closed, Count, ObjectOrNull, OneOf } from "../../api/schema/schema.ts";
import { asksPerRunMax } from "../../runs/asking/planned-asks.ts";

export const GradeView = Closed(
  {
    level: OneOf(gradeLevels, {
      description:
        "What the report is good for: `decision` is known to ±10 points with changes of 12 seen, `directional` to ±15 and 20.",
    }),
    because: Type.String({ description: "Why, in words." }),
    half_width: Type.Number({ description: "Half the 95% interval over prompts like these." }),
    smallest_change: Type.Number({
      description:
        "Smallest change seen with a chance of 80%, in the next report or, once a series decides, within four; 1 if none is.",
    }),
    failing: Type.Boolean({
      description: "An assistant failed in over a tenth of its calls: directional at best.",
    }),
    sparse: Type.Boolean({
      description:
        "Fewer than five prompts name the brand, or fewer than five do not, so the interval can be too narrow: directional at best.",
    }),
    rare: Type.Boolean({
      description:
        "All mentions, or all answers without one, would fit into five prompts: if they come from a rare kind of prompt, the interval can be too narrow.",
    }),
    worded: Type.Boolean({
      description:
        "Over a quarter of the prompts repeat another in other words. The interval counts them as one; others may be among them: directional at best.",
    }),
    next_level: ObjectOrNull(
      Closed(
        {
          level: OneOf(gradeLevels, { description: "The level above." }),
          half_width: Type.Number({ description: "Most that half the interval may be." }),
          smallest_change: Type.Number({ description: "Most that the smallest change may be." }),
        },
        { title: "NextLevel", description: "The level above, and the two figures it requires." },
      ),
      "The level above, and the two figures it requires; null at the highest.",
    ),
    raise_with: ObjectOrNull(
      Closed(
        {
          level: OneOf(gradeLevels, { description: "The next level." }),
          prompts: Count("Prompts that it takes."),
          runs: Count("Times each is put to each assistant."),
          asks: Count("Calls that one report then makes."),
        },
        { title: "RaiseWith", description: "What earns the next level." },
      ),
      "What earns the next level, always more than this report; null at the highest, or if nothing earns it for sure.",
    ),
  },
  { title: "Grade", description: "What a report can be used for, decided by its figures." },
);

/** Null if nothing was measured. `next`: how the report after it will be judged. */
export function gradeView(scored: ScoredReport, next: NextComparison): Static<typeof GradeView> | null {
  const grade = gradeOf(scored, { costPerAsk: null, mostAsks: asksPerRunMax }, next);
  if (!grade) return null;
  const nextLevel = levelAfter(grade.level);
  const { level, halfWidth, smallestChange, failing, sparse, rare, worded, raiseWith } = grade;
  return {
    level,
    because: gradeInWords(grade),
    half_width: share(halfWidth),
    smallest_change: share(smallestChange),
    failing,
    sparse,
    rare,
    worded,
    next_level: nextLevel && {
      level: nextLevel,
      half_width: gradeBounds[nextLevel].halfWidth,
      smallest_change: gradeBounds[nextLevel].smallestChange,
    },
    raise_with: raiseWith && {
      level: raiseWith.level,
      prompts: raiseWith.plan.prompts,
      runs: raiseWith.plan.runs,
      asks: raiseWith.plan.prompts * raiseWith.plan.engines * raiseWith.plan.runs,
    },
  };
}
