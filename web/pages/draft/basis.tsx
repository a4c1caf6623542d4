import { limits } from "../../api/limits.ts";
import type { Draft } from "../../api/questions.ts";
import { freeText } from "../../forms/free-text.ts";
import { useMay } from "../../parts/may.ts";
import { draft as words } from "../../words/content.ts";
import { checksOf } from "./checks.ts";
import { Facts } from "./facts.tsx";
import type { Editing } from "./saving.ts";

/** What the text rests on, and how it stands against the rules of a draft. */
export function Basis({ draft, editing }: { draft: Draft; editing: Editing }) {
  const { now, original, change } = editing;
  const { viewer } = useMay();
  return (
    <>
      <section aria-labelledby="checks">
        <h2 id="checks">{words.checks}</h2>
        <ul class="checks">
          {checksOf(draft, original, now).map(({ holds, says }) => (
            <li key={says} class={holds ? "" : "bad"}>
              <span aria-hidden="true">{holds ? words.holds : words.fails}</span>
              <bdi>{says}</bdi>
            </li>
          ))}
        </ul>
        <p class="note">{words.unchecked}</p>
      </section>
      <section aria-labelledby="rests">
        <h2 id="rests">{words.rests}</h2>
        <dl class="facts">
          <dt>{words.forTopic}</dt>
          <dd>
            <bdi>{draft.topic}</bdi>
          </dd>
          {draft.target_url && (
            <>
              <dt>{words.target}</dt>
              <dd>
                <a href={draft.target_url} target="_blank" rel="noreferrer">
                  <bdi>{draft.target_title ?? draft.target_url}</bdi>
                </a>
              </dd>
            </>
          )}
          <Facts draft={draft} />
          <dt>{words.sources}</dt>
          <dd>
            {draft.sources.length === 0 && words.noSources}
            <ul>
              {draft.sources.map(({ url, title }) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noreferrer">
                    <bdi>{title ?? url}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
        <p class="note">{draft.context_message}</p>
      </section>
      {draft.content_kind === "article" && (
        <section aria-labelledby="search">
          <h2 id="search">{words.search}</h2>
          <label class="field">
            {words.description}
            <textarea
              class="short"
              readOnly={viewer}
              {...freeText(now.description, limits.SaveDraftRequest.metaDescription.max)}
              onInput={({ currentTarget }) => change({ description: currentTarget.value })}
            />
          </label>
          <label class="field">
            {words.slug}
            <input
              readOnly={viewer}
              {...freeText(now.slug, limits.SaveDraftRequest.slug.max)}
              onInput={({ currentTarget }) => change({ slug: currentTarget.value })}
            />
          </label>
        </section>
      )}
    </>
  );
}
