import { type Static, Type } from "typebox";
import type { PlannedTopic } from "../../../planner/topics/planner.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { Closed, Nullable, ObjectOrNull, OneOf, Uuid } from "../../api/schema/schema.ts";
import { DraftPlatformWord, LevelWord, ReportStatusWord } from "../../api/schema/words.ts";
import type { DraftOfTopic } from "../drafts/drafts.ts";
import { PublishedView, publishedView } from "../drafts/generated-content-view.ts";

const TopicDraftView = Closed(
  {
    report_id: Uuid("Id of the draft, which is a report."),
    status: ReportStatusWord({ description: "Whether it is written." }),
    published: ObjectOrNull(PublishedView, "Where it stands on the blog; null: it was not sent there."),
  },
  { title: "TopicDraft", description: "A text that was written about a topic." },
);

const TopicView = Closed(
  {
    id: Nullable(Uuid(), { description: "Id, if the topic is saved." }),
    topic: Type.String({ description: "What to write about, in the words of a prompt." }),
    content_action: OneOf(["create_new_article", "optimize_existing_url", "covered_existing_url"], {
      description: "Write a new article, improve a page, or leave it as it is.",
    }),
    target_url: Nullable(Type.String(), { description: "URL of the page; null for a new article." }),
    target_title: Nullable(Type.String(), { description: "Title of the page; null for a new article." }),
    coverage_status: OneOf(["uncovered", "partially_covered", "covered"], {
      description: "How well the website covers it; decides `content_action`.",
    }),
    confidence: LevelWord({
      description: "How sure the action is: `low` is a guess, so look at `nearest_url` before you act.",
    }),
    nearest_url: Nullable(Type.String(), {
      description:
        "URL of the page nearest to the topic, also for a new article; null if no page was crawled.",
    }),
    match_reason: Type.String({ description: "Why: what the website says about it and what answers show." }),
    persisted: Type.Boolean({ description: "Whether it is saved." }),
    priority: LevelWord({ description: "How urgent it is." }),
    prompt_keys: Type.Array(PromptKey, { description: "Prompts that it answers." }),
    suggested_platform: DraftPlatformWord({
      description: "Where it helps most, judged by what answers cite.",
    }),
    prompt_type: Nullable(Type.String(), { description: "The `promptType` for a draft; null: any." }),
    draft: ObjectOrNull(TopicDraftView, "The newest draft about it that has not failed; null: none."),
  },
  { title: "ContentTopic", description: "A text to write or to improve." },
);

export const ContentPlanView = Closed(
  {
    project_id: Uuid("Id of the project."),
    topics: Type.Array(TopicView, { description: "What to write, most needed first." }),
    skipped_topics: Type.Array(TopicView, {
      description: "Up to 20 topics that the website covers already; not saved.",
    }),
    planner: Closed(
      {
        version: Type.String({ description: "Version of the planner." }),
        based_on_report_id: Nullable(Uuid(), { description: "The report it is based on, if any." }),
      },
      { description: "How it was planned." },
    ),
  },
  { title: "ContentPlan", description: "What to write so that assistants name the brand." },
);

/** A topic with the id it is stored under; null for one that is not stored. */
export const topicView = (
  topic: PlannedTopic,
  id: string | null,
  draft: DraftOfTopic | undefined,
): Static<typeof TopicView> => ({
  id,
  topic: topic.topic,
  content_action: topic.action,
  target_url: topic.targetUrl,
  target_title: topic.targetTitle,
  coverage_status: topic.coverage,
  confidence: topic.confidence,
  nearest_url: topic.nearestUrl,
  match_reason: topic.reason,
  persisted: id !== null,
  priority: topic.priority,
  prompt_keys: topic.promptKeys,
  suggested_platform: topic.platform,
  prompt_type: topic.promptType,
  draft: draft
    ? { report_id: draft.reportId, status: draft.status, published: publishedView(draft.published) }
    : null,
});
