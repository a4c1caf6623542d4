import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { projectPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { crawlOf, suggestionsOf } from "../../api/page-questions.ts";
import { type Project, projectOf, promptsOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { freeText } from "../../forms/free-text.ts";
import { sayingOf } from "../../parts/saying.ts";
import { siteReading } from "../../words/content.ts";
import { welcome } from "../../words/welcome.ts";
import { overview } from "../../words.ts";
import { pastedPrompts } from "../prompts/pasted.ts";
import { useKept } from "./kept-fields.ts";
import { rivalsNamed } from "./rivals-named.ts";
import { addressOf } from "./steps.ts";
import { namesIn, withIntents } from "./typed.ts";

const words = welcome.site;

/** What the site sells, competitors and prompts: proposed while and after the website is read, all to be changed. */
export function SiteStep({ project }: { project: Project }) {
  const { query, route } = useLocation();
  const { id: projectId, brand } = project;
  const crawlId = query.crawl ?? project.latest_crawl_record_id;
  const isNew = project.prompt_count === 0;
  const { value: crawl, problem: unread } = useKnown(crawlId ? crawlOf(crawlId) : null);
  const { value: saved } = useKnown(isNew ? null : promptsOf(projectId));
  const { fields, change, clear, restored } = useKept(`welcome site ${projectId}`, {
    about: project.about ?? "",
    rivals: project.competitors.map(({ name }) => name).join("\n"),
    prompts: "",
  });
  const touched = useRef({ about: restored, rivals: restored, prompts: restored });
  const proposes = isNew && !restored && crawl?.terminal === true && crawl.status !== "failed";
  const { value: suggested, problem: mute } = useKnown(
    proposes && crawlId ? suggestionsOf(crawlId, brand, namesIn(fields.rivals)) : null,
  );
  const [rivalCount, setRivalCount] = useState(0);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);

  useEffect(() => {
    if (!crawl?.terminal) return;
    const { about, rivals } = touched.current;
    const names = rivalsNamed(crawl, brand);
    setRivalCount(rivals || fields.rivals ? 0 : names.length);
    change({
      ...(!about && !fields.about && crawl.summary
        ? { about: crawl.summary.slice(0, limits.ProjectSettings.about.max) }
        : {}),
      ...(!rivals && !fields.rivals && names.length > 0 ? { rivals: names.join("\n") } : {}),
    });
  }, [crawl?.terminal]);
  useEffect(() => {
    const prompts = suggested?.prompts ?? saved?.prompts;
    if (prompts && !touched.current.prompts)
      change({ prompts: prompts.map(({ prompt }) => prompt).join("\n") });
  }, [suggested, saved]);

  const type = (part: Partial<typeof fields>) => {
    touched.current = {
      ...touched.current,
      ...Object.fromEntries(Object.keys(part).map((key) => [key, true])),
    };
    change(part);
  };
  const { fresh: prompts } = pastedPrompts(fields.prompts, []);
  const rivals = namesIn(fields.rivals);

  /** What was typed is the project's. Throws ApiProblem. */
  async function saveTerms(): Promise<void> {
    const rivalByName = new Map(project.competitors.map((rival) => [rival.name, rival]));
    const competitors = rivals.map((name) => {
      const rival = rivalByName.get(name);
      return rival
        ? { name, aliases: rival.aliases, ...(rival.domain ? { domain: rival.domain } : {}) }
        : name;
    });
    const about = fields.about.trim() || null;
    await answerTo(() =>
      api.PATCH("/projects/{projectId}", { params: { path: { projectId } }, body: { about, competitors } }),
    );
  }

  /** Saves, and goes on to what `save` says. */
  async function go(save: () => Promise<string>) {
    if (
      prompts.length > limits.ProjectSettings.prompts.max ||
      rivals.length > limits.ProjectSettings.competitors.max
    )
      return setSays(words.many);
    setBusy(true);
    setSays(null);
    try {
      await saveTerms();
      route(await save());
    } catch (error) {
      // What was typed stays.
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  const next = () =>
    go(async () => {
      await answerTo(() =>
        api.PUT("/projects/{projectId}/prompts", {
          params: { path: { projectId } },
          body: { prompts: withIntents(prompts, suggested ?? saved) },
        }),
      );
      await Promise.all([refresh(projectOf(projectId)), refresh(promptsOf(projectId))]);
      clear();
      return addressOf("assistants", { project: projectId, ...(query.crawl ? { crawl: query.crawl } : {}) });
    });

  /** The prompts come with the answers; those that were typed wait here. */
  const toImport = () =>
    go(async () => {
      await refresh(projectOf(projectId));
      return projectPath(projectId, "import");
    });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
    >
      <h1 class="plain">{words.title(brand)}</h1>
      <p class="sub" role="status">
        {crawl && !crawl.terminal
          ? `${siteReading.under(crawl.pages, crawl.pages_found)} ${words.reading}`
          : proposes && !suggested && !mute
            ? words.proposing
            : suggested
              ? words.proposed
              : crawl?.status === "failed" || mute || unread || (isNew && !crawlId)
                ? `${crawl?.failure ? words.unread(crawl.url, crawl.failure.message) : ""} ${words.none}`
                : ""}
      </p>
      <div class="asks">
        <div>
          <label class="field">
            {words.prompts}
            <textarea
              class="many"
              {...freeText(fields.prompts)}
              aria-describedby="prompts-how"
              onInput={({ currentTarget }) => type({ prompts: currentTarget.value })}
            />
          </label>
          <p class="note" id="prompts-how">
            {words.count(prompts.length)}. {words.promptsHow}
          </p>
          <p class="note">
            {words.haveAnswers}{" "}
            <button type="button" class="link" disabled={busy} onClick={() => void toImport()}>
              {overview.import}
            </button>
          </p>
        </div>
        <div>
          <label class="field">
            {words.about}
            <textarea
              class="short"
              {...freeText(fields.about, limits.ProjectSettings.about.max)}
              aria-describedby="about-how"
              onInput={({ currentTarget }) => type({ about: currentTarget.value })}
            />
          </label>
          <p class="note" id="about-how">
            {words.aboutHow}
          </p>
          <label class="field">
            {words.rivals}
            <textarea
              {...freeText(fields.rivals)}
              aria-describedby="rivals-how"
              onInput={({ currentTarget }) => type({ rivals: currentTarget.value })}
            />
          </label>
          <p class="note" id="rivals-how">
            {words.rivalsHow} {rivalCount > 0 && words.rivalsFound}
          </p>
        </div>
      </div>
      {says && (
        <p class="notice" role="alert">
          {says}
        </p>
      )}
      <p class="does">
        <button type="submit" class="prime" disabled={busy || prompts.length === 0}>
          {welcome.next}
        </button>
      </p>
    </form>
  );
}
