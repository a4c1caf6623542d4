import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { type Project, projectList, projectOf } from "../../api/questions.ts";
import { learn, refresh } from "../../api/resource.ts";
import { freeText } from "../../forms/free-text.ts";
import { sayingOf } from "../../parts/saying.ts";
import { welcome } from "../../words/welcome.ts";
import { useKept } from "./kept-fields.ts";
import { siteAddress } from "./site-address.ts";
import { addressOf } from "./steps.ts";

const words = welcome.brand;

/** Name and site: makes the project and has its website read. Returned to, it changes them. */
export function BrandStep({ project }: { project: Project | undefined }) {
  const { route } = useLocation();
  const { fields, change, clear } = useKept(`welcome brand ${project?.id ?? ""}`, {
    brand: project?.brand ?? "",
    site: project?.website_url ?? "",
  });
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);

  async function next(event: SubmitEvent) {
    event.preventDefault();
    const websiteUrl = siteAddress(fields.site);
    if (websiteUrl === null) return setSays(words.wrongSite);
    setBusy(true);
    setSays(null);
    try {
      const brand = fields.brand.trim();
      const terms = { brand, websiteUrl: websiteUrl ?? null };
      const saved = project
        ? await answerTo(() =>
            api.PATCH("/projects/{projectId}", { params: { path: { projectId: project.id } }, body: terms }),
          )
        : await answerTo(() => api.POST("/projects", { body: { name: brand, ...terms } }));
      learn(projectOf(saved.id), saved);
      void refresh(projectList());
      clear();
      const crawl = websiteUrl ? await startCrawl(websiteUrl, saved.id) : undefined;
      route(addressOf("site", { project: saved.id, ...(crawl ? { crawl } : {}) }));
    } catch (error) {
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void next(event)}>
      <h1 class="plain">{words.title}</h1>
      <p class="stand">{words.says}</p>
      <label class="field">
        {words.name}
        <input
          {...freeText(fields.brand, limits.CompetitorInput.name.max)}
          required
          autoComplete="organization"
          onInput={({ currentTarget }) => change({ brand: currentTarget.value })}
        />
      </label>
      <label class="field">
        {words.site}
        <input
          {...freeText(fields.site, limits.ProjectSettings.websiteUrl.max)}
          inputMode="url"
          autoComplete="url"
          onInput={({ currentTarget }) => change({ site: currentTarget.value })}
        />
      </label>
      <p class="note">{words.siteHow}</p>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <button type="submit" class="prime" disabled={busy || fields.brand.trim() === ""}>
          {welcome.next}
        </button>
      </p>
    </form>
  );
}

/** The crawl's id; a website that may not be read is said at the next step, where nothing is proposed. */
const startCrawl = (url: string, projectId: string): Promise<string | undefined> =>
  answerTo(() => api.POST("/crawls", { body: { url, projectId } })).then(
    ({ id }) => id,
    () => undefined,
  );
