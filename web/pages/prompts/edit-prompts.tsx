import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type PromptList, projectOf, promptsOf } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { Field } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { freeText } from "../../forms/free-text.ts";
import { useSaving } from "../../forms/saving.ts";
import { promptList as words } from "../../words/prompts.ts";
import { editedPrompts } from "./edited.ts";

/** The saved prompts as lines to be changed and deleted; says before what that does to comparisons. */
export function EditPrompts({ saved: { project_id: projectId, prompts } }: { saved: PromptList }) {
  const [typed, setTyped] = useState<string | null>(null);
  const saving = useSaving();
  const text = typed ?? prompts.map(({ prompt }) => prompt).join("\n");
  const edited = editedPrompts(text, prompts);
  const changed = edited.added + edited.removed > 0;
  return (
    <FormDialog
      open={words.edit}
      title={words.title}
      says={words.says}
      act={words.save}
      ready={changed}
      saving={saving}
      closed={() => setTyped(null)}
      save={() =>
        saving.run(async () => {
          const params = { path: { projectId } };
          const body = { prompts: edited.prompts };
          await answerTo(() => api.PUT("/projects/{projectId}/prompts", { params, body }));
          await Promise.all([refresh(promptsOf(projectId)), refresh(projectOf(projectId))]);
        })
      }
    >
      <Field label={words.label} issue={saving.issue("/prompts")}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            class="many"
            {...freeText(text)}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </Field>
      <p class="note" role="status">
        {changed ? `${words.change(edited.added, edited.removed)}. ${words.keeps(edited.stay)}` : words.same}
      </p>
    </FormDialog>
  );
}
