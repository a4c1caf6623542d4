import { Type } from "typebox";
import { action } from "../api/action.ts";
import { opportunityId, projectId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { Nullable, OneOf } from "../api/schema/schema.ts";
import { Problem } from "../kernel/problem.ts";
import { opportunity } from "./reddit-examples.ts";
import { RedditOpportunityView, redditOpportunityView } from "./reddit-view.ts";
import { changeThread } from "./threads.ts";

/** The longest comment that Reddit allows, in characters. */
const longestReply = 10_000;

export const updateRedditOpportunity = action({
  name: "update_reddit_opportunity",
  http: "PATCH /v1/projects/{projectId}/reddit-opportunities/{opportunityId}",
  summary: "Dismiss or reopen an opportunity, and save its reply draft.",
  description: "`dismissed` hides a thread from the list; `replyDraft` is your own wording.",
  tag: "setup",
  scope: "content:write",
  effect: "writes",
  limit: "write",
  on: "project",
  feature: "reddit_opportunities",
  problems: ["OPPORTUNITY_NOT_FOUND"],
  input: Type.Object({
    projectId: ProjectId,
    opportunityId: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Id of the opportunity.",
    }),
    status: Type.Optional(
      OneOf(["open", "dismissed"], {
        description: "`dismissed` takes it off the list, `open` puts it back.",
      }),
    ),
    replyDraft: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: longestReply }), {
        description: "Your own reply draft; null clears it. A refresh never changes it.",
      }),
    ),
  }),
  output: RedditOpportunityView,
  example: () => ({
    fields: { projectId, opportunityId },
    bodies: {
      usual: { summary: "Save a reply of your own", value: { replyDraft: opportunity.reply_draft!.text } },
    },
    answers: { RedditOpportunity: { summary: "With the reply", data: opportunity } },
  }),
}).run(async ({ project, now, write }, { opportunityId, status, replyDraft }) =>
  write(async (db) => {
    const change = {
      ...(status === undefined ? {} : { dismissed: status === "dismissed" }),
      ...(replyDraft === undefined ? {} : { draft: replyDraft }),
    };
    const changed = await changeThread(db, project.id, opportunityId, change, now());
    if (!changed) throw new Problem("OPPORTUNITY_NOT_FOUND");
    return reply(redditOpportunityView(changed));
  }),
);
