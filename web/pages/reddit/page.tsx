import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { type Reddit, redditOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useLatest } from "../../parts/latest.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Bones, Trouble } from "../../parts/states.tsx";
import { reddit as words } from "../../words/acting.ts";
import { editors, frame } from "../../words.ts";
import "./reddit.css";
import { ThreadLine } from "./thread.tsx";

/** `/projects/{id}/reddit`. */
export function RedditPage() {
  const { projectId = "" } = useRoute().params;
  const { value: report, project, empty } = useLatest(projectId);
  const question = redditOf(projectId);
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
          {list && (
            <EditorsOnly says={editors.look}>
              <Look projectId={projectId} list={list} />
            </EditorsOnly>
          )}
        </div>
      </div>
      <h1 class="plain">{words.title}</h1>
      <p class="sub lead">{words.says}</p>
      {empty && (
        <>
          <p class="stand">{words.unready}</p>
          <p class="does">
            <a class="btn prime" href={`/projects/${projectId}`}>
              {words.toOverview}
            </a>
          </p>
        </>
      )}
      {problem && (
        <Trouble problem={problem} known={list !== undefined} again={() => void refresh(question)} />
      )}
      {!list && !problem && !empty && <Bones heights={[150, 150]} />}
      {list && <Threads list={list} />}
    </Frame>
  );
}

function Threads({ list: { opportunities, refresh: look, project_id } }: { list: Reddit }) {
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
        <p class="stand">{look ? words.none : words.never}</p>
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

/** Has threads looked for; the list shows how far that is. */
function Look({ projectId, list }: { projectId: string; list: Reddit }) {
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
      await refresh(redditOf(projectId));
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
