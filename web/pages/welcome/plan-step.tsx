import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { measurementPlanOf } from "../../api/page-questions.ts";
import { type MeasurementPlan, type Project, projectOf, reportsOf } from "../../api/questions.ts";
import { learn, refresh, useKnown } from "../../api/resource.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Await, Bones } from "../../parts/states.tsx";
import { welcome } from "../../words/welcome.ts";
import { PlanRow, type Spent } from "./plan-row.tsx";
import { addressOf } from "./steps.ts";

const words = welcome.plan;
const timesOffered = [1, 2, 3, 5, 10];
/** Points to begin with, to learn what the run as it is will show. */
const firstWithin = 10;
/** The widest range that a plan is made for. */
const mostWithin = 50;
/** One step more: a range narrower by a quarter. */
const narrower = 0.75;

/** What the run costs and shows, and what one step more would. */
export function PlanStep({ project }: { project: Project }) {
  const question = measurementPlanOf(project, firstWithin);
  const { value: plan, problem } = useKnown(project.prompt_count > 0 ? question : null);
  const now = plan && asItIs(plan);
  const within = now ? Math.min(mostWithin, Math.max(1, Math.round(now.half_width * 100 * narrower))) : null;
  const { value: more } = useKnown(within === null ? null : measurementPlanOf(project, within));
  if (project.prompt_count === 0)
    return (
      <>
        <h1 class="plain">{words.noPrompts}</h1>
        <p class="does">
          <a class="btn prime" href={addressOf("site", { project: project.id })}>
            {welcome.steps.site}
          </a>
        </p>
      </>
    );
  return (
    <>
      <h1 class="plain">{words.title}</h1>
      <Await question={question} value={plan} problem={problem} />
      {!now && !problem && <Bones heights={[200]} />}
      {plan && now && <Figures plan={plan} now={now} more={more} project={project} />}
    </>
  );
}

/** The run with today's prompts and samples: an alternative, unless it is the recommended plan itself. */
const asItIs = (plan: MeasurementPlan): Spent =>
  plan.alternatives.find(({ way }) => way === "as_it_is") ?? plan;

function Figures({
  plan,
  now,
  more,
  project,
}: {
  plan: MeasurementPlan;
  now: Spent;
  more: MeasurementPlan | undefined;
  project: Project;
}) {
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const { variance, from } = plan.assumptions;

  async function sample(samples: number) {
    setSays(null);
    try {
      const saved = await answerTo(() =>
        api.PATCH("/projects/{projectId}", {
          params: { path: { projectId: project.id } },
          body: { samples },
        }),
      );
      learn(projectOf(project.id), saved);
    } catch (error) {
      setSays(sayingOf(error));
    }
  }

  async function start() {
    setBusy(true);
    setSays(null);
    try {
      const report = await answerTo(() =>
        api.POST("/analyze/project", {
          body: { projectId: project.id },
          headers: { Prefer: "respond-async" },
        }),
      );
      void refresh(reportsOf(project.id));
      route(addressOf("run", { project: project.id, report: report.id }));
    } catch (error) {
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  return (
    <>
      <label class="field times">
        {words.times}
        <select
          value={project.samples}
          onChange={({ currentTarget }) => void sample(Number(currentTarget.value))}
        >
          {[...new Set([...timesOffered, project.samples])]
            .sort((a, b) => a - b)
            .map((each) => (
              <option key={each} value={each}>
                {words.often(each)}
              </option>
            ))}
        </select>
      </label>
      <table class="rows buy-run">
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col" class="pic">
              {words.interval}
            </th>
            <th scope="col" class="num">
              {words.asks}
            </th>
            <th scope="col" class="num">
              {words.cost}
            </th>
            <th scope="col" class="num wide">
              {words.time}
            </th>
          </tr>
        </thead>
        <tbody>
          <PlanRow name={words.this} spent={now} own />
          {more?.reached && more.half_width < now.half_width && <PlanRow name={words.more} spent={more} />}
        </tbody>
      </table>
      <p class="note">
        {words.note(variance.appearance_rate, from === "own")} {more && !more.reached && words.unreached}
      </p>
      {now.cost_usd === null && <p class="note">{words.noCost}</p>}
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <button type="button" class="prime" disabled={busy || now.asks === 0} onClick={() => void start()}>
          {words.start(now.asks)}
        </button>
      </p>
    </>
  );
}
