import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { beginRefresh } from "../../store/reddit/refreshes.ts";
import { projectId } from "../examples/northwind.ts";
import { refreshing } from "../examples/reddit.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { pollAfterSeconds } from "../schema/polling.ts";
import { neededReport } from "./steps/needed-report.ts";
import { RedditRefreshView, redditRefreshView } from "./views/reddit-view.ts";

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
    const { refresh, begun } = await beginRefresh(db, project.id, now(), voidBefore);
    if (begun) await queue.enqueueRefresh(db, { projectId: project.id, id: refresh.id, awaited: true });
    return reply(redditRefreshView(project.id, refresh), {
      location: `/v1/projects/${project.id}/reddit-opportunities`,
      retryAfterSeconds: pollAfterSeconds,
    });
  });
  queue.wake();
  return accepted;
});
