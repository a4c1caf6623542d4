import { promptKey } from "../src/reader/prompt.ts";
import { newId } from "../src/server/kernel/id.ts";
import type { Own } from "./catalogue.ts";
import { keepDraft } from "./fixtures/draft.ts";
import type { Member, TestApp } from "./start-app.ts";
import { type FakeGhost, ghostKey } from "./vendors/ghost.ts";

/** Somebody who owns one of everything that has an id. */
export async function owner(app: TestApp, blog: FakeGhost): Promise<{ me: Member; own: Own }> {
  const me = await app.member();
  return { me, own: await everythingOf(app, blog, me) };
}

/** The same for somebody who is there, in a project with these terms. */
export async function everythingOf(
  app: TestApp,
  blog: FakeGhost,
  me: Member,
  terms: Record<string, unknown> = {},
): Promise<Own> {
  const { id: projectId } = await me.project(terms);
  const { data: report } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
  ]);
  const [testId, crawlRecordId, reportId] = [newId(), newId(), report.id];
  const { id: keyId } = await app.db
    .selectFrom("api_keys")
    .select("id")
    .where("user_id", "=", me.userId)
    .executeTakeFirstOrThrow();
  const { data: workspace } = terms.workspaceId
    ? { data: { id: String(terms.workspaceId) } }
    : await me.call<{ id: string }>("POST", "/v1/client-workspaces", { name: "Acme", kind: "client" });
  const { data: link } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/share-links`, {});
  await me.connector();
  const { data: connectors } = await me.call<{ id: string }[]>("GET", "/v1/connectors", undefined, {
    token: await me.session(),
  });
  const connectorId = connectors[0]!.id;
  const token = await me.session();
  const invited = { email: `${newId()}@acme.example`, role: "viewer" };
  const { data: invitation } = await me.call<{ id: string }>(
    "POST",
    "/v1/organization/invitations",
    invited,
    { token },
  );
  // Somebody else's, which they may accept.
  const host = await app.member();
  const { data: offered } = await host.call<{ url: string }>(
    ...(["POST", "/v1/organization/invitations", { email: me.email, role: "viewer" }] as const),
    { token: await host.session() },
  );
  const joining = {
    "tag_prompts promptKeys": [promptKey("best crm?")] as unknown as string,
    "set_watches watches": [{ metric: "appearance_rate" }] as unknown as string,
    "accept_invitation token": offered.url.split("/").at(-1)!,
    // Whoever is the only owner stays one.
    "update_member role": "owner",
  };
  const made = { user_id: me.userId, project_id: projectId, created_at: new Date() };
  await app.db
    .insertInto("prompt_tests")
    .values({
      ...made,
      id: testId,
      brand: "Acme",
      competitors: "[]",
      prompts: '[{"prompt":"best crm?","intent":null}]',
    } as never)
    .execute();
  await app.db
    .insertInto("crawl_records")
    .values({
      ...made,
      id: crawlRecordId,
      url: "https://acme.example/",
      status: "completed",
      record: JSON.stringify(crawledSite),
    } as never)
    .execute();
  const opportunityId = newId();
  await app.db
    .insertInto("reddit_threads")
    .values({
      ...{ project_id: projectId, id: opportunityId, thread_id: "abc12", subreddit: "crm", title: "Which?" },
      ...{ found_at: new Date(), score: 50, relevance: JSON.stringify(relevance) },
    })
    .execute();
  const access = { kind: "ghost", siteUrl: blog.url, adminApiKey: ghostKey };
  await me.call("PUT", `/v1/projects/${projectId}/cms-connection`, access);
  const connecting = Object.entries(access).map(([field, value]) => [`save_cms_connection ${field}`, value]);
  const draftId = await keepDraft(app.db, { organizationId: me.userId, projectId });
  const correcting = Object.fromEntries(
    ["create_correction", "preview_correction"].flatMap((name) => [
      [`${name} kind`, "alias"],
      [`${name} alias`, "Acme CRM"],
    ]),
  );
  const publishing = {
    ...correcting,
    ...{ "publish_to_cms reportId": draftId, "save_draft reportId": draftId },
    ...Object.fromEntries(connecting),
  };
  const { data: intervention } = await me.call<{ id: string }>(
    "POST",
    `/v1/projects/${projectId}/interventions`,
    { title: "A page" },
  );
  const interventionId = intervention.id;
  const { data: correction } = await me.call<{ id: string }>(
    ...(["POST", `/v1/projects/${projectId}/corrections`, { kind: "alias", alias: "Acme Tools" }] as const),
  );
  const others = {
    interventionId,
    correctionId: correction.id,
    opportunityId,
    workspaceId: workspace.id,
    shareLinkId: link.id,
    connectorId,
  };
  const engineKey = { provider: "deepseek", apiKey: "sk-0123456789abcdef" };
  await me.call("PUT", "/v1/engines/deepseek/credentials", { apiKey: engineKey.apiKey }, { token });
  const asking = Object.fromEntries(
    ["save_engine_credentials", "delete_engine_credentials"].flatMap((action) =>
      Object.entries(engineKey).map(([field, value]) => [`${action} ${field}`, value]),
    ),
  );
  const told = { url: blog.url, projectId };
  const { data: webhook } = await me.call<{ id: string }>("POST", "/v1/webhooks", told, { token });
  const channelTerms = { kind: "slack", url: blog.url, projectId };
  const { data: channel } = await me.call<{ id: string }>("POST", "/v1/webhooks", channelTerms, { token });
  const deliveryId = newId();
  await app.db
    .insertInto("deliveries")
    .values({
      ...{ organization_id: me.userId, webhook_id: webhook.id, id: deliveryId, type: "report.completed" },
      ...{ object_id: reportId, state: "delivered" },
      ...{ created_at: new Date(), queued_at: new Date(), next_at: new Date() },
    })
    .execute();
  const clientIssueId = newId();
  await app.db
    .insertInto("client_issues")
    .values({
      ...{ id: clientIssueId, organization_id: me.userId, project_id: projectId, report_id: reportId },
      ...{ period: "2026-01", state: "waiting", created_at: new Date() },
    })
    .execute();
  const telling = {
    ...{ webhookId: webhook.id, deliveryId, "create_webhook url": blog.url },
    // Programs have no digest, and without mail set up nobody turns their own on.
    ...{ "set_channel_digest webhookId": channel.id, "set_digest active": false as unknown as string },
    ...{ clientIssueId, "set_client_report active": false as unknown as string },
    ...{ "decide_client_report decision": "discard" },
  };
  const lake = {
    endpoint: blog.url,
    bucket: "lake",
    accessKey: "AKIAEXAMPLE",
    secretKey: "a-secret-of-nobody",
  };
  await me.call("PUT", "/v1/bucket", lake, { token });
  const exporting = Object.entries(lake).map(([field, value]) => [`save_bucket ${field}`, value]);
  const members = { ...telling, memberId: me.userId, invitationId: invitation.id, ...joining };
  return {
    organizationId: me.userId,
    projectId,
    reportId,
    keyId,
    testId,
    crawlRecordId,
    ...others,
    ...members,
    ...publishing,
    ...asking,
    ...Object.fromEntries(exporting),
  };
}

const relevance = {
  ...{ score: 50, reason: "It asks.", promptKeys: [], matchedTerms: [], competitorsMentioned: [] },
  ...{ brandMentioned: false, asks: true },
};

const crawledSite = {
  ...{
    title: "Acme – CRM for startups",
    siteName: "Acme",
    summary: null,
    language: "en",
    topics: [],
    headings: [],
  },
  ...{ hasRobots: true, hasSitemap: false, pagesFailed: 0 },
};
