import { useEffect, useRef, useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type Project, reportsOf } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { sayingOf } from "../../parts/saying.ts";
import { running } from "../../words/running.ts";
import { overview } from "../../words.ts";

/** Says what a run asks and whether it costs, and begins it. */
export function RunDialog({ project, closed }: { project: Project; closed(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id: projectId, prompt_count, providers, samples } = project;
  useEffect(() => dialog.current?.showModal(), []);

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
    <dialog ref={dialog} aria-label={running.title} onClose={closed}>
      <h2>{running.title}</h2>
      <p class="sub">{running.says(prompt_count, providers, samples)}</p>
      <p class="note">{running.cost(providers)}</p>
      {problem && (
        <p class="notice" role="alert">
          {problem}
        </p>
      )}
      <p class="does">
        <button type="button" class="prime" disabled={busy} onClick={() => void start()}>
          {running.start}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {overview.cancel}
        </button>
      </p>
    </dialog>
  );
}
