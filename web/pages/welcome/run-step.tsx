import { useEffect } from "preact/hooks";
import { projectPath } from "../../address.ts";
import { rowsOf } from "../../api/page-questions.ts";
import { latestReport, type Project, projectOf, type RawReport } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { Await } from "../../parts/states.tsx";
import { welcome } from "../../words/welcome.ts";
import { CameAnswer } from "./came-answer.tsx";
import { addressOf } from "./steps.ts";

const words = welcome.run;
/** Before so many answers nobody can say how long the rest takes. */
const toldFrom = 3;

/** The run as it goes: each answer as it comes, readable at once; then the way to the overview. */
export function RunStep({ project, reportId }: { project: Project; reportId: string | null }) {
  const question = reportId ? rowsOf(reportId) : null;
  const { value: run, problem } = useKnown(question);
  useEffect(() => {
    if (!run?.terminal) return;
    void refresh(projectOf(project.id));
    if (run.status !== "failed") void refresh(latestReport(project.id));
  }, [run?.terminal]);
  if (!question) return <None projectId={project.id} />;
  return (
    <>
      <Await question={question} value={run} problem={problem} bones={[40, 10, 200]} />
      {run && <Progress run={run} project={project} />}
      {run && run.rows.length > 0 && <Answers run={run} />}
    </>
  );
}

function None({ projectId }: { projectId: string }) {
  return (
    <>
      <h1 class="plain">{words.none}</h1>
      <p class="does">
        <a class="btn prime" href={addressOf("plan", { project: projectId })}>
          {words.again}
        </a>
      </p>
    </>
  );
}

function Progress({ run, project }: { run: RawReport; project: Project }) {
  const { jobs_done: done, jobs_failed: failed, jobs_total: total } = run.progress;
  const finishedCount = done + failed;
  if (run.terminal && done === 0)
    return (
      <>
        <h1 class="plain">{words.failed}</h1>
        <p class="stand">{run.failure?.message ?? words.failedSays}</p>
        {reasonsOf(run).map((reason) => (
          <p key={reason} class="sub">
            {reason}
          </p>
        ))}
        <p class="does">
          <a class="btn prime" href={addressOf("plan", { project: project.id })}>
            {words.again}
          </a>
        </p>
      </>
    );
  const spentMs = Math.max(0, Date.now() - Date.parse(run.created_at));
  const remainingSeconds =
    finishedCount >= toldFrom ? ((spentMs / finishedCount) * (total - finishedCount)) / 1000 : null;
  const heading = !run.terminal
    ? words.title(done, total)
    : failed > 0
      ? words.endedTitle(done, total)
      : words.done;
  return (
    <>
      <h1 class="plain">{heading}</h1>
      <p class="vh" role="status">
        {heading}
      </p>
      {!run.terminal && (
        <progress value={finishedCount} max={Math.max(1, total)} aria-label={welcome.steps.run} />
      )}
      <p class="sub">
        {!run.terminal &&
          (remainingSeconds !== null
            ? words.timeLeft(remainingSeconds)
            : finishedCount > 0
              ? words.coming
              : words.waiting)}{" "}
        {failed > 0 && words.partial(failed)} {run.terminal && reasonsOf(run).join(" ")}
      </p>
      {run.terminal && (
        <p class="does">
          <a class="btn prime" href={projectPath(project.id)}>
            {words.see}
          </a>
        </p>
      )}
    </>
  );
}

/** Why calls failed, each reason once for each assistant. */
const reasonsOf = ({ rows }: RawReport): string[] =>
  [
    ...new Set(
      rows.map(({ provider, error_code }) => (error_code ? words.reason(provider, error_code) : "")),
    ),
  ].filter(Boolean);

function Answers({ run }: { run: RawReport }) {
  const { rows, progress } = run;
  const newestFirst = [...rows].sort((one, other) =>
    (other.answered_at ?? "").localeCompare(one.answered_at ?? ""),
  );
  const more = progress.jobs_done + progress.jobs_failed - rows.length;
  return (
    <section class="sec" aria-labelledby="came">
      <h2 id="came">{words.answers}</h2>
      <ul class="came">
        {newestFirst.map((row) => (
          <CameAnswer key={row.row_id} reportId={run.id} row={row} />
        ))}
      </ul>
      {more > 0 && <p class="note">{words.more(more)}</p>}
    </section>
  );
}
