import type { Project } from "../../api/questions.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { editors, home, overview } from "../../words.ts";
import { RunNow } from "./run-now.tsx";

/** The page of a project without answers: the axis stays, with nothing on it. */
export function EmptyVerdict({ project, running }: { project: Project; running: boolean }) {
  return (
    <section class="verdict" aria-labelledby="v">
      <div>
        <h1 id="v">{overview.emptyVerdict(project.brand)}</h1>
        <p class="stand">{project.prompt_count > 0 ? overview.emptySays : overview.emptyNoPrompts}</p>
        <figure class="ruler">
          <svg role="img" aria-label={overview.axis("")}>
            <line class="r-ax" x1="0" x2="100%" y1="36" y2="36" />
            <g class="r-ax">
              <line x1="0" x2="0" y1="31" y2="41" />
              <line x1="100%" x2="100%" y1="31" y2="41" />
            </g>
            <text x="0" y="62">
              0%
            </text>
            <text x="100%" y="62" text-anchor="end">
              100%
            </text>
          </svg>
        </figure>
        {!running && (
          <p class="does">
            <EditorsOnly says={project.prompt_count > 0 ? editors.run : editors.setUp}>
              {project.prompt_count > 0 ? (
                <RunNow project={project} prime />
              ) : (
                <a class="btn prime" href={`/welcome?${new URLSearchParams({ project: project.id })}`}>
                  {home.goOn}
                </a>
              )}
            </EditorsOnly>
          </p>
        )}
      </div>
    </section>
  );
}
