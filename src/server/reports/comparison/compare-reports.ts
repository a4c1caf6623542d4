import { Type } from "typebox";
import { comparison, comparisonOfStopped } from "../../../figures/comparison.ts";
import { headline, silentAssistants } from "../../../figures/headline.ts";
import { isOnlyBranded } from "../../../figures/report.ts";
import { readingDifferencesOf } from "../../../reader/reading-difference.ts";
import { action } from "../../api/action.ts";
import type { Context } from "../../api/context.ts";
import { partTerms, reportId } from "../../api/examples/northwind.ts";
import { ReportId } from "../../api/schema/id-terms.ts";
import { partFields } from "../../api/schema/part-fields.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { comparedOver, reportOver, requestedPart } from "../part/report-part.ts";
import { seriesByAssistant } from "../part/series-by-assistant.ts";
import { isStoppedByPerson } from "../report-end.ts";
import { reportExamples } from "../report-examples.ts";
import { reportMark } from "../report-mark.ts";
import { findComparedReport, findReport, type Report } from "../reports.ts";
import { warnOf } from "../warnings.ts";
import { comparisonWith } from "./comparison-examples.ts";
import { ComparisonView, comparisonView } from "./comparison-view.ts";

export const compareReports = action({
  name: "compare_reports",
  http: "GET /v1/reports/{reportId}/compare",
  summary:
    "Compare two reports: prompts, assistants, competitors and sources gained and lost, judged against noise.",
  description: "Shows why a figure moved.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: () => true,
  tool: true,
  problems: ["REPORT_NOT_FOUND", "REPORT_NOT_READY"],
  // The other report is of the same project, and so in its mark.
  mark: ({ db, caller, now }, { reportId }) =>
    reportMark(db, caller, reportId, { answers: false, now: now() }),
  input: Type.Object({
    reportId: ReportId,
    with: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "Id of an earlier report; default: the last of its kind.",
      }),
    ),
    ...partFields,
  }),
  output: ComparisonView,
  example: () => ({
    fields: { reportId, with: reportId, ...partTerms },
    answers: { Comparison: { summary: "Two reports", data: comparisonWith(reportExamples().summary) } },
  }),
}).run(async (context, { reportId, with: otherId, ...terms }) => {
  const { db, caller } = context;
  const reportPair = await findComparedReport(db, caller, reportId);
  if (!reportPair) throw new Problem("REPORT_NOT_FOUND");
  const whole = measured(reportPair.report);
  const wholeOther =
    otherId === undefined ? before(reportPair.previous) : await findOtherReport(context, whole, otherId);
  const part = await requestedPart(context, whole.projectId, terms);
  const { judged, ...over } = await comparedOver(context, reportPair, part);
  // The two that the summary compares have its verdict; any others have their own.
  const isUsual = wholeOther.id === reportPair.previous?.id;
  const report = measured(over.report);
  const otherOver = () =>
    part ? reportOver({ db, parsing: context.parsing }, wholeOther, part) : wholeOther;
  const other = measured(isUsual ? over.previous! : await otherOver());
  const compared = comparison(
    ...([other.scored, report.scored, readingDifferencesOf(other, report)] as const),
    isUsual ? judged.series : null,
    isUsual ? await seriesByAssistant(context, whole, report.scored, part) : undefined,
  );
  const stopped = isStoppedByPerson(report) || isStoppedByPerson(other);
  const { change, ...rest } = stopped ? comparisonOfStopped(compared) : compared;
  warnOf(context, report, { readings_differ: change.readingsDiffer });
  const { metrics, competitors, providers } = report.scored;
  return comparisonView({
    report,
    other,
    projectId: report.projectId,
    headline: headline({
      brand: report.brand,
      metrics,
      rivals: competitors,
      silent: silentAssistants(providers),
      onlyBranded: isOnlyBranded(report.scored),
      change,
      stopped,
      ...(isUsual ? {} : { pair: true }),
    }),
    days: judged.days,
    comparison: { change, ...rest },
  });
});

type Measured = Report & { scored: NonNullable<Report["scored"]> };

function measured(report: Report): Measured {
  if (report.scored) return { ...report, scored: report.scored };
  throw new Problem("REPORT_NOT_READY", { details: { report_id: report.id, status: report.status } });
}

function before(previous: Report | null): Measured {
  if (previous) return measured(previous);
  throw new Problem("REPORT_NOT_READY", {
    message:
      "There is no report of the same kind before this one to compare it with. Name another in `with`.",
  });
}

async function findOtherReport({ db, caller }: Context, report: Report, id: string): Promise<Measured> {
  const other = await findReport(db, caller, id);
  if (!other) throw new Problem("REPORT_NOT_FOUND");
  const why = whyNot(report, other);
  if (why) throw invalid([{ in: "query", path: "/with", code: "not_comparable", message: why }]);
  return measured(other);
}

/** Why two reports cannot be compared; null if they can. */
function whyNot(report: Report, other: Report): string | null {
  if (other.id === report.id) return "This is the report itself.";
  if (other.projectId !== report.projectId) return "This report belongs to another project.";
  if (other.brand !== report.brand) return "This report is about another brand.";
  if (other.sandbox !== report.sandbox) return "Only one of the two reports has made-up answers.";
  return null;
}
