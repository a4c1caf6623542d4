import type { Schemas } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { changeProject } from "../../api/project-questions.ts";
import { inTime } from "../../figures/time.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { settings } from "../../words/settings.ts";
import type { SectionProps } from "./page.tsx";
import { orNull } from "./terms.ts";

const words = settings.schedule;
type Schedule = Schemas["Schedule"];
const schedules = Object.keys(words.words) as Schedule[];

/** When the project is measured by itself. */
export function ScheduleSection({ project, locked }: SectionProps) {
  const saving = useSaving();
  const { now, changed, dirty, set, clear } = useEdits({
    schedule: project.schedule,
    timezone: project.timezone,
  });
  const idle = project.schedule !== "off" && project.prompt_count === 0;

  const save = () =>
    saving.run(async () => {
      await changeProject(project.id, {
        ...(changed.schedule ? { schedule: changed.schedule } : {}),
        ...(changed.timezone === undefined ? {} : { timezone: orNull(changed.timezone) }),
      });
      clear();
    });

  return (
    <FormSection title={words.title} says={words.says}>
      <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
        <div class="pair">
          <Field
            label={words.label}
            hint={
              idle
                ? words.noPrompts
                : project.next_run_at &&
                  !changed.schedule &&
                  words.next(inTime(project.next_run_at, "moment"))
            }
            issue={saving.issue("/schedule")}
          >
            {(fieldProps) => (
              <select
                {...fieldProps}
                value={now.schedule}
                onChange={({ currentTarget }) => set("schedule", currentTarget.value as Schedule)}
              >
                {schedules.map((each) => (
                  <option key={each} value={each}>
                    {words.words[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField
            label={words.timezone}
            issue={saving.issue("/timezone")}
            value={now.timezone}
            set={(value) => set("timezone", value)}
            list="timezones"
            maxLength={limits.ProjectSettings.timezone.max}
          />
        </div>
        <datalist id="timezones">
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </SaveForm>
    </FormSection>
  );
}
