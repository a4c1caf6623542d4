import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { useDays } from "../../api/days.ts";
import { limits } from "../../api/limits.ts";
import { redditOf } from "../../api/page-questions.ts";
import type { Thread } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { forget, keep, readUnsaved } from "../../api/unsaved-edits.ts";
import { promptFilterOf } from "../../filter.ts";
import { freeText } from "../../forms/free-text.ts";
import { copied } from "../../parts/copied.ts";
import { useMay } from "../../parts/may.ts";
import { sayingOf } from "../../parts/saying.ts";
import { reddit as words } from "../../words/acting.ts";
import { draft } from "../../words/content.ts";

/** A thread, why it matters, and the reply to edit; what is typed outlasts a failure and a reload. */
export function ThreadLine({ thread, projectId }: { thread: Thread; projectId: string }) {
  const key = `reply ${thread.id}`;
  const saved = thread.reply_draft?.text ?? "";
  const [text, setText] = useState(() => readUnsaved<string>(key) ?? saved);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const day = useDays(projectId);
  const { viewer } = useMay();
  const filter = promptFilterOf(useLocation().query);
  const { relevance } = thread;

  async function change(body: { status?: "open" | "dismissed"; replyDraft?: string | null }) {
    setBusy(true);
    setSays(null);
    try {
      const path = { projectId, opportunityId: thread.id };
      const changed = await answerTo(() =>
        api.PATCH("/projects/{projectId}/reddit-opportunities/{opportunityId}", { params: { path }, body }),
      );
      if (body.status) setGone(changed.status === "dismissed");
      else {
        forget(key);
        setSays(words.saved);
        await refresh(redditOf(projectId, filter));
      }
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function copy() {
    const done = await copied(text);
    setSays(done ? draft.copied : draft.noCopy);
  }

  if (gone)
    return (
      <li>
        <p class="soft">
          {words.dismissed}{" "}
          <button type="button" class="link" disabled={busy} onClick={() => void change({ status: "open" })}>
            {words.back}
          </button>
        </p>
      </li>
    );
  const facts = [
    words.in(thread.subreddit),
    thread.posted_at && day(thread.posted_at),
    words.facts(thread.upvotes, thread.comment_count),
  ];
  return (
    <li>
      <div>
        <h2>
          <a href={thread.thread_url} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{thread.title}</bdi>
          </a>
        </h2>
        <p class="note">{facts.filter(Boolean).join(" · ")}</p>
        <p class="why">{relevance.reason}</p>
        <p class="note">
          {words.worth}: {words.relevance(relevance.score)}
        </p>
      </div>
      <div>
        <label class="field">
          {words.reply}
          <textarea
            {...freeText(text, limits.UpdateRedditOpportunityRequest.replyDraft.max)}
            readOnly={viewer}
            placeholder={viewer ? words.noReplyYet : words.noReply}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              keep(key, currentTarget.value);
              setSays(null);
            }}
          />
        </label>
        {thread.reply_draft && text === saved && (
          <p class={thread.reply_draft.disclosure_included ? "note" : "note bad"}>
            {thread.reply_draft.disclosure_included ? words.discloses : words.hides}
          </p>
        )}
        <p class="does">
          {!viewer && (
            <button
              type="button"
              disabled={busy || text === saved}
              onClick={() => void change({ replyDraft: text.trim() || null })}
            >
              {words.save}
            </button>
          )}
          <button type="button" disabled={text === ""} onClick={() => void copy()}>
            {words.copy}
          </button>
          {!viewer && (
            <button type="button" disabled={busy} onClick={() => void change({ status: "dismissed" })}>
              {words.dismiss}
            </button>
          )}
          {says && (
            <span class="soft" role="status">
              {says}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
