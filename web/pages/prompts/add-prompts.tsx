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
import { promptInput } from "../../words/prompt-input.ts";
import { prompts as words } from "../../words/prompts.ts";
import { isOfFile, type Row, rowsTaken } from "./taken.ts";

const bytesMost = 1024 * 1024;

/** Takes pasted lines or a file as further prompts; says before what is left out, and what it does to comparisons. */
export function AddPrompts({ saved }: { saved: PromptList }) {
  const [text, setText] = useState("");
  const [table, setTable] = useState("");
  const saving = useSaving();
  const savedPrompts = saved.prompts.map(({ prompt }) => prompt);
  const large = text.length > bytesMost;
  const rows = large ? [] : rowsTaken(text, savedPrompts, table !== "" && isOfFile(text, table));
  const good = rows.filter(({ wrong }) => wrong === null);
  const tooMany = saved.prompts.length + good.length > limits.ProjectSettings.prompts.max;

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
      <Field label={promptInput.lines} issue={large ? promptInput.large : saving.issue("/prompts")}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            {...freeText(text)}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <FileField
        label={promptInput.file}
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
          {promptInput.many(limits.ProjectSettings.prompts.max)}
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
      <p role="status">{promptInput.count(good.length, wrong.length)}</p>
      <WrongRows
        rows={wrong.map(({ line, prompt, wrong }) => ({
          place: promptInput.line(line),
          says: wrong ? promptInput.wrong[wrong] : "",
          text: prompt,
        }))}
      />
      {good.length > 0 && (
        <details>
          <summary>{promptInput.look}</summary>
          <ol>
            {good.map(({ line, prompt, intent, tags }) => (
              <li key={line}>
                <bdi>{prompt}</bdi>{" "}
                {(intent || tags.length > 0) && (
                  <span class="soft">{[intent, ...tags].filter(Boolean).join(", ")}</span>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
