import type { Schemas } from "../../api/client.ts";
import { report as words } from "../../words.ts";

/** A draft to read, as its Markdown stands. */
export function Draft({ draft }: { draft: Schemas["GeneratedContentReport"] }) {
  return (
    <article class="draft">
      <p class="sub">{words.draft}</p>
      <h1 class="plain">
        <bdi>{draft.title ?? words.untitled}</bdi>
      </h1>
      {draft.failure && <p class="notice">{draft.failure.message}</p>}
      {draft.body_markdown ? (
        <pre class="markdown">{draft.body_markdown}</pre>
      ) : (
        <p class="stand">{words.draftPending}</p>
      )}
    </article>
  );
}
