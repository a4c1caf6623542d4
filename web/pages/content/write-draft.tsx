import { useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { reportPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { draftsOf } from "../../api/page-questions.ts";
import type { ContentTopic, Draft } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { freeText } from "../../forms/free-text.ts";
import { sayingOf } from "../../parts/saying.ts";
import { content as words } from "../../words/content.ts";
import { overview } from "../../words.ts";

type Platform = Draft["platform"];

const platforms = Object.keys(words.platforms) as Platform[];

/** Has a draft written, after saying what that is, and opens it; without a topic the reader names one. */
export function WriteDraft({
  projectId,
  topic,
  prime = false,
}: {
  projectId: string;
  topic: ContentTopic | null;
  prime?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { route } = useLocation();
  const improves = topic?.content_action === "optimize_existing_url";
  const [platform, setPlatform] = useState<Platform>(topic?.suggested_platform ?? "blog");
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const about = topic?.topic ?? typed.trim();

  async function start(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setSays(null);
    try {
      const draft = await answerTo(() =>
        api.POST("/generate-content", {
          body: {
            ...{ projectId, topic: about.slice(0, 300) },
            platform: improves ? "blog" : platform,
            ...(topic?.prompt_type ? { promptType: topic.prompt_type } : {}),
            ...(topic ? { metadata: routingOf(topic) } : {}),
          },
          headers: { Prefer: "wait=0" },
        }),
      );
      void refresh(draftsOf(projectId));
      route(reportPath(draft.id));
    } catch (error) {
      setSays(sayingOf(error));
      setBusy(false);
    }
  }

  const open = topic ? (improves ? words.brief : words.write) : words.own;
  return (
    <>
      <button
        type="button"
        class={prime ? "prime" : ""}
        aria-label={topic ? `${open}: ${topic.topic}` : undefined}
        onClick={() => dialog.current?.showModal()}
      >
        {open}
      </button>
      <dialog ref={dialog} aria-label={words.writeTitle}>
        <form onSubmit={(event) => void start(event)}>
          <h2>{words.writeTitle}</h2>
          {topic ? (
            <p class="sub">
              <bdi>{topic.topic}</bdi>
            </p>
          ) : (
            <label class="field">
              {words.topic}
              <input
                {...freeText(typed, limits.GenerateContentRequest.topic.max)}
                required
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </label>
          )}
          {!improves && (
            <label class="field">
              {words.as}
              <select
                value={platform}
                onChange={({ currentTarget }) => setPlatform(currentTarget.value as Platform)}
              >
                {platforms.map((each) => (
                  <option key={each} value={each}>
                    {words.platforms[each]}
                  </option>
                ))}
              </select>
            </label>
          )}
          <p class="note">{words.writeSays}</p>
          {says && (
            <p class="notice" role="alert">
              {says}
            </p>
          )}
          <p class="does">
            <button type="submit" class="prime" disabled={busy || about === ""}>
              {words.start}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              {overview.cancel}
            </button>
          </p>
        </form>
      </dialog>
    </>
  );
}

/** What a draft takes over from its topic. Source: docs/contract/content-plan.md. */
const routingOf = ({ id, content_action, target_url, target_title, prompt_keys }: ContentTopic) => ({
  ...{ content_action, target_url, target_title, prompt_keys },
  ...(id ? { topic_id: id } : {}),
});
