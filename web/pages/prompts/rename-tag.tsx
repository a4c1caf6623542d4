import { useState } from "preact/hooks";
import { limits } from "../../api/limits.ts";
import { changeTag, type TagList } from "../../api/tag-questions.ts";
import { Field, TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { filter } from "../../words/filter.ts";
import { tags as words } from "../../words/tags.ts";

const hasTag = ({ tags }: TagList["prompts"][number], tag: string): boolean =>
  tags.some((each) => each.toLowerCase() === tag.toLowerCase());

/** Gives a tag another name on all its prompts, and where it is watched. */
export function RenameTag({ list }: { list: TagList }) {
  const [selectedTag, setSelectedTag] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const saving = useSaving();
  const from = selectedTag ?? list.tags[0]?.tag ?? "";
  const to = typed.trim();
  const save = () =>
    saving.run(() => {
      const keys = list.prompts.filter((each) => hasTag(each, from)).map(({ prompt_key }) => prompt_key);
      return changeTag(list, keys, { remove: from, add: to });
    });
  return (
    <FormDialog
      open={words.rename}
      title={words.rename}
      says={words.renameSays}
      act={words.rename}
      ready={to !== "" && to !== from}
      saving={saving}
      closed={() => {
        setSelectedTag(null);
        setTyped("");
      }}
      save={save}
    >
      <Field label={words.tag}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={from}
            onChange={({ currentTarget }) => setSelectedTag(currentTarget.value)}
          >
            {list.tags.map(({ tag, prompt_count }) => (
              <option key={tag} value={tag}>
                {filter.tagOption(tag, prompt_count)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={words.newName}
        issue={saving.issue("/add")}
        value={typed}
        set={setTyped}
        maxLength={limits.TagPromptsRequest.add.each.max}
      />
    </FormDialog>
  );
}
