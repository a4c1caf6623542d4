import { useRef, useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { engineList, type KeyedEngine } from "../../api/organization-questions.ts";
import { projectOf } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { freeText } from "../../forms/free-text.ts";
import { sayingOf } from "../../parts/saying.ts";
import { welcome } from "../../words/welcome.ts";
import { assistant, overview } from "../../words.ts";

const words = welcome.assistants;

/** Takes a vendor's key for the organization. The server tries it by one cheap call, and shows it to nobody again. */
export function KeyForm({ engine, projectId }: { engine: KeyedEngine; projectId: string }) {
  const { provider } = engine;
  const dialog = useRef<HTMLDialogElement>(null);
  const [apiKey, setApiKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);

  async function save() {
    setBusy(true);
    setSays(null);
    try {
      await answerTo(() =>
        api.PUT("/engines/{provider}/credentials", {
          params: { path: { provider } },
          body: { apiKey: apiKey.trim() },
        }),
      );
      setApiKey("");
      dialog.current?.close();
      await Promise.all([refresh(engineList()), refresh(projectOf(projectId))]);
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {" "}
      <button
        type="button"
        class="link"
        aria-label={words.pasteFor(assistant(provider))}
        onClick={() => dialog.current?.showModal()}
      >
        {words.paste}
      </button>
      <dialog ref={dialog} aria-label={words.pasteFor(assistant(provider))}>
        <h2>{words.pasteFor(assistant(provider))}</h2>
        <p class="sub">{words.pasteSays}</p>
        <label class="field">
          {words.key}
          <input
            type="password"
            {...freeText(apiKey, limits.SaveEngineCredentialsRequest.apiKey.max)}
            autoComplete="off"
            onInput={({ currentTarget }) => setApiKey(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // It stands in the form of the step, which is not what Enter means here.
              event.preventDefault();
              void save();
            }}
          />
        </label>
        {says && (
          <p class="notice" role="alert">
            {says}
          </p>
        )}
        <p class="does">
          <button
            type="button"
            class="prime"
            disabled={busy || apiKey.trim() === ""}
            onClick={() => void save()}
          >
            {words.try}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {overview.cancel}
          </button>
        </p>
      </dialog>
    </>
  );
}
