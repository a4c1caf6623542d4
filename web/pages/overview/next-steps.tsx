import type { Brief } from "../../api/questions.ts";
import { next } from "../../words.ts";

/** Three steps of the brief, each a click from where it is done. */
export function NextSteps({ brief, projectId }: { brief: Brief; projectId: string }) {
  return (
    <section class="sec" aria-labelledby="n">
      <h2 id="n">{next.title}</h2>
      <ol class="acts">
        {brief.next_actions.map((step, at) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.rationale}</p>
            <a class={at === 0 ? "btn prime" : "btn"} href={placeOf(step, projectId)}>
              {next.acts[step.action] ?? next.other}
            </a>
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
