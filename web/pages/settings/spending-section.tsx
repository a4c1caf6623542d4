import { accountStatus } from "../../api/organization-questions.ts";
import { changeProject } from "../../api/project-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { useEdits } from "../../forms/edits.ts";
import { FormSection, SaveForm } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SpendField } from "../../forms/spend-field.tsx";
import { settings } from "../../words/settings.ts";
import type { SectionProps } from "./page.tsx";
import { numberOf } from "./terms.ts";

const words = settings.spending;

/** What the project may cost in a month. */
export function SpendingSection({ project, locked }: SectionProps) {
  const saving = useSaving();
  const status = accountStatus(project.id);
  const { value } = useKnown(status);
  const spent = value?.spending.project;
  const { now, dirty, set, clear } = useEdits({ limit: String(project.monthly_spend_usd ?? "") });

  const save = () =>
    saving.run(async () => {
      await changeProject(project.id, { monthlySpendUsd: numberOf(now.limit) });
      await refresh(status);
      clear();
    });

  return (
    <FormSection title={words.title} says={words.says}>
      <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
        <SpendField
          label={words.limit}
          hint={words.limitHint}
          saving={saving}
          value={now.limit}
          set={(limit) => set("limit", limit)}
        />
        {spent && value && (
          <p class="soft">
            {words.spent(spent.spent_usd, spent.reserved_usd, inTime(value.spending.resets_at, "dayOfYear"))}
          </p>
        )}
      </SaveForm>
    </FormSection>
  );
}
