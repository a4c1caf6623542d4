import { Type } from "typebox";
import { plannerVersion } from "../../../planner/topics/version.ts";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { partFields } from "../../api/schema/part-fields.ts";
import { Problem } from "../../kernel/problem.ts";
import { UnreadableError } from "../../outbound/parsing.ts";
import { requestedTag } from "../../reports/part/report-part.ts";
import { plan } from "../content-examples.ts";
import { draftsOfTopics } from "../drafts/drafts.ts";
import { ContentPlanView, topicView } from "./content-plan-view.ts";
import { keepTopics } from "./content-topics.ts";
import { plannerInput } from "./planner-input.ts";

const usualCount = 5;

const tooLarge = (cause: Error): Problem =>
  new Problem("SERVICE_UNAVAILABLE", {
    message: "Planning takes too long: the website is too large for this server. Crawl fewer pages.",
    cause,
  });

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
    tag: partFields.tag,
  }),
  output: ContentPlanView,
  example: () => ({
    fields: { projectId },
    bodies: { usual: { summary: "At most 5 topics", value: { count: 5 } } },
    answers: { ContentPlan: { summary: "One article to write", data: plan } },
  }),
}).run(async (context, { count = usualCount, tag }) => {
  const { project, now, write, parsing } = context;
  const tagged = tag === undefined ? undefined : await requestedTag(context, project.id, tag, "body");
  const { input, reportId } = await plannerInput(context, tagged?.promptKeys);
  const plan = await parsing.plan({ input, count }).catch((error: unknown) => {
    throw error instanceof UnreadableError ? tooLarge(error) : error;
  });
  return write(async (db) => {
    const ids = await keepTopics(db, project.id, plan.topics, now());
    const topics = [...plan.topics, ...plan.covered];
    const drafts = await draftsOfTopics(
      db,
      project.id,
      topics.map(({ topic }) => topic),
    );
    return reply({
      project_id: project.id,
      topics: plan.topics.map((topic) => topicView(topic, ids.get(topic.key)!, drafts.get(topic.topic))),
      skipped_topics: plan.covered.map((topic) => topicView(topic, null, drafts.get(topic.topic))),
      planner: { version: plannerVersion, based_on_report_id: reportId },
    });
  });
});
