import { projectPath, withTerms } from "../../address.ts";
import type { Project } from "../../api/questions.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { home } from "../../words/home.ts";
import { running as words } from "../../words/running.ts";
import { editors, overview } from "../../words.ts";
import { RunNow } from "./run-now.tsx";
import { Scale } from "./scale.tsx";

/** The page of a project without answers: the axis stays, with nothing on it. */
export function EmptyVerdict({ project, running }: { project: Project; running: boolean }) {
  return (
    <section class="verdict" aria-labelledby="v">
      <div>
        <h1 id="v">{words.emptyVerdict(project.brand)}</h1>
        <p class="stand">{project.prompt_count > 0 ? words.emptySays : words.emptyNoPrompts}</p>
        <figure class="ruler">
          <svg role="img" aria-label={overview.axis("")}>
            <Scale />
          </svg>
        </figure>
        {!running && (
          <p class="does">
            <EditorsOnly says={project.prompt_count > 0 ? editors.run : editors.setUp}>
              {project.prompt_count > 0 ? (
                <RunNow project={project} prime />
              ) : (
                <a class="btn prime" href={withTerms("/welcome", { project: project.id })}>
                  {home.goOn}
                </a>
              )}{" "}
              <a class="btn" href={projectPath(project.id, "import")}>
                {overview.import}
              </a>
            </EditorsOnly>
          </p>
        )}
      </div>
    </section>
  );
}
