import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId, website } from "../../api/examples/northwind.ts";
import { pollLocation } from "../../api/polling.ts";
import { reply } from "../../api/reply.ts";
import { newId } from "../../kernel/id.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { lockOrganization } from "../../organizations/organizations.ts";
import { findProject, holdProject } from "../../projects/projects.ts";
import { crawling } from "../website-examples.ts";
import { insertCrawl, runningCrawls } from "./crawl-records.ts";
import { SiteUrl } from "./crawl-terms.ts";
import { CrawlView, crawlView, whileCrawling } from "./crawl-view.ts";

export const startCrawl = action({
  name: "start_crawl",
  http: "POST /v1/crawls",
  summary: "Crawl a website politely, obeying its robots.txt, to learn its topics and pages.",
  description: `Reads the site's pages, 200 at most by default, as the basis for suggested prompts and content plans. ${pollLocation}`,
  tag: "setup",
  scope: "content:write",
  effect: "writes",
  limit: "write",
  tool: { openWorld: true },
  status: 202,
  problems: ["URL_NOT_ALLOWED", "PROJECT_NOT_FOUND"],
  input: Type.Object({
    url: SiteUrl,
    projectId: Type.Optional(Type.String({ format: "uuid", description: "Project whose website it is." })),
  }),
  output: CrawlView,
  example: () => ({
    bodies: { usual: { summary: "A project's website", value: { url: website, projectId } } },
    answers: { StartedCrawl: { status: 202, summary: "Just begun", data: crawling } },
  }),
}).run(async ({ db, caller, outside, queue, settings, now, write }, { url, projectId }) => {
  if (!projectId && caller.workspaceIds !== null)
    throw invalid([
      {
        in: "body",
        path: "/projectId",
        code: "required",
        message: "You are limited to some client workspaces: name one of their projects.",
      },
    ]);
  const project = projectId ? await findProject(db, caller, projectId) : null;
  if (project === undefined) throw new Problem("PROJECT_NOT_FOUND");
  const start = (await outside.check(url)).href;

  const crawlReply = await write(async (db) => {
    if (project && !(await holdProject(db, caller, project.id))) throw new Problem("PROJECT_NOT_FOUND");
    await lockOrganization(db, caller.organizationId);
    const running = await runningCrawls(db, caller.organizationId);
    const same = running.find((one) => one.url === start && one.projectId === (project?.id ?? null));
    if (same) return reply(crawlView(same), whileCrawling(same.id));
    if (running.length >= settings.runsAtOnce) throw tooManyCrawls(settings.runsAtOnce);
    const id = newId();
    const { organizationId } = caller;
    const terms = { id, organizationId, projectId: project?.id ?? null, url: start, now: now() };
    const record = await insertCrawl(db, terms);
    await queue.enqueueCrawl(db, id);
    return reply(crawlView(record), whileCrawling(id));
  });
  queue.wake();
  return crawlReply;
});

const tooManyCrawls = (limit: number): Problem =>
  new Problem("RATE_LIMITED", {
    details: { bucket: "concurrency", limit, reset_seconds: 5 },
    retryAfterSeconds: 5,
  });
