import { useLocation } from "preact-iso";
import { answersPath, projectPath, type Query, withTerms } from "../../address.ts";
import type { Brief, Project } from "../../api/questions.ts";
import { filterIn } from "../../filter.ts";
import type { ProjectPage } from "../../pages.ts";
import { useMay } from "../../parts/may.ts";
import { next } from "../../words.ts";
import { RunNow } from "./run-now.tsx";

/** Three steps of the brief, each a click from where it is done. */
export function NextSteps({
  brief,
  project,
  projectId,
  imported,
}: {
  brief: Brief;
  project: Project | undefined;
  projectId: string;
  /** Its answers are imported, not asked for. */
  imported: boolean;
}) {
  const { viewer } = useMay();
  const { query } = useLocation();
  return (
    <section class="sec" aria-labelledby="n">
      <h2 id="n">{next.title}</h2>
      <ol class="acts">
        {brief.next_actions.map((step, at) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.rationale}</p>
            {imported && asking.includes(step.action) && !viewer && (
              <a class={at === 0 ? "btn prime" : "btn"} href={projectPath(projectId, "import")}>
                {step.action === "add_prompts" ? next.importMore : next.importAgain}
              </a>
            )}
            {!(imported && asking.includes(step.action)) &&
              next.acts[step.action] &&
              !(viewer && step.action === "connect_engine") && (
                <a class={at === 0 ? "btn prime" : "btn"} href={placeOf(step, projectId, query)}>
                  {next.acts[step.action]}
                </a>
              )}
            {step.action === "run_again" && !imported && project && !viewer && (
              <RunNow project={project} prime={at === 0} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What is done by asking; where answers are imported, by importing. */
const asking: readonly Brief["next_actions"][number]["action"][] = [
  ...(["add_prompts", "raise_samples", "schedule_runs", "run_again"] as const),
];

function placeOf(
  { action, prompt_keys }: Brief["next_actions"][number],
  projectId: string,
  query: Query,
): string {
  if (action === "connect_engine") return withTerms("/welcome", { project: projectId, step: "assistants" });
  const page = pages[action];
  if (page) return projectPath(projectId, page, page === "settings" ? {} : filterIn(query));
  const [key] = prompt_keys;
  return answersPath(projectId, query, { prompt: key });
}

/** Where each step is done; the others are about answers. */
const pages: Partial<Record<Brief["next_actions"][number]["action"], ProjectPage>> = {
  close_gap: "content",
  become_citable: "readiness",
  study_competitor: "rivals",
  add_prompts: "prompts",
  add_competitors: "settings",
  set_domain: "settings",
  raise_samples: "settings",
  schedule_runs: "settings",
};
