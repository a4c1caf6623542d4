import { useState } from "preact/hooks";
import type { Draft } from "../../api/questions.ts";
import { copied } from "../../parts/copied.ts";
import { draft as words } from "../../words/content.ts";
import type { Fields } from "./fields.ts";

/** Puts the whole text on the clipboard: an article with its title, a thread with a line between posts. */
export function Copy({ draft, now, prime }: { draft: Draft; now: Fields; prime: boolean }) {
  const [says, setSays] = useState<string | null>(null);

  async function copy() {
    const text = draft.posts
      ? now.posts.join("\n\n")
      : draft.content_kind === "post"
        ? now.body
        : `# ${now.title}\n\n${now.body}`;
    const done = await copied(text);
    setSays(done ? words.copied : words.noCopy);
  }

  return (
    <>
      <button type="button" class={prime ? "prime" : ""} onClick={() => void copy()}>
        {words.copy}
      </button>
      {says && (
        <span class="soft" role="status">
          {says}
        </span>
      )}
    </>
  );
}
