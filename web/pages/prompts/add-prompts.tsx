import { useRef, useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type PromptList, projectOf, promptsOf } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { sayingOf } from "../../parts/saying.ts";
import { overview, prompts as words } from "../../words.ts";
import { pastedPrompts } from "./pasted.ts";

/** Takes pasted lines as further prompts, and says before what that does to comparisons. */
export function AddPrompts({ saved }: { saved: PromptList }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const known = saved.prompts.map(({ prompt }) => prompt);
  const { fresh, twice } = pastedPrompts(text, known);
  const { project_id: projectId } = saved;

  async function save() {
    setBusy(true);
    setSays(null);
    const kept = saved.prompts.map(({ prompt, intent }) => ({ prompt, ...(intent ? { intent } : {}) }));
    try {
      await answerTo(() =>
        api.PUT("/projects/{projectId}/prompts", {
          params: { path: { projectId } },
          body: { prompts: [...kept, ...fresh] },
        }),
      );
      await Promise.all([refresh(promptsOf(projectId)), refresh(projectOf(projectId))]);
      setText("");
      dialog.current?.close();
    } catch (error) {
      // What was typed stays.
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {words.add}
      </button>
      <dialog ref={dialog} aria-labelledby="add">
        <h2 id="add">{words.add}</h2>
        <label class="field">
          {words.lines}
          <textarea value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <p class="note">
          {words.keeps} {twice > 0 && words.twice(twice)}
        </p>
        {says && (
          <p class="notice" role="alert">
            {says}
          </p>
        )}
        <p class="does">
          <button
            type="button"
            class="prime"
            disabled={busy || fresh.length === 0}
            onClick={() => void save()}
          >
            {words.save(fresh.length)}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {overview.cancel}
          </button>
        </p>
      </dialog>
    </>
  );
}
