import { useRef, useState } from "preact/hooks";
import { projectPath } from "../../address.ts";
import type { Schemas } from "../../api/client.ts";
import { answerTo, api } from "../../api/client.ts";
import { useDays } from "../../api/days.ts";
import { blogOf } from "../../api/page-questions.ts";
import { ApiProblem } from "../../api/problem.ts";
import { type Blog, type Draft, projectOf, reportOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { freeText } from "../../forms/free-text.ts";
import { useMay } from "../../parts/may.ts";
import { sayingOf } from "../../parts/saying.ts";
import { draft as words } from "../../words/content.ts";
import { overview } from "../../words.ts";
import { checksOf } from "./checks.ts";
import { Copy } from "./copy.tsx";
import type { Editing } from "./saving.ts";

type Mode = keyof typeof words.modes;

const modes = Object.keys(words.modes) as Mode[];

/** The way out of the editor: to the blog, or by copying. */
export function Publishing({ draft, editing }: { draft: Draft; editing: Editing }) {
  const isArticle = draft.content_kind === "article";
  const day = useDays(draft.project_id);
  const { value: project } = useKnown(projectOf(draft.project_id));
  const { value: blog } = useKnown(isArticle && project?.cms.provider ? blogOf(draft.project_id) : null);
  const blogless = isArticle && project?.cms.provider === null;
  const { viewer } = useMay();
  const { published } = draft;
  return (
    <section aria-label={isArticle ? words.publish : words.copy}>
      {published && (
        <p class="notice calm">
          {published.url ? words.publishedAt(day(published.at)) : words.onBlog}{" "}
          <a href={published.url ?? published.edit_url} target="_blank" rel="noreferrer">
            {published.url ? words.look : words.edit}
          </a>
          . {words.stays}
        </p>
      )}
      {draft.unconfirmed && (
        <p class="notice">
          {words.unconfirmed}{" "}
          <a href={draft.unconfirmed.look_at} target="_blank" rel="noreferrer">
            {words.lookForIt}
          </a>
          .
        </p>
      )}
      {blog && !blog.active && (
        <p class="notice">
          {words.refused}{" "}
          <a href={`${projectPath(draft.project_id, "settings", { draft: draft.id })}#blog`}>
            {words.toSettings}
          </a>
          .
        </p>
      )}
      <p class="does">
        {isArticle && blog?.active && !viewer && <PublishTo blog={blog} draft={draft} editing={editing} />}
        <Copy draft={draft} now={editing.now} prime={!isArticle || blogless || viewer} />
        {blogless && !viewer && (
          <a class="btn" href={`${projectPath(draft.project_id, "settings", { draft: draft.id })}#blog`}>
            {words.connect}
          </a>
        )}
      </p>
      {viewer && <p class="note">{words.viewer}</p>}
      {blogless && !viewer && <p class="note">{words.connectSays}</p>}
    </section>
  );
}

/** Asks how, saves what is typed, and makes the post. */
function PublishTo({ blog, draft, editing }: { blog: Blog; draft: Draft; editing: Editing }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const day = useDays(draft.project_id);
  const [mode, setMode] = useState<Mode>("publish");
  const [tags, setTags] = useState("");
  const [looked, setLooked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const [done, setDone] = useState<Schemas["Publication"] | null>(null);
  const doubts = draft.published
    ? []
    : checksOf(draft, editing.original, editing.now).filter(({ holds }) => !holds);
  const site = blog.site_name ?? new URL(blog.site_url).host;

  async function publish(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setSays(null);
    try {
      if (!(await editing.save())) throw new Error("what is typed could not be saved");
      const list = tags.split(",").map((tag) => tag.trim());
      const tagNames = list.filter(Boolean);
      const post = await answerTo(() =>
        api.POST("/projects/{projectId}/publish-to-cms", {
          params: { path: { projectId: draft.project_id } },
          body: {
            ...{ reportId: draft.id, mode, sendAgain: looked },
            ...(tagNames.length > 0 ? { tags: tagNames } : {}),
          },
        }),
      );
      setDone(post);
      await refresh(reportOf(draft.id));
    } catch (error) {
      const refused = error instanceof ApiProblem && error.code === "CMS_NOT_CONNECTED";
      if (refused)
        await Promise.all([refresh(projectOf(draft.project_id)), refresh(blogOf(draft.project_id))]);
      const failed = error instanceof ApiProblem && error.code === "CMS_UPSTREAM_ERROR";
      if (failed) await refresh(reportOf(draft.id));
      const inDoubt = failed && error.details.reason === "may_exist";
      setSays(
        editing.troubled
          ? editing.says
          : refused
            ? words.refusedNow
            : inDoubt
              ? words.unconfirmed
              : sayingOf(error),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {!draft.published?.url && (
        <button type="button" class="prime" onClick={() => dialog.current?.showModal()}>
          {words.publish}
        </button>
      )}
      <dialog ref={dialog} aria-labelledby="publish">
        <h2 id="publish">{words.publishTo(site)}</h2>
        {done ? (
          <>
            <p class="sub" role="status">
              {done.already_published
                ? words.already
                : done.mode === "publish"
                  ? words.publishedAt(day(done.published_at))
                  : words.onBlog}
            </p>
            <p class="does">
              <a class="btn prime" href={done.url ?? done.edit_url} target="_blank" rel="noreferrer">
                {done.url ? words.look : words.edit}
              </a>
              <button type="button" onClick={() => dialog.current?.close()}>
                {words.close}
              </button>
            </p>
          </>
        ) : (
          <form onSubmit={(event) => void publish(event)}>
            <p class="sub">{draft.published ? words.publishLeft : words.publishSays}</p>
            {doubts.length > 0 && (
              <>
                <p class="note">{words.doubts}</p>
                <ul class="note">
                  {doubts.map(({ says }) => (
                    <li key={says}>{says}</li>
                  ))}
                </ul>
              </>
            )}
            {!draft.published && (
              <>
                <fieldset class="choice">
                  <legend class="vh">{words.mode}</legend>
                  {modes.map((each) => (
                    <label key={each}>
                      <input
                        type="radio"
                        name="mode"
                        checked={mode === each}
                        onChange={() => setMode(each)}
                      />
                      {words.modes[each]}
                    </label>
                  ))}
                </fieldset>
                <label class="field">
                  {words.tags}
                  <input {...freeText(tags)} onInput={({ currentTarget }) => setTags(currentTarget.value)} />
                </label>
              </>
            )}
            {draft.unconfirmed && (
              <div class="choice">
                <label>
                  <input
                    type="checkbox"
                    checked={looked}
                    onChange={({ currentTarget }) => setLooked(currentTarget.checked)}
                  />
                  <span>{words.sendAgain}</span>
                </label>
              </div>
            )}
            {says && (
              <p class="notice" role="alert">
                {says}
              </p>
            )}
            <p class="does">
              <button type="submit" class="prime" disabled={busy}>
                {words.act}
              </button>
              <button type="button" onClick={() => dialog.current?.close()}>
                {overview.cancel}
              </button>
            </p>
          </form>
        )}
      </dialog>
    </>
  );
}
