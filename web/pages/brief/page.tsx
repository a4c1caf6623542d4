import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { projectPath, reportPath, withTerms } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { type Brief, briefOf, figuresOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { filterIn, filterOf } from "../../filter.ts";
import { copied } from "../../parts/copied.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { FilterFields } from "../../parts/filter.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useLatest } from "../../parts/latest.ts";
import { Share } from "../../parts/share.tsx";
import { Await } from "../../parts/states.tsx";
import { brief as words } from "../../words/acting.ts";
import { draft } from "../../words/content.ts";
import { frame } from "../../words.ts";
import "./brief.css";
import { Cited, Lost } from "./brief-tables.tsx";

type Timeframe = keyof typeof words.frames;

const frames = Object.keys(words.frames) as Timeframe[];

/** `/projects/{id}/brief`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { query, path, route } = useLocation();
  const timeframe = frames.find((each) => each === query.timeframe) ?? "30d";
  const { value: report, empty } = useLatest(projectId, figuresOf(projectId));
  const day = useDays(projectId);
  const filter = filterOf(query);
  const question = briefOf(projectId, timeframe, filter);
  const { value: brief, problem } = useKnown(report ? question : null);
  const madeUp = report?.surfaces.includes("sandbox") === true;
  return (
    <Frame projectId={projectId} section="brief">
      <div class="bar">
        <p>
          {brief && words.measured(day(brief.measured_at))}
          {madeUp && <span class="madeup"> {frame.madeUp}</span>}
        </p>
        <div class="run">
          <FilterFields projectId={projectId} report={report} />
          <fieldset class="sw">
            <legend class="vh">{words.frame}</legend>
            {frames.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="frame"
                  checked={each === timeframe}
                  onChange={() =>
                    route(withTerms(path, query, { timeframe: each === "30d" ? "" : each }), true)
                  }
                />
                {words.frames[each]}
              </label>
            ))}
          </fieldset>
        </div>
      </div>
      <Await question={question} value={brief} problem={problem} bones={empty ? [] : [40, 60, 300]} />
      {empty && (
        <>
          <h1 class="plain">{words.title}</h1>
          <p class="stand">{words.none}</p>
          <p class="does">
            <a class="btn prime" href={projectPath(projectId)}>
              {words.toOverview}
            </a>
          </p>
        </>
      )}
      {brief && <Whole brief={brief} madeUp={madeUp} />}
    </Frame>
  );
}

function Whole({ brief, madeUp }: { brief: Brief; madeUp: boolean }) {
  const day = useDays(brief.project_id);
  const { trend, competitor_signal: rival, interventions, next_actions: steps, part } = brief;
  return (
    <article class="handout">
      <h1 class="plain">{words.of(brief.brand, part?.tag, part?.provider)}</h1>
      {madeUp && <p class="notice">{words.madeUp}</p>}
      <p class="stand">
        <bdi>{trend.sentence}</bdi>
      </p>
      <Handing brief={brief} />
      {rival && (
        <section class="sec" aria-labelledby="watch">
          <h2 id="watch">{words.watch}</h2>
          <p class="says">
            <bdi>{rival.sentence}</bdi>
          </p>
        </section>
      )}
      <section class="sec" aria-labelledby="next">
        <h2 id="next">{words.next}</h2>
        <ol class="do">
          {steps.map((step) => (
            <li key={step.title}>
              <h3>
                <bdi>{step.title}</bdi>
              </h3>
              <p>
                <bdi>{step.rationale}</bdi>
              </p>
            </li>
          ))}
        </ol>
      </section>
      <Lost brief={brief} />
      {interventions.length > 0 && (
        <section class="sec" aria-labelledby="done">
          <h2 id="done">{words.done}</h2>
          <ul class="did">
            {interventions.map(({ id, at, title, sentence }) => (
              <li key={id}>
                <h3>
                  <bdi>{title}</bdi> <span class="soft">{day(at)}</span>
                </h3>
                <p>{sentence}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Cited brief={brief} />
    </article>
  );
}

/** Out of the app: on paper, into a mail, or as the figures in full. */
function Handing({ brief }: { brief: Brief }) {
  const [says, setSays] = useState<string | null>(null);
  const { part } = brief;

  async function copy() {
    const done = await copied(brief.markdown);
    setSays(done ? draft.copied : draft.noCopy);
  }

  return (
    <p class="does">
      <button type="button" class="prime" onClick={() => window.print()}>
        {words.print}
      </button>
      {/* A link shows the whole project. */}
      {!part && (
        <EditorsOnly>
          <Share projectId={brief.project_id} plain />
        </EditorsOnly>
      )}
      <button type="button" onClick={() => void copy()}>
        {words.copy}
      </button>
      <a class="btn" href={reportPath(brief.report_id, filterIn(useLocation().query))}>
        {words.full}
      </a>
      {says && (
        <span class="soft" role="status">
          {says}
        </span>
      )}
    </p>
  );
}
