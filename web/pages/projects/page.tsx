import { projectPath, withTerms } from "../../address.ts";
import { latestSummary, type Project, projectList, type SummaryReport } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { percentRange } from "../../figures/rate.ts";
import { dayIn } from "../../figures/time.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { Await } from "../../parts/states.tsx";
import { home } from "../../words/home.ts";
import { editors, frame, namedIn, ranked } from "../../words.ts";
import "./projects.css";

/** `/`, signed in: each project as one sentence. */
export function Page() {
  const question = projectList();
  const { value: projects, problem } = useKnown(question);
  return (
    <PlainFrame title={home.title}>
      <div class="bar">
        <p />
        {projects && projects.length > 0 && (
          <div class="run">
            <EditorsOnly says={editors.begin}>
              <a class="btn" href="/welcome">
                {home.begin}
              </a>
            </EditorsOnly>
          </div>
        )}
      </div>
      <h1 class="plain">{home.title}</h1>
      <Await question={question} value={projects} problem={problem} bones={[70, 70, 70]} />
      {projects?.length === 0 && (
        <>
          <p class="stand">{home.none}</p>
          <EditorsOnly says={editors.begin}>
            <p class="sub">{home.noneHow}</p>
            <p class="does">
              <a class="btn prime" href="/welcome">
                {home.begin}
              </a>
            </p>
          </EditorsOnly>
        </>
      )}
      {projects && projects.length > 0 && (
        <ul class="projects">
          {projects.map((project) => (
            <Line
              key={project.id}
              project={project}
              shared={projects.filter(({ name }) => name === project.name).length > 1}
            />
          ))}
        </ul>
      )}
    </PlainFrame>
  );
}

/** `shared`: another project has the same name. */
function Line({ project, shared }: { project: Project; shared: boolean }) {
  const { value: report } = useKnown(project.latest_report_id ? latestSummary(project.id) : null);
  return (
    <li>
      <h2>
        <a href={projectPath(project.id)}>
          <bdi>{project.name}</bdi>
        </a>
        {shared && (
          <span class="soft"> {home.apart(project.domain, dayIn(project.timezone, project.created_at))}</span>
        )}
      </h2>
      {report ? (
        <Said report={report} timezone={project.timezone} />
      ) : project.latest_report_id ? (
        <span class="bone line" />
      ) : (
        <p class="soft">
          {home.unmeasured}{" "}
          <EditorsOnly>
            <a href={withTerms("/welcome", { project: project.id })}>{home.goOn}</a>
          </EditorsOnly>
        </p>
      )}
    </li>
  );
}

function Said({ report, timezone }: { report: SummaryReport; timezone: string }) {
  const { brand, metrics } = report;
  const [before, figure, after] = namedIn(brand, metrics);
  const range = percentRange(metrics.appearance_rate_ci);
  return (
    <>
      <p class="says">
        <bdi>{before}</bdi>
        <b>{figure}</b>
        {after.replace(".", "")}
        {range && <span class="soft"> ({range} for prompts like these)</span>}. {ranked(report)}
      </p>
      <p class="note">
        {report.measured_at && dayIn(timezone, report.measured_at)}
        {report.surfaces.includes("sandbox") && <span class="madeup"> {frame.madeUp}</span>}
      </p>
    </>
  );
}
