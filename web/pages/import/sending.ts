import { api, type Schemas, wholeAnswerTo } from "../../api/client.ts";
import { keep } from "../../api/kept.ts";
import { ApiProblem } from "../../api/problem.ts";
import {
  briefOf,
  everyReportOf,
  latestReport,
  projectList,
  projectOf,
  reportsOf,
  trendsOf,
} from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { importing as words } from "../../words/import.ts";
import type { ImportedAnswer } from "./answers.ts";

/** Makes a report of answers; what is known of the project follows, and its page says the warnings. Throws ApiProblem. */
export async function importAnswers(
  projectId: string,
  answers: readonly ImportedAnswer[],
): Promise<Schemas["SummaryReport"]> {
  const { data: report, meta } = await wholeAnswerTo(() =>
    api.POST("/projects/{projectId}/imports", { params: { path: { projectId } }, body: [...answers] }),
  );
  const warned = (meta?.warnings ?? []).map(({ code }) => code);
  if (warned.length > 0) keep(importWarningsOf(report.id), warned);
  await refresh(projectOf(projectId));
  // The report is shown meanwhile.
  for (const question of [
    ...[latestReport(projectId), reportsOf(projectId), everyReportOf(projectId)],
    ...[trendsOf(projectId), trendsOf(projectId, "12m"), briefOf(projectId), projectList()],
  ])
    void refresh<unknown>(question);
  return report;
}

/** Where the page of a report finds the codes of the warnings that its import had. */
export const importWarningsOf = (reportId: string): string => `import warnings ${reportId}`;

const issuesMost = 5;

/** What the server has against single answers, each with its place in the file. */
export function issuesOf(problem: unknown, placeOf: (at: number) => string): string[] {
  const found = problem instanceof ApiProblem ? problem.details.issues : null;
  if (!Array.isArray(found)) return [];
  return (found as { path: string; message: string }[]).slice(0, issuesMost).flatMap(({ path, message }) => {
    const [, at] = /^\/(\d+)(?:\/|$)/.exec(path) ?? [];
    return at === undefined ? [] : [words.refused(placeOf(Number(at)), message)];
  });
}
