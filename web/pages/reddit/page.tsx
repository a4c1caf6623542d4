import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { projectPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { redditOf } from "../../api/page-questions.ts";
import { latestSummary, type Reddit } from "../../api/questions.ts";
import { type Question, refresh, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { isNarrow, type PromptFilter, promptFilterOf } from "../../filter.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { PromptFilterFields, PromptFilterNote } from "../../parts/filter.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useLatest } from "../../parts/latest.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Await } from "../../parts/states.tsx";
import { reddit as words } from "../../words/acting.ts";
import { frame } from "../../words.ts";
import "./reddit.css";
import { ThreadLine } from "./thread.tsx";

/** `/projects/{id}/reddit`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { value: report, project, empty } = useLatest(projectId, latestSummary(projectId));
  const filter = promptFilterOf(useLocation().query);
  const question = redditOf(projectId, filter);
  const { value: list, problem } = useKnown(project && !empty ? question : null);
  return (
    <Frame projectId={projectId} section="reddit">
      <div class="bar">
        <p>
          {project &&
            list?.refresh?.completed_at &&
            words.looked(dayIn(project.timezone, list.refresh.completed_at), list.refresh.threads)}
          {report?.surfaces.includes("sandbox") && <span class="madeup"> {frame.madeUp}</span>}
        </p>
        <div class="run">
          {project && !empty && <PromptFilterFields projectId={projectId} />}
          {list && (
            <EditorsOnly says={words.viewer}>
              <Look projectId={projectId} list={list} question={question} />
            </EditorsOnly>
          )}
        </div>
      </div>
      <h1 class="plain">{words.title}</h1>
      <p class="sub lead">{words.says}</p>
      {list && <PromptFilterNote says={words.onlyTagged} anyAssistant={words.anyAssistant} />}
      {empty && (
        <>
          <p class="stand">{words.unready}</p>
          <p class="does">
            <a class="btn prime" href={projectPath(projectId)}>
              {words.toOverview}
            </a>
          </p>
        </>
      )}
      <Await question={question} value={list} problem={problem} bones={empty ? [] : [150, 150]} />
      {list && <Threads list={list} filter={filter} />}
    </Frame>
  );
}

function Threads({ list, filter }: { list: Reddit; filter: PromptFilter }) {
  const { opportunities, refresh: look, project_id } = list;
  const dropped = Object.values(look?.dropped ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {look && !look.terminal && (
        <p class="notice calm" role="status">
          {words.looking}
        </p>
      )}
      {look?.failure && <p class="notice">{look.failure.message}</p>}
      {look?.terminal && !look.searched && <p class="notice calm">{words.unsearched}</p>}
      {opportunities.length === 0 && (!look || look.terminal) && (
        <p class="stand">{!look ? words.never : isNarrow(filter) ? words.noneTagged : words.none}</p>
      )}
      <ul class="threads">
        {opportunities.map((thread) => (
          <ThreadLine key={thread.id} thread={thread} projectId={project_id} />
        ))}
      </ul>
      {dropped > 0 && <p class="note">{words.dropped(dropped)}</p>}
    </>
  );
}

interface LookProps {
  projectId: string;
  list: Reddit;
  question: Question<Reddit>;
}

/** Has threads looked for; the list shows how far that is. */
function Look({ projectId, list, question }: LookProps) {
  const [says, setSays] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const under = list.refresh !== null && !list.refresh.terminal;

  async function look() {
    setBusy(true);
    setSays(null);
    try {
      const path = { projectId };
      await answerTo(() =>
        api.POST("/projects/{projectId}/reddit-opportunities/refresh", { params: { path } }),
      );
      await refresh(question);
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {says && <span role="alert">{says}</span>}
      <button type="button" disabled={busy || under} onClick={() => void look()}>
        {words.look}
      </button>
    </>
  );
}
