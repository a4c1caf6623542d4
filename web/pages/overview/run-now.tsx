import { useRef, useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type Project, reportsOf } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { sayingOf } from "../../parts/saying.ts";
import { overview } from "../../words.ts";

/** Asks the assistants, after saying what that is. */
export function RunNow({ project, prime = false }: { project: Project; prime?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id: projectId, prompt_count, providers, samples } = project;
  if (prompt_count === 0) return null;

  async function start() {
    setBusy(true);
    setProblem(null);
    try {
      await answerTo(() =>
        api.POST("/analyze/project", { body: { projectId }, headers: { Prefer: "respond-async" } }),
      );
      dialog.current?.close();
      await refresh(reportsOf(projectId));
    } catch (error) {
      setProblem(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" class={prime ? "prime" : ""} onClick={() => dialog.current?.showModal()}>
        {overview.runNow}
      </button>
      <dialog ref={dialog} aria-label={overview.runTitle}>
        <h2>{overview.runTitle}</h2>
        <p class="sub">{overview.runSays(prompt_count, providers, samples)}</p>
        <p class="note">{overview.runCost(providers)}</p>
        {problem && (
          <p class="notice" role="alert">
            {problem}
          </p>
        )}
        <p class="does">
          <button type="button" class="prime" disabled={busy} onClick={() => void start()}>
            {overview.runStart}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {overview.cancel}
          </button>
        </p>
      </dialog>
    </>
  );
}
