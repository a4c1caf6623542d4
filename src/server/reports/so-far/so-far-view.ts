import { type Static, Type } from "typebox";
import type { AnswersSoFar, SoFar } from "../../../figures/so-far.ts";
import { Closed } from "../../api/schema/schema.ts";
import type { ReportRecord } from "../report-base.ts";

/** Beside the figures or rows of every view. */
export const soFarProperties = {
  provisional: Type.Boolean({
    description: "Whether this is of the answers so far; figures that are not there yet are null.",
  }),
  answers_in: Type.Integer({ minimum: 0, description: "Answers that this is made of." }),
  answers_asked: Type.Integer({
    minimum: 0,
    description: "The same with those still to come; calls that failed are in neither number.",
  }),
};

const SoFarView = Closed(soFarProperties);

export function soFarView(
  report: ReportRecord,
  progress: AnswersSoFar = answersOf(report),
): Static<typeof SoFarView> {
  return {
    provisional: report.status === "processing",
    answers_in: progress.answersIn,
    answers_asked: progress.answersAsked,
  };
}

/** By its figures, or by its calls where it has none. */
export function answersOf({ status, scored, jobsDone, jobsFailed, jobsTotal }: ReportRecord): AnswersSoFar {
  if (status === "processing") return { answersIn: jobsDone, answersAsked: jobsTotal - jobsFailed };
  const answers = scored ? scored.prompts.reduce((sum, { metrics }) => sum + metrics.answers, 0) : jobsDone;
  return { answersIn: answers, answersAsked: answers };
}

/** A report with the figures that are known of it so far. */
export const withSoFar = <R extends ReportRecord>(report: R, soFar: SoFar | null): R =>
  soFar ? { ...report, scored: soFar.scored } : report;
