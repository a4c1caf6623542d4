import type { Brief, Project } from "../../api/questions.ts";
import { next } from "../../words.ts";
import { RunNow } from "./run-now.tsx";

/** Three steps of the brief, each a click from where it is done. */
export function NextSteps({
  brief,
  project,
  projectId,
}: {
  brief: Brief;
  project: Project | undefined;
  projectId: string;
}) {
  return (
    <section class="sec" aria-labelledby="n">
      <h2 id="n">{next.title}</h2>
      <ol class="acts">
        {brief.next_actions.map((step, at) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.rationale}</p>
            {next.acts[step.action] && (
              <a class={at === 0 ? "btn prime" : "btn"} href={placeOf(step, projectId)}>
                {next.acts[step.action]}
              </a>
            )}
            {step.action === "run_again" && project && <RunNow project={project} prime={at === 0} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function placeOf({ action, prompt_keys }: Brief["next_actions"][number], projectId: string): string {
  const home = `/projects/${projectId}`;
  if (action === "study_competitor") return `${home}/rivals`;
  if (action === "become_citable") return `${home}/sources`;
  if (action === "add_prompts") return `${home}/prompts`;
  const [key] = prompt_keys;
  return key ? `${home}/answers?${new URLSearchParams({ prompt: key })}` : `${home}/answers`;
}
