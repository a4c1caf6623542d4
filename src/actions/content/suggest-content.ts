import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { keepTopics } from "../../store/content/content-topics.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { ContentPlanView, topicView } from "./views/content-plan-view.ts";

const usualCount = 5;

export const suggestContent = action({
  name: "suggest_content",
  http: "POST /v1/projects/{projectId}/content-suggestions",
  summary: "Plan what to write: new articles, pages to improve, and what is covered already.",
  description:
    "Compares the project's prompts with its website. Send a topic to POST /generate-content to have it written.",
  tag: "content",
  scope: "content:write",
  effect: "writes",
  limit: "suggest",
  tool: true,
  on: "project",
  feature: "content_suggestions",
  problems: ["REPORT_NOT_READY"],
  input: Type.Object({
    projectId: ProjectId,
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: usualCount,
        description: "Most topics to suggest.",
      }),
    ),
  }),
  output: ContentPlanView,
}).run(async (context, { count = usualCount }) => {
  const { project, now, write } = context;
  // The search index is loaded only when there is something to plan.
  const [{ plannerInput }, { planContent, plannerVersion }] = await Promise.all([
    import("./steps/planner-input.ts"),
    import("../../domain/content/plan/planner.ts"),
  ]);
  const { input, reportId } = await plannerInput(context);
  const plan = planContent(input, count);
  return write(async (db) => {
    const ids = await keepTopics(db, project.id, plan.topics, now());
    return reply({
      project_id: project.id,
      topics: plan.topics.map((topic) => topicView(topic, ids.get(topic.key)!)),
      skipped_topics: plan.covered.map((topic) => topicView(topic, null)),
      planner: { version: plannerVersion, based_on_report_id: reportId },
    });
  });
});
