import { useLocation } from "preact-iso";
import { answersPath, reportPath } from "../../address.ts";
import type { ContentTopic } from "../../api/questions.ts";
import { content as words } from "../../words/content.ts";
import { WriteDraft } from "./write-draft.tsx";

/** One thing to write: what, why, for which prompts, and the way to its draft. */
export function Topic({
  topic,
  projectId,
  first,
}: {
  topic: ContentTopic;
  projectId: string;
  first: boolean;
}) {
  const { target_url: url, target_title: title, prompt_keys: keys } = topic;
  const [key] = keys;
  const answers = answersPath(projectId, useLocation().query, { prompt: key });
  return (
    <li>
      <p class={topic.priority === "high" ? "tag l" : "tag"}>{words.priority[topic.priority]}</p>
      <div>
        <h2>
          <bdi>{topic.topic}</bdi>
        </h2>
        <p class="what">
          {words.actions[topic.content_action]}
          {url && (
            <>
              {" "}
              <a href={url} target="_blank" rel="noreferrer">
                <bdi>{title ?? url}</bdi>
              </a>
            </>
          )}
        </p>
        <p class="soft">
          {topic.match_reason}
          {!url && topic.nearest_url && topic.confidence !== "high" && (
            <>
              {" "}
              <a href={topic.nearest_url} target="_blank" rel="noreferrer">
                {words.nearest}
              </a>
            </>
          )}
        </p>
        <p class="note">
          {words.prompts(keys.length)}, <a href={answers}>{words.seeAnswers}</a>
          {topic.draft && (
            <>
              {". "}
              <a href={reportPath(topic.draft.report_id)}>
                {topic.draft.published?.url ? words.hasPost : words.hasDraft}
              </a>
            </>
          )}
        </p>
      </div>
      <WriteDraft projectId={projectId} topic={topic} prime={first && !topic.draft} />
    </li>
  );
}
