import { useState } from "preact/hooks";
import { limits } from "../../api/limits.ts";
import { addPrompts } from "../../api/prompt-changes.ts";
import type { PromptList } from "../../api/questions.ts";
import { Field } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { prompts as words } from "../../words/prompts.ts";
import { taken } from "../../words/taken.ts";
import { isOfFile, type Row, rowsTaken } from "./taken.ts";

const bytesMost = 1024 * 1024;
/** Wrong rows that are named one by one, each by its beginning. */
const namedMost = 8;
const shownMost = 120;

/** Takes pasted lines or a file as further prompts; says before what is left out, and what it does to comparisons. */
export function AddPrompts({ saved }: { saved: PromptList }) {
  const [text, setText] = useState("");
  const [table, setTable] = useState("");
  const [unread, setUnread] = useState<string | null>(null);
  const saving = useSaving();
  const known = saved.prompts.map(({ prompt }) => prompt);
  const large = text.length > bytesMost;
  const rows = large ? [] : rowsTaken(text, known, table !== "" && isOfFile(text, table));
  const good = rows.filter(({ wrong }) => wrong === null);
  const tooMany = saved.prompts.length + good.length > limits.prompts;

  async function read(file: File | undefined) {
    if (!file) return;
    if (file.size > bytesMost) return setUnread(taken.large);
    try {
      const content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      setText(content);
      setTable(/\.(csv|tsv)$/i.test(file.name) ? content : "");
      setUnread(null);
    } catch {
      setUnread(taken.unread);
    }
  }

  return (
    <FormDialog
      open={words.add}
      title={words.add}
      act={words.save(good.length)}
      ready={good.length > 0 && !tooMany}
      saving={saving}
      closed={() => {
        setText("");
        setTable("");
        setUnread(null);
      }}
      save={() => saving.run(() => addPrompts(saved, good))}
    >
      <Field label={taken.lines} issue={large ? taken.large : saving.issue("/prompts")}>
        {(told) => (
          <textarea {...told} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        )}
      </Field>
      <Field label={taken.file} issue={unread}>
        {(told) => (
          <input
            {...told}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
          />
        )}
      </Field>
      {rows.length > 0 && <Preview rows={rows} good={good} />}
      {tooMany && (
        <p class="notice" role="alert">
          {taken.many(limits.prompts)}
        </p>
      )}
      <p class="note">{words.keeps}</p>
    </FormDialog>
  );
}

const beginningOf = (text: string): string =>
  text.length > shownMost ? `${text.slice(0, shownMost).replace(/[\uD800-\uDBFF]$/, "")}…` : text;

/** What will be added, and which rows will not be and why. */
function Preview({ rows, good }: { rows: readonly Row[]; good: readonly Row[] }) {
  const wrong = rows.filter((row) => row.wrong !== null);
  return (
    <div class="taken">
      <p role="status">{taken.count(good.length, wrong.length)}</p>
      {wrong.length > 0 && (
        <ul class="wrong">
          {wrong.slice(0, namedMost).map((row) => (
            <li key={row.line}>
              <b>{taken.line(row.line)}</b> {row.wrong && taken.wrong[row.wrong]}
              {row.prompt && (
                <q>
                  <bdi>{beginningOf(row.prompt)}</bdi>
                </q>
              )}
            </li>
          ))}
          {wrong.length > namedMost && <li>{taken.more(wrong.length - namedMost)}</li>}
        </ul>
      )}
      {good.length > 0 && (
        <details>
          <summary>{taken.look}</summary>
          <ol>
            {good.map(({ line, prompt, intent }) => (
              <li key={line}>
                <bdi>{prompt}</bdi> {intent && <span class="soft">{intent}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
