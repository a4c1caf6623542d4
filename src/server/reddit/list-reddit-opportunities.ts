import { Type } from "typebox";
import { tagKey } from "../../figures/tags/tag.ts";
import { action } from "../api/action.ts";
import type { ProjectContext } from "../api/context.ts";
import { cursor, projectId, tag } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { fitting } from "../api/schema/page-room.ts";
import { partFields } from "../api/schema/part-fields.ts";
import { Closed, ObjectOrNull, Uuid } from "../api/schema/schema.ts";
import { requestedTag } from "../reports/part/report-part.ts";
import { warnOf } from "../reports/warnings.ts";
import { neededReport } from "./needed-report.ts";
import { opportunity, refreshed } from "./reddit-examples.ts";
import {
  RedditOpportunityView,
  RedditRefreshView,
  redditOpportunityView,
  redditRefreshView,
} from "./reddit-view.ts";
import { findRefresh, type RedditRefresh } from "./refreshes.ts";
import { draftsIn } from "./reply.ts";
import { currentThreads } from "./threads.ts";

export const listRedditOpportunities = action({
  name: "list_reddit_opportunities",
  http: "GET /v1/projects/{projectId}/reddit-opportunities",
  summary: "List current Reddit threads where a reply could help, with the reason and a reply draft.",
  description:
    "Most relevant first. Nothing is posted for you. Run a refresh first; `refresh` tells when the last one ran.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: { pages: ["opportunities"] },
  paged: true,
  on: "project",
  feature: "reddit_opportunities",
  problems: ["REPORT_NOT_READY"],
  input: Type.Object({
    projectId: ProjectId,
    tag: partFields.tag,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Opportunities per page." }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 512, description: "`next_cursor` of the previous page." }),
    ),
  }),
  output: Closed(
    {
      project_id: Uuid("Project they are for."),
      opportunities: Type.Array(RedditOpportunityView, { description: "The most relevant first." }),
      refresh: ObjectOrNull(RedditRefreshView, "The newest refresh, if any."),
    },
    { title: "RedditOpportunities" },
  ),
  example: () => ({
    fields: { projectId, tag, limit: 20, cursor },
    answers: {
      RedditOpportunities: {
        summary: "One thread",
        data: {
          project_id: projectId,
          opportunities: [{ ...opportunity, status: "open" as const, reply_draft: null }],
          refresh: refreshed,
        },
      },
    },
  }),
}).run(async (context, { tag, limit = 20, cursor }) => {
  const { db, project, cursors, now } = context;
  warnOf(context, await neededReport(context));
  const tagged = tag === undefined ? undefined : await requestedTag(context, project.id, tag);
  const scope = `list_reddit_opportunities ${project.id}${tagged ? ` ${tagKey(tagged.tag)}` : ""}`;
  const position = cursors.open(scope, cursor);
  const page = await currentThreads(db, project.id, {
    limit: limit + 1,
    after: position === undefined ? null : JSON.parse(position),
    now: now(),
    ...(tagged ? { about: tagged.promptKeys } : {}),
  });
  const refresh = await findRefresh(db, project.id);
  warnOfSources(context, refresh);
  const opportunities = fitting(page.slice(0, limit).map(redditOpportunityView), refresh);
  const last = page[opportunities.length - 1];
  const more = page.length > opportunities.length && last !== undefined;
  const end = last && { score: last.relevance.score, id: last.id };
  return reply(
    {
      project_id: project.id,
      opportunities,
      refresh: refresh ? redditRefreshView(project.id, refresh) : null,
    },
    {
      pagination: {
        limit,
        next_cursor: more ? cursors.seal(scope, JSON.stringify(end)) : null,
        has_more: more,
      },
    },
  );
});

/** Warns if the list rests on less than it may seem. */
function warnOfSources(
  { warn, settings, project }: ProjectContext,
  refresh: RedditRefresh | undefined,
): void {
  const say = (code: string, message: string) => warn({ code, path: null, message });
  if (!refresh) say("NOT_REFRESHED", "No search has run yet. Start one with POST …/refresh.");
  if (settings.reddit === null) {
    say(
      "REDDIT_SEARCH_OFF",
      "Reddit's search is not configured: these are the threads that assistants cite, unchecked.",
    );
  }
  if (settings.reddit !== null && refresh?.result?.searched === false) {
    say("REDDIT_NOT_SEARCHED", "Reddit was not searched to the end; `refresh.failure` says why.");
  }
  if (!draftsIn(project.language)) say("DRAFTS_IN_ENGLISH_ONLY", "Reply drafts are written in English only.");
}
