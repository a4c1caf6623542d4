import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { limits } from "../../api/limits.ts";
import type { Draft } from "../../api/questions.ts";
import { freeText } from "../../forms/free-text.ts";
import { useMay } from "../../parts/may.ts";
import { Bones } from "../../parts/states.tsx";
import { draft as words } from "../../words/content.ts";
import { charactersOf, threadPostMost } from "./checks.ts";
import type { Editing } from "./saving.ts";
import { Toolbar } from "./toolbar.tsx";

const views = ["write", "preview"] as const;

/** The text to write in, or as readers will see it. */
export function Text({ draft, editing }: { draft: Draft; editing: Editing }) {
  const [mode, setMode] = useState<(typeof views)[number]>("write");
  const { viewer } = useMay();
  const view = viewer ? "preview" : mode;
  const { now, change, says, troubled, restored } = editing;
  return (
    <div class="paper">
      <h1 class="vh">{words.kinds[draft.content_kind]}</h1>
      <div class="tools">
        {!viewer && (
          <fieldset class="sw">
            <legend class="vh">{words.show}</legend>
            {views.map((each) => (
              <label key={each}>
                <input type="radio" name="view" checked={view === each} onChange={() => setMode(each)} />
                {words[each]}
              </label>
            ))}
          </fieldset>
        )}
        {view === "write" && draft.posts === null && <Toolbar target="body" />}
        <p class={troubled ? "state bad" : "state"} role="status">
          {!viewer && says}
        </p>
      </div>
      {restored && <p class="note">{words.restored}</p>}
      {draft.title !== null &&
        (view === "write" ? (
          <textarea
            class="title"
            rows={1}
            aria-label={words.title}
            {...freeText(now.title, limits.SaveDraftRequest.title.max)}
            onInput={({ currentTarget }) =>
              change({ title: currentTarget.value.replaceAll(/\s*\n\s*/g, " ") })
            }
          />
        ) : (
          <p class="title">
            <bdi>{now.title}</bdi>
          </p>
        ))}
      {draft.posts !== null ? (
        <Posts editing={editing} preview={view === "preview"} />
      ) : view === "preview" ? (
        <Preview text={now.body} />
      ) : (
        <textarea
          id="body"
          class="body"
          aria-label={words.text}
          {...freeText(now.body, limits.SaveDraftRequest.bodyMarkdown.max)}
          onInput={({ currentTarget }) => change({ body: currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Most who write never look at it, so its parser comes when it is needed. */
function Preview({ text }: { text: string }) {
  const [renderer, setRenderer] = useState<{ Markdown: ComponentType<{ text: string }> } | null>(null);
  useEffect(() => void import("./markdown.tsx").then(setRenderer), []);
  return renderer ? <renderer.Markdown text={text} /> : <Bones heights={[300]} />;
}

/** A thread: one field for each post, with what is left of it. */
function Posts({ editing: { now, change }, preview }: { editing: Editing; preview: boolean }) {
  return (
    <ol class="posts">
      {now.posts.map((post, at) => {
        const remaining = threadPostMost - charactersOf(post);
        return (
          <li key={at}>
            {preview ? (
              <p>
                <bdi>{post}</bdi>
              </p>
            ) : (
              <>
                <textarea
                  aria-label={words.post(at + 1)}
                  {...freeText(post)}
                  onInput={({ currentTarget }) =>
                    change({
                      posts: now.posts.map((each, place) => (place === at ? currentTarget.value : each)),
                    })
                  }
                />
                <p class={remaining < 0 ? "note bad" : "note"}>{words.remaining(remaining)}</p>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
