import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { isMissing } from "../../api/problem.ts";
import { projectOf, reportsOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { useMay } from "../../parts/may.ts";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { Bones, Missing, Trouble } from "../../parts/states.tsx";
import { welcome as words } from "../../words/welcome.ts";
import { editors, frame } from "../../words.ts";
import { AssistantsStep } from "./assistants-step.tsx";
import { BrandStep } from "./brand-step.tsx";
import { PlanStep } from "./plan-step.tsx";
import { RunStep } from "./run-step.tsx";
import { SiteStep } from "./site-step.tsx";
import { addressOf, isStep, type Step, stepOf, steps } from "./steps.ts";
import "./welcome.css";

/** `/welcome`: a new project, from its name to its first answers. */
export function Page() {
  const { query, route } = useLocation();
  const projectId = query.project;
  const question = projectId ? projectOf(projectId) : null;
  const { value: project, problem } = useKnown(question);
  const { value: reports } = useKnown(projectId ? reportsOf(projectId) : null);
  const runs = reports?.filter(({ type }) => type !== "generated_content");
  const running = runs?.find(({ terminal }) => !terminal);
  const ready = !projectId || (project && (query.step || reports));
  const step = isStep(query.step) ? query.step : stepOf(project, running !== undefined);
  const destination = projectId && ready && !query.step ? { project: projectId, report: running?.id } : null;
  useEffect(() => {
    // Where somebody goes on is found once: a run that ends does not lead away from its answers.
    const { project, report } = destination ?? {};
    if (project) route(addressOf(step, { project, ...(report ? { report } : {}) }), true);
  }, [destination?.project]);
  if (problem && isMissing(problem)) return <Missing />;
  const { viewer } = useMay();
  const madeUp = project?.providers.every((provider) => provider === "sandbox") && step !== "brand";
  return (
    <PlainFrame title={words.title}>
      <div class="bar">
        <p>
          {words.title}
          {madeUp && <span class="madeup"> {frame.madeUp}</span>}
        </p>
      </div>
      <StepList at={step} projectId={project?.id} prompts={project?.prompt_count ?? 0} />
      {problem && question && (
        <Trouble problem={problem} hasValue={project !== undefined} again={() => void refresh(question)} />
      )}
      {!ready && !problem && <Bones heights={[40, 200]} />}
      {viewer && (
        <>
          <h1 class="plain">{words.title}</h1>
          <p class="stand">{editors.begin}</p>
        </>
      )}
      {ready && !viewer && (
        <div class="step">
          {(!project || step === "brand") && <BrandStep key={project?.id} project={project} />}
          {project && step === "site" && <SiteStep key={project.id} project={project} />}
          {project && step === "assistants" && <AssistantsStep project={project} />}
          {project && step === "plan" && <PlanStep project={project} />}
          {project && step === "run" && (
            <RunStep project={project} reportId={query.report ?? running?.id ?? runs?.[0]?.id ?? null} />
          )}
        </div>
      )}
      <p class="note later">{words.later}</p>
    </PlainFrame>
  );
}

/** The five steps; those that can be gone to are links. */
function StepList({ at, projectId, prompts }: { at: Step; projectId: string | undefined; prompts: number }) {
  const { query } = useLocation();
  const { crawl } = query;
  const can = (step: Step) =>
    projectId !== undefined &&
    step !== at &&
    step !== "run" &&
    (prompts > 0 || step === "brand" || step === "site");
  return (
    <nav class="stages" aria-label={words.stepsLabel}>
      <ol>
        {steps.map((step) => (
          <li key={step} class={step === at ? "at" : ""} aria-current={step === at ? "step" : undefined}>
            {can(step) ? (
              <a
                href={addressOf(step, {
                  ...(projectId ? { project: projectId } : {}),
                  ...(crawl ? { crawl } : {}),
                })}
              >
                {words.steps[step]}
              </a>
            ) : (
              words.steps[step]
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
