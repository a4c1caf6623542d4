import { answerTo, api, type Schemas } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { refreshProject } from "../../api/resource.ts";
import { importing as words } from "../../words/import.ts";
import type { ImportedAnswer } from "./answers.ts";

/** Makes a report of answers, with the codes of warnings; what is known of the project follows. Throws ApiProblem. */
export async function importAnswers(
  projectId: string,
  answers: readonly ImportedAnswer[],
): Promise<{ report: Schemas["SummaryReport"]; warned: string[] }> {
  let warned: string[] = [];
  const report = await answerTo(async () => {
    const params = { path: { projectId } };
    const answer = await api.POST("/projects/{projectId}/imports", { params, body: [...answers] });
    warned = (answer.data?.meta.warnings ?? []).map(({ code }) => code);
    return answer;
  });
  await refreshProject(projectId);
  return { report, warned };
}

const issuesMost = 5;

/** What the server has against single answers, each with its place in the file. */
export function issuesOf(problem: unknown, placeOf: (at: number) => string): string[] {
  const rawIssues = problem instanceof ApiProblem ? problem.details.issues : null;
  if (!Array.isArray(rawIssues)) return [];
  return (rawIssues as { path: string; message: string }[])
    .slice(0, issuesMost)
    .flatMap(({ path, message }) => {
      const [, at] = /^\/(\d+)(?:\/|$)/.exec(path) ?? [];
      return at === undefined ? [] : [words.refused(placeOf(Number(at)), message)];
    });
}
