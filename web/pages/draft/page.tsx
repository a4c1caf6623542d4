import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { projectPath, reportPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { draftsOf } from "../../api/page-questions.ts";
import { type Draft, reportOf } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { sayingOf } from "../../parts/saying.ts";
import { draft as words } from "../../words/content.ts";
import "./draft.css";
import { Basis } from "./basis.tsx";
import { Deletion } from "./deletion.tsx";
import { Publishing } from "./publishing.tsx";
import { useEditing } from "./saving.ts";
import { Text } from "./text.tsx";

/** A draft: being written, failed, or to be edited and published. */
export function DraftPage({ draft }: { draft: Draft }) {
  if (!draft.terminal) return <Writing draft={draft} />;
  if (draft.title === null && draft.body_markdown === null && draft.posts === null)
    return <Failed draft={draft} />;
  return <Editor key={draft.id} draft={draft} />;
}

function Editor({ draft }: { draft: Draft }) {
  const editing = useEditing(draft);
  return (
    <article class="desk">
      <Text draft={draft} editing={editing} />
      <aside>
        <Publishing draft={draft} editing={editing} />
        <Basis draft={draft} editing={editing} />
        <p class="does">
          <Deletion draft={draft} />
        </p>
      </aside>
    </article>
  );
}

function Writing({ draft }: { draft: Draft }) {
  const [says, setSays] = useState<string | null>(null);

  async function stop() {
    try {
      await answerTo(() =>
        api.POST("/reports/{reportId}/cancel", { params: { path: { reportId: draft.id } } }),
      );
    } catch (error) {
      setSays(sayingOf(error));
    }
    await Promise.all([refresh(reportOf(draft.id)), refresh(draftsOf(draft.project_id))]);
  }

  return (
    <section class="wait">
      <h1 class="plain">{words.writing}</h1>
      <p class="stand" role="status">
        <bdi>{draft.topic}</bdi>
      </p>
      <p class="sub">{words.writingSays}</p>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <EditorsOnly>
          <button type="button" onClick={() => void stop()}>
            {words.stop}
          </button>
        </EditorsOnly>
      </p>
    </section>
  );
}

function Failed({ draft }: { draft: Draft }) {
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);

  async function again() {
    setBusy(true);
    try {
      const { project_id: projectId, platform, topic, prompt_type: promptType, metadata } = draft;
      const body = { projectId, platform, topic, metadata, ...(promptType ? { promptType } : {}) };
      const next = await answerTo(() =>
        api.POST("/generate-content", { body, headers: { Prefer: "wait=0" } }),
      );
      void refresh(draftsOf(projectId));
      route(reportPath(next.id));
    } catch (error) {
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  return (
    <section class="wait">
      <h1 class="plain">{words.failed}</h1>
      <p class="stand">
        <bdi>{draft.topic}</bdi>
      </p>
      {draft.failure && <p class="notice">{draft.failure.message}</p>}
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        {draft.failure?.retryable && (
          <EditorsOnly>
            <button type="button" class="prime" disabled={busy} onClick={() => void again()}>
              {words.retry}
            </button>
          </EditorsOnly>
        )}
        <a class="btn" href={projectPath(draft.project_id, "content")}>
          {words.again}
        </a>
        <Deletion draft={draft} />
      </p>
    </section>
  );
}
