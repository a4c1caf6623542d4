import { type Static, Type } from "typebox";
import { asksPerRunMax } from "../../../domain/project/asks.ts";
import { type Grade, gradeOf } from "../../../domain/report/planning/grade.ts";
import type { ScoredReport } from "../../../domain/report/report.ts";
import { share } from "../../schema/rounding.ts";
import { Closed, Count, ObjectOrNull } from "../../schema/schema.ts";

export const GradeView = Closed(
  {
    grade: Type.String({
      description: "A: half width up to 5 points and changes of 7 seen; B: 10 and 12; C: 15 and 20; D: less.",
    }),
    half_width: Type.Number({
      description: "Half of the 95% interval over prompts like these.",
    }),
    smallest_change: Type.Number({
      description: "Smallest change to the next report seen with a chance of 80%.",
    }),
    failing: Type.Boolean({
      description: "An assistant failed in over a tenth of its calls: C at best.",
    }),
    sparse: Type.Boolean({
      description:
        "Fewer than five prompts name the brand, or fail to, so the interval can be too narrow: C at best.",
    }),
    better: ObjectOrNull(
      Closed(
        {
          grade: Type.String({ description: "The next better grade." }),
          prompts: Count("Prompts that it takes."),
          runs: Count("Times each is put to each assistant."),
          asks: Count("Calls that this makes."),
        },
        { title: "BetterGrade", description: "What earns the next better grade." },
      ),
      "What earns the next better grade; null for A, and where more asking would not.",
    ),
  },
  { title: "Grade", description: "What a report can be used for, decided by its figures." },
);

/** Null where nothing was measured. */
export function gradeView({ metrics, cells }: ScoredReport): Static<typeof GradeView> | null {
  const grade: Grade | null = gradeOf(metrics, cells, { costPerAsk: null, mostAsks: asksPerRunMax });
  return (
    grade && {
      grade: grade.grade,
      half_width: share(grade.halfWidth),
      smallest_change: share(grade.smallestChange),
      failing: grade.failing,
      sparse: grade.sparse,
      better: grade.better && {
        grade: grade.better.grade,
        prompts: grade.better.plan.prompts,
        runs: grade.better.plan.runs,
        asks: grade.better.plan.asks,
      },
    }
  );
}
