import { type Static, Type } from "typebox";
import { Nullable } from "../../api/schema/schema.ts";
import { auditKeptDays } from "../audit-log/audit-log.ts";

/** As long as the server keeps answers at most: 13 months. */
const answersMost = 396;
/** So that nobody can cover their tracks. */
const auditLeast = 30;

const Days = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Nullable(Type.Integer({ minimum, maximum }), { description }));

export const RetentionTerms = Type.Object(
  {
    answersDays: Days(1, answersMost, "Days to keep the text of answers; null: 13 months."),
    rowsDays: Days(
      1,
      answersMost,
      "Days to keep the rows of answers, with their text and what was read in it; null: 13 months.",
    ),
    auditDays: Days(auditLeast, auditKeptDays, "Days to keep the audit log; null: 400."),
  },
  { description: "How long things are kept; nothing is deleted on the first day after a change." },
);

export const daysOf = ({ answersDays, rowsDays, auditDays }: Static<typeof RetentionTerms>) => ({
  answers: answersDays,
  rows: rowsDays,
  audit: auditDays,
});
