import { limits } from "../../api/limits.ts";
import { type Engine, engineList } from "../../api/organization-questions.ts";
import { changeProject } from "../../api/project-questions.ts";
import type { Provider } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { settings } from "../../words/settings.ts";
import { assistant } from "../../words.ts";
import type { SectionProps } from "./page.tsx";
import { orNull, type Stop, typedUntil, untilTerms } from "./terms.ts";

const words = settings.asking;
const stops = Object.keys(words.stops) as Stop[];

/** Which assistants are asked, how often, and from where. */
export function AskingSection({ project, locked }: SectionProps) {
  const saving = useSaving();
  const { value: engines } = useKnown(engineList());
  const { now, changed, dirty, set, clear } = useEdits({
    providers: [...project.providers].sort(),
    samples: String(project.samples),
    until: typedUntil(project),
    country: project.country,
    language: project.language,
  });
  const { providers, until } = now;
  const ready = engines?.filter(({ configured }) => configured).map(({ provider }) => provider) ?? [];
  const isShown = ({ provider, configured }: Engine) => configured || providers.includes(provider);
  const listedEngines = engines?.filter(isShown) ?? [];
  const absent = engines?.filter((engine) => !isShown(engine) && engine.provider !== "sandbox") ?? [];
  const tick = (provider: Provider, on: boolean) =>
    set("providers", [...providers.filter((each) => each !== provider), ...(on ? [provider] : [])].sort());

  const save = () =>
    saving.run(async () => {
      const all =
        ready.every((provider) => providers.includes(provider)) && providers.length === ready.length;
      await changeProject(project.id, {
        ...(changed.providers ? { providers: all ? null : providers } : {}),
        ...(changed.samples ? { samples: Number(now.samples) } : {}),
        ...(changed.until ? { until: untilTerms(until) ?? null } : {}),
        ...(changed.country === undefined ? {} : { country: orNull(now.country) }),
        ...(changed.language === undefined ? {} : { language: orNull(now.language) }),
      });
      clear();
    });

  return (
    <FormSection title={words.title} says={words.says}>
      <SaveForm
        saving={saving}
        dirty={dirty && providers.length > 0}
        locked={locked}
        save={() => void save()}
        undo={clear}
      >
        <fieldset class="plain fd">
          <legend class="label">{words.assistants}</legend>
          <ul class="checks">
            {listedEngines.map(({ provider, configured, model, searches }) => (
              <li key={provider}>
                <label>
                  <input
                    type="checkbox"
                    checked={providers.includes(provider)}
                    onChange={({ currentTarget }) => tick(provider, currentTarget.checked)}
                  />
                  <span>{assistant(provider)}</span>
                  <span class="soft">
                    {configured
                      ? [model, searches && words.searches].filter(Boolean).join(", ")
                      : words.missing}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p class="hint">
            {saving.issue("/providers") && <span class="issue">{saving.issue("/providers")} </span>}
            {changed.providers ? words.changed : words.newOnes}
            {absent.length > 0 && ` ${words.absent(absent.map(({ provider }) => assistant(provider)))}`}
          </p>
        </fieldset>
        <div class="pair">
          <Field label={words.until}>
            {(fieldProps) => (
              <select
                {...fieldProps}
                value={until.stop}
                onChange={({ currentTarget }) =>
                  set("until", { ...until, stop: currentTarget.value as Stop })
                }
              >
                {stops.map((stop) => (
                  <option key={stop} value={stop}>
                    {words.stops[stop]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {until.stop === "samples" ? (
            <TextField
              label={words.samples}
              hint={words.run(project.prompt_count, providers.length, Number(now.samples))}
              issue={saving.issue("/samples")}
              value={now.samples}
              set={(value) => set("samples", value)}
              type="number"
              {...limits.ProjectSettings.samples}
              required
            />
          ) : (
            <TextField
              label={words[until.stop]}
              hint={words[`${until.stop}Hint`]}
              issue={saving.issue("/until")}
              value={until.points}
              set={(points) => set("until", { ...until, points })}
              type="number"
              min={1}
              max={100}
              required
            />
          )}
        </div>
        {until.stop !== "samples" && (
          <TextField
            label={words.atMost}
            hint={words.atMostHint}
            value={until.atMost}
            set={(atMost) => set("until", { ...until, atMost })}
            type="number"
            min={1}
            max={20000}
            class="short"
          />
        )}
        <div class="pair">
          <TextField
            label={words.country}
            hint={placeName("region", now.country) ?? words.placeHint}
            issue={saving.issue("/country")}
            value={now.country}
            set={(value) => set("country", value.toUpperCase())}
            placeholder="US"
            minLength={2}
            maxLength={limits.ProjectSettings.country.max}
          />
          <TextField
            label={words.language}
            hint={placeName("language", now.language)}
            issue={saving.issue("/language")}
            value={now.language}
            set={(value) => set("language", value)}
            placeholder="en"
            minLength={2}
            maxLength={limits.ProjectSettings.language.max}
          />
        </div>
      </SaveForm>
    </FormSection>
  );
}

/** A country or language in English, as the page; null for a code that is none. */
function placeName(type: "region" | "language", code: string): string | null {
  try {
    return new Intl.DisplayNames("en", { type, fallback: "none" }).of(code) ?? null;
  } catch {
    return null;
  }
}
