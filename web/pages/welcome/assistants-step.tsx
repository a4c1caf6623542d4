import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { type Engine, engineList, takesKey } from "../../api/organization-questions.ts";
import { type Project, type Provider, projectOf } from "../../api/questions.ts";
import { learn, useKnown } from "../../api/resource.ts";
import { useMay } from "../../parts/may.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Await } from "../../parts/states.tsx";
import { welcome } from "../../words/welcome.ts";
import { assistant } from "../../words.ts";
import { KeyForm } from "./key-form.tsx";
import { addressOf } from "./steps.ts";

const words = welcome.assistants;

/** Whom to ask: what is set up, and what the others need. */
export function AssistantsStep({ project }: { project: Project }) {
  const question = engineList();
  const { value: engines, problem } = useKnown(question);
  return (
    <>
      <h1 class="plain">{words.title}</h1>
      <p class="sub">{words.says}</p>
      <Await question={question} value={engines} problem={problem} bones={[200]} />
      {engines && <Choice engines={engines} project={project} />}
    </>
  );
}

function Choice({ engines, project }: { engines: Engine[]; project: Project }) {
  const { route, query } = useLocation();
  const ready = engines.filter(({ configured, provider }) => configured && provider !== "sandbox");
  const lacking = engines.filter(({ configured, provider }) => !configured && provider !== "sandbox");
  const [selection, setSelection] = useState<readonly Provider[]>(
    ready.map(({ provider }) => provider).filter((provider) => project.providers.includes(provider)),
  );
  const { may } = useMay();
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);

  async function next(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setSays(null);
    try {
      const body = { providers: selection.length > 0 ? [...selection] : null };
      const saved = await answerTo(() =>
        api.PATCH("/projects/{projectId}", { params: { path: { projectId: project.id } }, body }),
      );
      learn(projectOf(project.id), saved);
      route(addressOf("plan", { project: project.id, ...(query.crawl ? { crawl: query.crawl } : {}) }));
    } catch (error) {
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void next(event)}>
      {ready.length === 0 ? (
        <p class="notice">{words.none}</p>
      ) : (
        <fieldset class="assistants">
          <legend class="vh">{words.pick}</legend>
          {ready.map(({ provider, model, searches }) => (
            <label key={provider}>
              <input
                type="checkbox"
                checked={selection.includes(provider)}
                onChange={({ currentTarget }) =>
                  setSelection(
                    currentTarget.checked
                      ? [...selection, provider]
                      : selection.filter((each) => each !== provider),
                  )
                }
              />
              <b>{assistant(provider)}</b>
              <span class="soft">
                {[model ? words.model(model) : words.firstModel, searches && words.searches]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {lacking.length > 0 && (
        <details open={ready.length === 0}>
          <summary>{words.unready}</summary>
          <dl class="lacking">
            {lacking.map((engine) => (
              <div key={engine.provider}>
                <dt>{assistant(engine.provider)}</dt>
                <dd>
                  {engine.unavailable_reason}
                  {takesKey(engine) && may("admin") && <KeyForm engine={engine} projectId={project.id} />}
                </dd>
              </div>
            ))}
          </dl>
          {!may("admin") && <p class="note">{words.who}</p>}
        </details>
      )}
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <button type="submit" class="prime" disabled={busy || (ready.length > 0 && selection.length === 0)}>
          {welcome.next}
        </button>
      </p>
    </form>
  );
}
