import {
  accountStatus,
  connectors,
  createdConnector,
  createdKey,
  keys,
  keyTerms,
  lateKeyTerms,
} from "./accounts.ts";
import { comparisonWith } from "./comparison.ts";
import { connection, draft, plan, publication } from "./content.ts";
import { correction, correctionEffect, correctionTerms } from "./corrections.ts";
import {
  connectorId,
  crawlId,
  draftId,
  earlier,
  keyId,
  later,
  opportunityId,
  projectId,
  questions,
  reportId,
  shareLinkId,
  siteUrl,
  testId,
  tracked,
  website,
  workspaceId,
} from "./northwind.ts";
import {
  auditCsv,
  auditLog,
  createdInvitation,
  invitations,
  limitedMember,
  organization,
  organizations,
} from "./organizations.ts";
import { engineCredentials, engines, project, projectTerms, prompts, workspace } from "./projects.ts";
import { opportunity, refreshed, refreshing } from "./reddit.ts";
import { reportExamples } from "./reports.ts";
import { crawled, crawling, readiness, suggestions, test } from "./website.ts";

export interface Answer {
  /** 200 by default; several if the same answer is given with each. */
  status?: number | readonly number[];
  /** What it shows, in a few words. */
  summary: string;
  data: unknown;
  /** Whether a further page follows, if the list is paged. */
  more?: boolean;
}

export interface OperationExamples {
  /** Fields of path and query, by name. */
  fields?: Record<string, unknown>;
  /** Bodies by name, each with what it does. */
  bodies?: Record<string, { summary: string; value: unknown }>;
  /** Answers by their name in the document; the same name is the same answer. */
  answers: Record<string, Answer>;
  /** Complete answers that are not JSON, by media type. */
  text?: Record<string, string>;
}

const deleted = { Deleted: { summary: "Deleted", data: { id: projectId, deleted: true } } };
const one = (name: string, summary: string, data: unknown, status = 200): OperationExamples["answers"] => ({
  [name]: { status, summary, data },
});
const body = (summary: string, value: unknown): OperationExamples["bodies"] => ({
  usual: { summary, value },
});

const inProject = { projectId };
const inReport = { reportId };
const view = {
  ...{ view: "summary", answer_detail: "summary", part: "prompts", promptKey: "p_3f9a1c07d2e84b56a0f1" },
  ...{ provider: "chatgpt", reading: 1, limit: 50, cursor: "eyJhZnRlciI6NTB9" },
};
const brand = tracked.own.name;
const competitors = tracked.rivals.map(({ name }) => name);
const adHoc = { projectId, brand, prompts: questions.slice(0, 2), competitors };

let made: Record<string, OperationExamples> | undefined;

/** The examples of an operation, made at first use; undefined for an action that has none. */
export function examplesOf(operation: string): OperationExamples | undefined {
  made ??= all();
  return Object.hasOwn(made, operation) ? made[operation] : undefined;
}

function all(): Record<string, OperationExamples> {
  const reports = reportExamples();
  const shareLink = {
    ...{
      id: shareLinkId,
      token_prefix: "s_7Qx2",
      project_id: projectId,
      report_id: reportId,
      timeframe: "30d",
    },
    ...{ expires_at: "2026-02-14T10:30:00.000Z", presenter_name: "Ada's agency", logo_url: null },
    ...{ summary: reports.summary.headline, created_at: later },
  };
  const views = {
    SummaryReport: { summary: "The summary", data: reports.summary },
    RawReport: { summary: "Rows: the first of 2", data: reports.raw, more: true },
    FullReport: { summary: "The full view of one answer", data: reports.full },
  };
  const completed = { SummaryReport: views.SummaryReport };
  const processing = { ProcessingReport: { summary: "Still running", data: reports.processing } };
  const accepted = { ProcessingReport: { ...processing.ProcessingReport, status: 202 } };
  const row = {
    prompt: questions[0],
    provider: "chatgpt",
    model: "gpt-5.2",
    answer: reports.answer.answer_text,
    citations: reports.answer.citations.map(({ url }) => ({ url })),
    answeredAt: reports.answer.answered_at,
  };
  // The first fields of a row are enough to show the form of an export.
  const { prompt, provider, sample, brand_mentioned } = reports.raw.rows[0]!;
  return {
    list_projects: {
      fields: { limit: 500, cursor: view.cursor },
      answers: one("ProjectList", "One project", [project]),
    },
    run_project_analysis: {
      bodies: body("Run the saved prompts", { projectId }),
      answers: { ...completed, ...accepted },
    },
    run_custom_analysis: {
      bodies: body("Two prompts of your own", adHoc),
      answers: {
        AdHocReport: { summary: "Not done after 25 seconds", data: reports.adHoc },
      },
    },
    run_analysis: {
      bodies: {
        project: { summary: "A project's saved prompts", value: { projectId } },
        prompts: { summary: "Prompts of your own", value: adHoc },
        crawl: {
          summary: "Prompts made from a crawl",
          value: { projectId, brand, crawlRecordId: crawlId, competitors },
        },
        test: { summary: "A saved test", value: { testId } },
      },
      answers: { ...completed, ...accepted },
    },
    get_latest_report: { fields: { ...inProject, ...view, source: "main" }, answers: views },
    get_report: {
      fields: { ...inReport, ...view },
      answers: {
        ...views,
        ...processing,
        GeneratedContentReport: { summary: "A draft", data: draft },
      },
    },
    get_provider_answer: {
      fields: {
        ...inReport,
        promptKey: reports.answer.prompt_key,
        provider: "chatgpt",
        sample: 1,
        from: 0,
        reading: 1,
      },
      answers: one("ProviderAnswer", "A list that names both brands", reports.answer),
    },
    get_visibility_trends: {
      fields: { ...inProject, timeframe: "30d", interval: "run", compareWith: "previous" },
      answers: one("VisibilityTrends", "Two runs", reports.trends),
    },
    get_competitor: {
      fields: { ...inProject, competitor: "kesselhaus", timeframe: "30d" },
      answers: one("CompetitorDetail", "A competitor that is ahead", reports.competitor),
    },
    plan_measurement: {
      fields: inProject,
      bodies: body("To see a change of ten points", { goal: { detect: 10 }, earlierReports: 8 }),
      answers: one("MeasurementPlan", "Six runs of the saved prompts", reports.plan),
    },
    list_interventions: {
      fields: { ...inProject, limit: 10, cursor: view.cursor },
      answers: one("InterventionList", "A new page that worked", [reports.intervention]),
    },
    create_intervention: {
      fields: inProject,
      bodies: body("A new page", {
        title: reports.intervention.title,
        promptKeys: reports.intervention.prompt_keys,
        url: reports.intervention.url,
        plan: reports.intervention.plan,
      }),
      answers: one(
        "CreatedIntervention",
        "Noted; too early to judge",
        {
          ...reports.intervention,
          effect: { ...reports.intervention.effect, ...reports.tooEarly },
        },
        201,
      ),
    },
    delete_intervention: {
      fields: { ...inProject, interventionId: reports.intervention.id },
      answers: deleted,
    },
    get_client_brief: {
      fields: { ...inProject, timeframe: "30d" },
      answers: one("ClientBrief", "A brief; its text is cut short here", reports.brief),
    },
    list_reddit_opportunities: {
      fields: { ...inProject, limit: 20, cursor: view.cursor },
      answers: one("RedditOpportunities", "One thread", {
        project_id: projectId,
        opportunities: [{ ...opportunity, status: "open", reply_draft: null }],
        refresh: refreshed,
      }),
    },
    create_share_link: {
      fields: inProject,
      bodies: body("For 30 days", { timeframe: "30d", expiry: "30d", presenterName: "Ada's agency" }),
      answers: one(
        "CreatedShareLink",
        "A new link",
        { ...shareLink, url: `${siteUrl}/s/s_7Qx2EXAMPLE` },
        201,
      ),
    },
    list_client_workspaces: {
      fields: { limit: 500, cursor: view.cursor },
      answers: one("ClientWorkspaceList", "One client", [workspace]),
    },
    get_account_status: {
      fields: inProject,
      answers: one("AccountStatus", "An agency, for one of its projects", accountStatus),
    },
    publish_to_cms: {
      fields: inProject,
      bodies: body("Publish an article", { reportId: draftId, mode: "publish", tags: ["Kettles"] }),
      answers: one("Publication", "Published", publication),
    },
    generate_content: {
      bodies: {
        article: {
          summary: "A new article",
          value: { projectId, platform: "blog", topic: questions[0], promptType: "how_to" },
        },
        update_brief: {
          summary: "A brief for changing a page",
          value: {
            ...{ projectId, platform: "blog", topic: questions[1] },
            metadata: {
              content_action: "optimize_existing_url",
              target_url: `${website}offices`,
              target_title: "Kettles for offices",
            },
          },
        },
      },
      answers: {
        GeneratedContentReport: { summary: "A draft", data: draft },
      },
    },
    check_readiness: {
      bodies: body("Check the project's website", { projectId, url: website, forceRerun: false }),
      answers: one("Readiness", "Shortened to one check of twenty", readiness),
    },
    suggest_content: {
      fields: inProject,
      bodies: body("At most 5 topics", { count: 5 }),
      answers: one("ContentPlan", "One article to write", plan),
    },
    suggest_prompts: {
      bodies: body("Prompts for a project", {
        crawlRecordId: crawlId,
        projectId,
        brand,
        competitors,
        save: true,
      }),
      answers: one("PromptSuggestions", "Prompts, saved as a test", suggestions),
    },
    get_test: {
      fields: { testId: test.id },
      answers: one("PromptTest", "The prompts of a saved test", test),
    },
    create_key: {
      bodies: {
        lasting: { summary: "A key that does not expire", value: keyTerms },
        temporary: { summary: "A key for 90 days", value: lateKeyTerms },
      },
      answers: one("CreatedApiKey", "A new key", createdKey, 201),
    },
    list_keys: { answers: one("ApiKeyList", "One key", keys) },
    delete_key: { fields: { keyId }, answers: deleted },
    create_project: {
      bodies: {
        usual: { summary: "A project", value: projectTerms },
        least: {
          summary: "The least that is needed",
          value: { name: brand, brand, prompts: [questions[0]] },
        },
      },
      answers: one("Project", "A project that has not been run", project, 201),
    },
    get_project: { fields: inProject, answers: one("Project", "A project that has not been run", project) },
    update_project: {
      fields: inProject,
      bodies: body("Another schedule; the brand has one name only", {
        schedule: "weekly",
        brandAliases: null,
      }),
      answers: one("Project", "A project that has not been run", project),
    },
    delete_project: { fields: inProject, answers: deleted },
    list_prompts: { fields: inProject, answers: one("PromptList", "Two prompts", prompts) },
    set_prompts: {
      fields: inProject,
      bodies: body("Two prompts", {
        prompts: [...questions],
      }),
      answers: one("PromptList", "Two prompts", prompts),
    },
    list_corrections: {
      fields: inProject,
      answers: one("CorrectionList", "One, still being applied", [correction]),
    },
    preview_correction: {
      fields: inProject,
      bodies: body("This is not us", correctionTerms),
      answers: one("CorrectionEffect", "Two mentions fewer", correctionEffect),
    },
    create_correction: {
      fields: inProject,
      bodies: body("This is not us, and why", { ...correctionTerms, note: correction.note }),
      answers: one("CreatedCorrection", "Kept; three reports are to be read again", correction, 201),
    },
    delete_correction: {
      fields: { ...inProject, correctionId: correction.id },
      answers: deleted,
    },
    list_engines: { answers: one("EngineList", "One that can be asked, one that cannot", engines) },
    list_engine_credentials: {
      answers: one("EngineCredentialsList", "One key", [engineCredentials]),
    },
    save_engine_credentials: {
      fields: { provider: "chatgpt" },
      bodies: body("A key from OpenAI", { apiKey: "sk-proj-0000000000000000000000000000" }),
      answers: one("EngineCredentials", "The key was tried out and saved", engineCredentials),
    },
    delete_engine_credentials: {
      fields: { provider: "chatgpt" },
      answers: one("DeletedEngineCredentials", "Deleted", { id: "chatgpt", deleted: true }),
    },
    list_reports: {
      fields: {
        ...inProject,
        type: "visibility_analysis",
        status: "completed",
        limit: 20,
        cursor: view.cursor,
      },
      answers: one("ReportList", "One report", [reports.listing]),
    },
    cancel_report: {
      fields: inReport,
      answers: completed,
    },
    delete_report: { fields: inReport, answers: deleted },
    export_report: {
      fields: { ...inReport, format: "jsonl", reading: 1 },
      answers: {},
      text: {
        "text/csv": `prompt,provider,sample,brand_mentioned\n${[prompt, provider, sample, brand_mentioned].join()}\n`,
        "application/x-ndjson": `${JSON.stringify({ prompt, provider, sample, brand_mentioned })}\n`,
      },
    },
    save_draft: {
      fields: { reportId: draftId },
      bodies: body("Another title", { title: draft.title }),
      answers: { GeneratedContentReport: { summary: "A draft", data: draft } },
    },
    import_answers: {
      fields: inProject,
      bodies: body("One answer", [row]),
      // Except for its `surfaces`, a report of imported answers is like any other.
      answers: { SummaryReport: { ...views.SummaryReport, status: 201 } },
    },
    refresh_reddit_opportunities: {
      fields: inProject,
      answers: one("RedditRefresh", "Just begun", refreshing, 202),
    },
    update_reddit_opportunity: {
      fields: { ...inProject, opportunityId },
      bodies: body("Save a reply of your own", { replyDraft: opportunity.reply_draft!.text }),
      answers: one("RedditOpportunity", "With the reply", opportunity),
    },
    create_client_workspace: {
      bodies: body("A client", { name: workspace.name, kind: "client", domain: "northwind.example" }),
      answers: one("ClientWorkspace", "A workspace without projects", workspace, 201),
    },
    update_client_workspace: {
      fields: { workspaceId },
      bodies: body("Another name", { name: workspace.name }),
      answers: one("ClientWorkspace", "A workspace without projects", workspace),
    },
    delete_client_workspace: {
      fields: { workspaceId },
      answers: deleted,
    },
    list_share_links: {
      fields: { ...inProject, limit: 20, cursor: view.cursor },
      answers: one("ShareLinkList", "One link", [shareLink]),
    },
    delete_share_link: {
      fields: { shareLinkId },
      answers: deleted,
    },
    start_crawl: {
      bodies: body("A project's website", { url: website, projectId }),
      answers: one("StartedCrawl", "Just begun", crawling, 202),
    },
    get_crawl: {
      fields: { crawlRecordId: crawlId, limit: 500, cursor: view.cursor },
      answers: {
        CrawlRecord: { summary: "A website of one page", data: crawled },
        StartedCrawl: { summary: "Just begun", data: crawling },
      },
    },
    get_cms_connection: { fields: inProject, answers: one("CmsConnection", "A WordPress blog", connection) },
    save_cms_connection: {
      fields: inProject,
      bodies: {
        wordpress: {
          summary: "WordPress",
          value: {
            ...{ kind: "wordpress", siteUrl: connection.site_url, username: "ada" },
            applicationPassword: "aaaa bbbb cccc dddd eeee ffff",
          },
        },
        ghost: {
          summary: "Ghost",
          value: {
            ...{ kind: "ghost", siteUrl: connection.site_url },
            adminApiKey: `${"0".repeat(24)}:${"0".repeat(64)}`,
          },
        },
      },
      answers: one("CmsConnection", "A WordPress blog", connection),
    },
    delete_cms_connection: { fields: inProject, answers: deleted },
    list_connectors: { answers: one("ConnectorList", "One assistant", connectors) },
    create_connector: {
      bodies: body("A connector that reads", { name: "Nightly check", scopes: ["visibility:read"] }),
      answers: one("CreatedConnector", "A new connector", createdConnector, 201),
    },
    compare_reports: {
      fields: { ...inReport, with: reportId },
      answers: one("Comparison", "Two reports", comparisonWith(reports.summary)),
    },
    delete_connector: {
      fields: { connectorId },
      answers: deleted,
    },
    get_organization: { answers: one("Organization", "An agency", organization) },
    update_organization: {
      bodies: body("Another name", { name: organization.name, retention: { answersDays: 90 } }),
      answers: one("Organization", "An agency", organization),
    },
    delete_organization: { fields: { confirm: organization.id }, answers: deleted },
    export_account: { answers: {}, text: { "application/gzip": "the bytes of an archive" } },
    delete_account: { fields: { confirm: organization.user_id }, answers: deleted },
    list_organizations: { answers: one("OrganizationList", "One organization", organizations) },
    list_members: {
      fields: { limit: 500, cursor: view.cursor },
      answers: one("MemberList", "A client who may look", [limitedMember]),
    },
    get_member: {
      fields: { memberId: limitedMember.id },
      answers: one("Member", "A client who may look", limitedMember),
    },
    update_member: {
      fields: { memberId: limitedMember.id },
      bodies: body("Another role", { role: "viewer", workspaceIds: [workspaceId] }),
      answers: one("Member", "A client who may look", limitedMember),
    },
    delete_member: { fields: { memberId: limitedMember.id }, answers: deleted },
    create_invitation: {
      bodies: body("A client who may look", {
        ...{ email: limitedMember.email, role: "viewer", workspaceIds: [workspaceId] },
      }),
      answers: one("CreatedInvitation", "A new invitation", createdInvitation, 201),
    },
    list_invitations: {
      fields: { limit: 500, cursor: view.cursor },
      answers: one("InvitationList", "One open invitation", invitations),
    },
    delete_invitation: { fields: { invitationId: createdInvitation.id }, answers: deleted },
    export_audit_log: {
      fields: {
        ...{ by: limitedMember.user_id, action: "create_share_link", project: projectId },
        ...{ object: shareLinkId, from: earlier, to: later },
      },
      answers: {},
      text: { "text/csv": auditCsv },
    },
    list_audit_log: {
      fields: {
        ...{
          by: limitedMember.user_id,
          action: "create_share_link",
          project: projectId,
          object: shareLinkId,
        },
        ...{ from: earlier, to: later, limit: 100, cursor: view.cursor },
      },
      answers: one("AuditLog", "One entry", auditLog),
    },
    accept_invitation: {
      bodies: body("The end of the link", { token: createdInvitation.url.split("/").at(-1) }),
      answers: one("AcceptedInvitation", "A new member", {
        organization_id: organization.id,
        member: limitedMember,
      }),
    },
  };
}
