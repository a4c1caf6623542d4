import { Type } from "typebox";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { pollAfterSeconds } from "../api/polling.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { neededReport } from "./needed-report.ts";
import { refreshing } from "./reddit-examples.ts";
import { RedditRefreshView, redditRefreshView } from "./reddit-view.ts";
import { beginRefresh } from "./refreshes.ts";

/** A refresh ends long before this; one that has not is gone with its job. */
const longestMs = 60 * 60_000;

export const refreshRedditOpportunities = action({
  name: "refresh_reddit_opportunities",
  http: "POST /v1/projects/{projectId}/reddit-opportunities/refresh",
  summary: "Look for Reddit threads again, in the background.",
  description: "Poll the `Location` until `refresh.terminal` is true.",
  tag: "setup",
  scope: "content:write",
  effect: "writes",
  limit: "write",
  status: 202,
  on: "project",
  feature: "reddit_opportunities",
  problems: ["REPORT_NOT_READY"],
  input: Type.Object({ projectId: ProjectId }),
  output: RedditRefreshView,
  example: () => ({
    fields: { projectId },
    answers: { RedditRefresh: { status: 202, summary: "Just begun", data: refreshing } },
  }),
}).run(async (context) => {
  const { project, queue, now, write } = context;
  await neededReport(context);
  const accepted = await write(async (db) => {
    const voidBefore = new Date(now().getTime() - longestMs);
    const { refresh, isNew } = await beginRefresh(db, project.id, now(), voidBefore);
    if (isNew) await queue.enqueueRefresh(db, { projectId: project.id, id: refresh.id, awaited: true });
    return reply(redditRefreshView(project.id, refresh), {
      location: `/v1/projects/${project.id}/reddit-opportunities`,
      retryAfterSeconds: pollAfterSeconds,
    });
  });
  queue.wake();
  return accepted;
});
