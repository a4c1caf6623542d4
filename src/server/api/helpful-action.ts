import type { Issue, Problem, ProblemCode } from "../kernel/problem.ts";

/** An action that shows or makes what was missing. */
export type HelpfulAction =
  | "get_account_status"
  | "get_project"
  | "get_report"
  | "list_client_workspaces"
  | "list_connectors"
  | "list_corrections"
  | "list_engine_credentials"
  | "list_engines"
  | "list_interventions"
  | "list_invitations"
  | "list_keys"
  | "list_members"
  | "list_organizations"
  | "list_projects"
  | "list_reddit_opportunities"
  | "list_reports"
  | "list_share_links"
  | "save_cms_connection"
  | "start_crawl"
  | "suggest_prompts"
  | "update_member";

/** The action that helps, by problem. */
const afterProblem: Partial<Record<ProblemCode, HelpfulAction>> = {
  ANSWER_NOT_FOUND: "get_report",
  BILLING_REQUIRED: "get_account_status",
  CMS_CONNECTION_NOT_FOUND: "save_cms_connection",
  CMS_NOT_CONNECTED: "save_cms_connection",
  COMPETITOR_NOT_FOUND: "get_project",
  CONNECTOR_NOT_FOUND: "list_connectors",
  CORRECTION_NOT_FOUND: "list_corrections",
  CRAWL_RECORD_NOT_FOUND: "start_crawl",
  ENGINE_CREDENTIALS_NOT_FOUND: "list_engine_credentials",
  INTERVENTION_NOT_FOUND: "list_interventions",
  INVITATION_NOT_FOUND: "list_invitations",
  KEY_LIMIT_REACHED: "list_keys",
  KEY_NOT_FOUND: "list_keys",
  LAST_OWNER: "update_member",
  MEMBER_LIMIT_REACHED: "list_members",
  MEMBER_NOT_FOUND: "list_members",
  NO_ENTITLEMENT: "get_account_status",
  ORGANIZATION_NOT_FOUND: "list_organizations",
  OPPORTUNITY_NOT_FOUND: "list_reddit_opportunities",
  PROJECT_NOT_FOUND: "list_projects",
  REPORT_NOT_FOUND: "list_reports",
  REPORT_NOT_READY: "list_reports",
  SHARE_LINK_NOT_FOUND: "list_share_links",
  TEST_NOT_FOUND: "suggest_prompts",
  WORKSPACE_NOT_FOUND: "list_client_workspaces",
};

/** The same by the invalid field of the input. */
const afterField: Record<string, HelpfulAction> = {
  competitor: "get_project",
  crawlRecordId: "start_crawl",
  projectId: "list_projects",
  promptKey: "get_report",
  provider: "list_engines",
  providers: "list_engines",
  reportId: "list_reports",
  testId: "suggest_prompts",
  with: "list_reports",
  workspaceId: "list_client_workspaces",
};

/** Names of the actions that provide what a problem asks for. Each door words them in its own way. */
export function helpfulFor({ code, details }: Problem): HelpfulAction[] {
  const action = afterProblem[code];
  // A connector whose plan has none may not call that one either.
  if (details?.feature === "mcp_connector") return [];
  if (action) return [action];
  const { issues = [] } = (details ?? {}) as { issues?: Issue[] };
  const fields = issues.map(({ path }) => path.split("/")[1] ?? "");
  return [...new Set(fields.flatMap((field) => afterField[field] ?? []))];
}
