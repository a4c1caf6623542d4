import { limits } from "../../api/limits.ts";
import { changeProject } from "../../api/project-questions.ts";
import { useEdits } from "../../forms/edits.ts";
import { FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { form } from "../../words/form.ts";
import { settings } from "../../words/settings.ts";
import type { SectionProps } from "./page.tsx";
import { rivalTerms, type TypedRival, typedRivals } from "./terms.ts";

const words = settings.rivals;

/** Whom the brand is measured against. */
export function RivalsSection({ project, locked }: SectionProps) {
  const saving = useSaving();
  const { now, dirty, set, clear } = useEdits({ rivals: typedRivals(project) });
  const { rivals } = now;
  const editRival = (at: number, change: Partial<TypedRival>) =>
    set(
      "rivals",
      rivals.map((rival, each) => (each === at ? { ...rival, ...change } : rival)),
    );

  const save = () =>
    saving.run(async () => {
      await changeProject(project.id, { competitors: rivalTerms(rivals) });
      clear();
    });

  return (
    <FormSection title={words.title} says={words.says}>
      <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
        {rivals.length === 0 && <p class="soft">{words.none}</p>}
        <ol class="typed-rivals">
          {rivals.map((rival, at) => (
            <li key={at}>
              <TextField
                label={words.name}
                issue={saving.issue(`/competitors/${at}`)}
                value={rival.name}
                set={(name) => editRival(at, { name })}
                maxLength={limits.CompetitorInput.name.max}
              />
              <TextField
                label={words.aliases}
                value={rival.aliases}
                set={(aliases) => editRival(at, { aliases })}
                placeholder={words.aliasesHint}
              />
              <TextField
                label={words.domain}
                value={rival.domain}
                set={(domain) => editRival(at, { domain })}
                maxLength={limits.CompetitorInput.domain.max}
              />
              {!locked && (
                <button
                  type="button"
                  class="link"
                  aria-label={words.drop(rival.name)}
                  onClick={() =>
                    set(
                      "rivals",
                      rivals.filter((_, each) => each !== at),
                    )
                  }
                >
                  {form.remove}
                </button>
              )}
            </li>
          ))}
        </ol>
        {!locked && rivals.length < limits.ProjectSettings.competitors.max && (
          <button
            type="button"
            class="link"
            onClick={() => set("rivals", [...rivals, { name: "", aliases: "", domain: "" }])}
          >
            {words.add}
          </button>
        )}
      </SaveForm>
    </FormSection>
  );
}
