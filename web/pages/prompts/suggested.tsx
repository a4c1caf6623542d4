import { useState } from "preact/hooks";
import { withTerms } from "../../address.ts";
import { addPrompts, type NewPrompt, suggestionsFor } from "../../api/prompt-changes.ts";
import type { Project, PromptList } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { sayingOf } from "../../parts/saying.ts";
import { Bones, Trouble } from "../../parts/states.tsx";
import { promptInput as words } from "../../words/prompt-input.ts";
import { same } from "./pasted.ts";

/** Prompts that the website suggests, asked for by a button, each added by another; where it was never read, the way there. */
export function Suggested({ project, saved }: { project: Project; saved: PromptList }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id: projectId, latest_crawl_record_id: crawlId } = project;
  if (!crawlId)
    return (
      <p class="does">
        <a class="btn" href={withTerms("/welcome", { project: projectId, step: "site" })}>
          {words.readSite}
        </a>
      </p>
    );
  return (
    <section class="sec" aria-labelledby="g">
      <h2 id="g">{words.suggested}</h2>
      <p class="sub">{words.suggestedSays}</p>
      {isOpen ? (
        <List projectId={projectId} crawlId={crawlId} saved={saved} />
      ) : (
        <p class="does">
          <button type="button" onClick={() => setIsOpen(true)}>
            {words.suggest}
          </button>
        </p>
      )}
    </section>
  );
}

function List({ projectId, crawlId, saved }: { projectId: string; crawlId: string; saved: PromptList }) {
  const question = suggestionsFor(projectId, crawlId);
  const { value, problem } = useKnown(question);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const savedKeys = new Set(saved.prompts.map(({ prompt }) => same(prompt)));
  const suggestions = value?.prompts.filter(({ prompt }) => !savedKeys.has(same(prompt))) ?? [];

  async function take(prompts: readonly NewPrompt[]) {
    setBusy(true);
    setSays(null);
    try {
      await addPrompts(saved, prompts);
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (!value && problem) return <Trouble problem={problem} again={() => void refresh(question)} />;
  if (!value)
    return (
      <div role="status" aria-label={words.suggesting}>
        <Bones heights={[200]} />
      </div>
    );
  if (suggestions.length === 0) return <p class="stand">{words.noneLeft}</p>;
  return (
    <>
      <ul class="plain-list suggested">
        {suggestions.map(({ prompt_key, prompt, intent, rationale }) => (
          <li key={prompt_key}>
            <span>
              <bdi>{prompt}</bdi>
              <span class="m2">
                <bdi>{rationale}</bdi>
              </span>
            </span>
            <button
              type="button"
              disabled={busy}
              aria-label={words.takeOne(prompt)}
              onClick={() => void take([{ prompt, intent }])}
            >
              {words.take}
            </button>
          </li>
        ))}
      </ul>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <button type="button" disabled={busy} onClick={() => void take(suggestions)}>
          {words.takeAll(suggestions.length)}
        </button>
        {value.test_id && (
          <a class="btn" href={`/tests/${value.test_id}`}>
            {words.apart}
          </a>
        )}
      </p>
    </>
  );
}
