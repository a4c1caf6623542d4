import { limits } from "../../api/limits.ts";
import { changeProject } from "../../api/project-questions.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { freeText } from "../../forms/free-text.ts";
import { useSaving } from "../../forms/saving.ts";
import { settings } from "../../words/settings.ts";
import type { SectionProps } from "./page.tsx";
import { linesOf, orNull } from "./terms.ts";

const words = settings.brand;

/** What is counted as the brand. */
export function BrandSection({ project, locked }: SectionProps) {
  const saving = useSaving();
  const { now, changed, dirty, set, clear } = useEdits({
    name: project.name,
    brand: project.brand,
    aliases: project.brand_aliases.join("\n"),
    about: project.about ?? "",
    domain: project.domain ?? "",
    website: project.website_url ?? "",
  });

  const save = () =>
    saving.run(async () => {
      const { name, brand, aliases, about, domain, website } = changed;
      await changeProject(project.id, {
        ...(name === undefined ? {} : { name }),
        ...(brand === undefined ? {} : { brand }),
        ...(aliases === undefined ? {} : { brandAliases: linesOf(aliases) }),
        ...(about === undefined ? {} : { about: orNull(about) }),
        ...(domain === undefined ? {} : { domain: orNull(domain) }),
        ...(website === undefined ? {} : { websiteUrl: orNull(website) }),
      });
      clear();
    });

  return (
    <FormSection title={words.title} says={words.says}>
      <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
        <div class="pair">
          <TextField
            label={words.name}
            issue={saving.issue("/name")}
            value={now.name}
            set={(value) => set("name", value)}
            maxLength={limits.CompetitorInput.name.max}
            required
          />
          <TextField
            label={words.brand}
            issue={saving.issue("/brand")}
            value={now.brand}
            set={(value) => set("brand", value)}
            maxLength={limits.CompetitorInput.name.max}
            required
          />
        </div>
        <Field label={words.aliases} hint={words.aliasesHint} issue={saving.issue("/brandAliases")}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              {...freeText(now.aliases)}
              onInput={({ currentTarget }) => set("aliases", currentTarget.value)}
            />
          )}
        </Field>
        <TextField
          label={words.about}
          hint={words.aboutHint}
          issue={saving.issue("/about")}
          value={now.about}
          set={(value) => set("about", value)}
          maxLength={limits.ProjectSettings.about.max}
        />
        <div class="pair">
          <TextField
            label={words.domain}
            hint={words.domainHint}
            issue={saving.issue("/domain")}
            value={now.domain}
            set={(value) => set("domain", value)}
            placeholder="acme.example"
            maxLength={limits.ProjectSettings.domain.max}
          />
          <TextField
            label={words.website}
            hint={words.websiteHint}
            issue={saving.issue("/websiteUrl")}
            value={now.website}
            set={(value) => set("website", value)}
            placeholder="https://acme.example"
            inputMode="url"
            maxLength={limits.ProjectSettings.websiteUrl.max}
          />
        </div>
      </SaveForm>
    </FormSection>
  );
}
