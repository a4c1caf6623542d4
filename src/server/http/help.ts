import type { AnyAction } from "../api/action.ts";
import { type HelpfulAction, helpfulFor } from "../api/helpful-action.ts";
import type { Problem } from "../kernel/problem.ts";

/** What each route tells, after its name. */
const tells: Record<HelpfulAction, string> = {
  get_account_status: "shows your plan and quotas",
  get_project: "shows the project's competitors",
  get_report: "shows the report's prompts and answers",
  list_client_workspaces: "lists your workspaces",
  list_connectors: "lists your connectors",
  list_corrections: "lists the project's corrections",
  list_engine_credentials: "lists your organization's own keys",
  list_engines: "lists the assistants",
  list_interventions: "lists the project's interventions",
  list_invitations: "lists the invitations",
  list_keys: "lists your keys",
  list_members: "lists the members",
  list_organizations: "lists your organizations",
  list_projects: "lists your projects",
  list_reddit_opportunities: "lists the project's opportunities",
  list_reports: "lists your reports",
  list_share_links: "lists the project's share links",
  save_cms_connection: "connects a blog",
  start_crawl: "makes a crawl record",
  suggest_prompts: "makes a saved test",
  update_member: "makes another member an owner",
};

/** Adds the routes that help to a failure's message, if they are among these actions. */
export function createHelp(actions: readonly AnyAction[]) {
  const routes = new Map(actions.map(({ name, http }) => [name, http]));
  return (failed: AnyAction, problem: Problem): string => {
    const { message } = problem;
    // The message already names a route.
    if (message.includes("/v1/")) return message;
    const help = helpfulFor(problem).flatMap((name) => {
      const http = name === failed.name ? undefined : routes.get(name);
      return http ? [`${http} ${tells[name]}.`] : [];
    });
    return [message, ...help].join(" ");
  };
}
