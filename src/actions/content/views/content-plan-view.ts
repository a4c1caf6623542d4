import { type Static, Type } from "typebox";
import type { PlannedTopic } from "../../../domain/content/plan/planner.ts";
import { PromptKey } from "../../reports/views/prompt-key.ts";
import { Closed, Nullable, OneOf, Uuid } from "../../schema/schema.ts";
import { DraftPlatformWord, LevelWord } from "../../schema/words.ts";

const TopicView = Closed(
  {
    id: Nullable(Uuid(), { description: "Id of the kept topic; null where it is not kept." }),
    topic: Type.String({ description: "What to write about, in the words of a prompt." }),
    content_action: OneOf(["create_new_article", "optimize_existing_url", "covered_existing_url"], {
      description: "Write anew, improve a page, or leave it: the page does its work.",
    }),
    target_url: Nullable(Type.String(), { description: "The page; null for a new article." }),
    target_title: Nullable(Type.String(), { description: "Title of the page; null for a new article." }),
    coverage_status: OneOf(["uncovered", "partially_covered", "covered"], {
      description: "How far the website has it already; each goes with one content_action.",
    }),
    match_reason: Type.String({ description: "Why: what the website holds on it, and what answers show." }),
    persisted: Type.Boolean({ description: "Whether it is kept, under its id." }),
    priority: LevelWord({ description: "How much it is needed." }),
    prompt_keys: Type.Array(PromptKey, { description: "Prompts that it answers." }),
    suggested_platform: DraftPlatformWord({
      description: "Where it does most, by what the answers cite.",
    }),
    prompt_type: Nullable(Type.String(), { description: "Kind of text, as a draft takes it; null for any." }),
  },
  { title: "ContentTopic", description: "A text to write or to improve." },
);

export const ContentPlanView = Closed(
  {
    project_id: Uuid("Id of the project."),
    topics: Type.Array(TopicView, { description: "What to write, most needed first." }),
    skipped_topics: Type.Array(TopicView, {
      description: "What the website covers already, at most 20; not kept.",
    }),
    planner: Closed(
      {
        version: Type.String({ description: "Version of the planner." }),
        based_on_report_id: Nullable(Uuid(), { description: "Report it rests on; null without one." }),
      },
      { description: "What planned it." },
    ),
  },
  { title: "ContentPlan", description: "What to write so that assistants name the brand." },
);

/** A topic under the id it is kept by; null for one that is not kept. */
export const topicView = (topic: PlannedTopic, id: string | null): Static<typeof TopicView> => ({
  id,
  topic: topic.topic,
  content_action: topic.action,
  target_url: topic.targetUrl,
  target_title: topic.targetTitle,
  coverage_status: topic.coverage,
  match_reason: topic.reason,
  persisted: id !== null,
  priority: topic.priority,
  prompt_keys: topic.promptKeys,
  suggested_platform: topic.platform,
  prompt_type: topic.promptType,
});
