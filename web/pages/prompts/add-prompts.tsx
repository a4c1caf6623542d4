import { useState } from "preact/hooks";
import { limits } from "../../api/limits.ts";
import { addPrompts } from "../../api/prompt-changes.ts";
import type { PromptList } from "../../api/questions.ts";
import { FileField } from "../../forms/file-field.tsx";
import { Field } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { freeText } from "../../forms/free-text.ts";
import { useSaving } from "../../forms/saving.ts";
import { WrongRows } from "../../forms/wrong-rows.tsx";
import { prompts as words } from "../../words/prompts.ts";
import { taken } from "../../words/taken.ts";
import { isOfFile, type Row, rowsTaken } from "./taken.ts";

const bytesMost = 1024 * 1024;

/** Takes pasted lines or a file as further prompts; says before what is left out, and what it does to comparisons. */
export function AddPrompts({ saved }: { saved: PromptList }) {
  const [text, setText] = useState("");
  const [table, setTable] = useState("");
  const saving = useSaving();
  const known = saved.prompts.map(({ prompt }) => prompt);
  const large = text.length > bytesMost;
  const rows = large ? [] : rowsTaken(text, known, table !== "" && isOfFile(text, table));
  const good = rows.filter(({ wrong }) => wrong === null);
  const tooMany = saved.prompts.length + good.length > limits.prompts;

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
      }}
      save={() => saving.run(() => addPrompts(saved, good))}
    >
      <Field label={taken.lines} issue={large ? taken.large : saving.issue("/prompts")}>
        {(told) => (
          <textarea
            {...told}
            {...freeText(text)}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <FileField
        label={taken.file}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        bytesMost={bytesMost}
        take={(content, name) => {
          setText(content);
          setTable(/\.(csv|tsv)$/i.test(name) ? content : "");
        }}
      />
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

/** What will be added, and which rows will not be and why. */
function Preview({ rows, good }: { rows: readonly Row[]; good: readonly Row[] }) {
  const wrong = rows.filter((row) => row.wrong !== null);
  return (
    <div class="taken">
      <p role="status">{taken.count(good.length, wrong.length)}</p>
      <WrongRows
        rows={wrong.map(({ line, prompt, wrong }) => ({
          place: taken.line(line),
          says: wrong ? taken.wrong[wrong] : "",
          text: prompt,
        }))}
      />
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
