import { workspaceList } from "../../api/organization-questions.ts";
import { changeProject } from "../../api/project-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, SaveForm } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { settings } from "../../words/settings.ts";
import type { SectionProps } from "./page.tsx";

const words = settings.workspace;

/** Which client the project belongs to; nothing where there are no clients. */
export function WorkspaceSection({ project, locked }: SectionProps) {
  const saving = useSaving();
  const { value: workspaces } = useKnown(workspaceList());
  const { now, dirty, set, clear } = useEdits({ workspace: project.workspace_id ?? "" });
  if (!workspaces || workspaces.length === 0) return null;

  const save = () =>
    saving.run(async () => {
      await changeProject(project.id, { workspaceId: now.workspace || null });
      clear();
    });

  return (
    <FormSection title={words.title} says={words.says}>
      <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
        <Field label={words.label} issue={saving.issue("/workspaceId")}>
          {(fieldProps) => (
            <select
              {...fieldProps}
              value={now.workspace}
              onChange={({ currentTarget }) => set("workspace", currentTarget.value)}
            >
              <option value="">{words.none}</option>
              {workspaces.map(({ id, name, status }) => (
                <option key={id} value={id}>
                  {status === "archived" ? words.archived(name) : name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </SaveForm>
    </FormSection>
  );
}
