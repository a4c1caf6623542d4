import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { reportPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { testOf } from "../../api/page-questions.ts";
import { isMissing } from "../../api/problem.ts";
import type { PromptTest } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { freeText } from "../../forms/free-text.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useMay } from "../../parts/may.ts";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { sayingOf } from "../../parts/saying.ts";
import { Bones, Missing, Trouble } from "../../parts/states.tsx";
import { test as words } from "../../words/test.ts";
import { editors } from "../../words.ts";
import "./test.css";

/** `/tests/{id}`: suggested prompts, to be looked through and asked. */
export function Page() {
  const { testId = "" } = useRoute().params;
  const question = testOf(testId);
  const { value: test, problem } = useKnown(question);
  if (problem && !test) {
    if (isMissing(problem)) return <Missing />;
    return (
      <PlainFrame title={words.title}>
        <Trouble problem={problem} again={() => void refresh(question)} />
      </PlainFrame>
    );
  }
  if (!test)
    return (
      <PlainFrame title={words.title}>
        <Bones heights={[40, 300]} />
      </PlainFrame>
    );
  return (
    <Frame projectId={test.project_id} section={null}>
      <div class="bar" />
      <h1 class="plain">{words.title}</h1>
      <p class="sub">{words.says(test.brand, test.competitors)}</p>
      <Prompts key={test.id} test={test} />
    </Frame>
  );
}

/** The prompts as lines that can be changed, left out and asked. */
function Prompts({ test }: { test: PromptTest }) {
  const { route } = useLocation();
  const { viewer } = useMay();
  const [lines, setLines] = useState(
    test.prompts.map(({ prompt, prompt_key }) => ({ prompt, key: prompt_key })),
  );
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const prompts = lines.map(({ prompt }) => prompt.trim()).filter(Boolean);
  const unchanged =
    prompts.length === test.prompts.length && test.prompts.every(({ prompt }, at) => prompt === prompts[at]);

  async function ask() {
    setBusy(true);
    setSays(null);
    const { id: testId, project_id: projectId, brand, competitors } = test;
    try {
      const report = await answerTo(() =>
        unchanged
          ? api.POST("/analyze", { body: { testId } })
          : api.POST("/analyze/custom", { body: { projectId, brand, competitors, prompts } }),
      );
      route(reportPath(report.id));
    } catch (error) {
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  return (
    <>
      <ol class="lines">
        {lines.map(({ key, prompt }, at) => (
          <li key={key}>
            <input
              readOnly={viewer}
              aria-label={words.prompt(at + 1)}
              {...freeText(prompt, limits.PromptInput.prompt.max)}
              onInput={({ currentTarget: { value } }) =>
                setLines(lines.map((line) => (line.key === key ? { ...line, prompt: value } : line)))
              }
            />
            {!viewer && (
              <button
                type="button"
                aria-label={words.drop(at + 1)}
                onClick={() => setLines(lines.filter((line) => line.key !== key))}
              >
                {words.remove}
              </button>
            )}
          </li>
        ))}
      </ol>
      <p class="note">{words.cost}</p>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <EditorsOnly says={editors.run}>
          <button
            type="button"
            class="prime"
            disabled={busy || prompts.length === 0}
            onClick={() => void ask()}
          >
            {words.ask(prompts.length)}
          </button>
        </EditorsOnly>
      </p>
    </>
  );
}
