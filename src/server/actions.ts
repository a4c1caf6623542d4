import { exportAccount } from "./account-export/export-account.ts";
import { getAccountStatus } from "./account-status/get-account-status.ts";
import { chooseOrganization } from "./accounts/choose-organization.ts";
import { createConnector } from "./accounts/connectors/create-connector.ts";
import { deleteConnector } from "./accounts/connectors/delete-connector.ts";
import { listConnectors } from "./accounts/connectors/list-connectors.ts";
import { createKey } from "./accounts/keys/create-key.ts";
import { deleteKey } from "./accounts/keys/delete-key.ts";
import { listKeys } from "./accounts/keys/list-keys.ts";
import type { AnyAction } from "./api/action.ts";
import { generateContent } from "./content/drafts/generate-content.ts";
import { saveDraft } from "./content/drafts/save-draft.ts";
import { deleteCmsConnection } from "./content/publishing/delete-cms-connection.ts";
import { getCmsConnection } from "./content/publishing/get-cms-connection.ts";
import { publishToCms } from "./content/publishing/publish-to-cms.ts";
import { saveCmsConnection } from "./content/publishing/save-cms-connection.ts";
import { suggestContent } from "./content/topics/suggest-content.ts";
import { createCorrection } from "./corrections/create-correction.ts";
import { deleteCorrection } from "./corrections/delete-correction.ts";
import { listCorrections } from "./corrections/list-corrections.ts";
import { previewCorrection } from "./corrections/preview-correction.ts";
import { deleteAccount } from "./deletion/delete-account.ts";
import { deleteMember } from "./deletion/delete-member.ts";
import { deleteOrganization } from "./deletion/delete-organization.ts";
import { deleteProject } from "./deletion/delete-project.ts";
import { deleteReport } from "./deletion/delete-report.ts";
import { deleteBucket } from "./exports/bucket/delete-bucket.ts";
import { exportToBucket } from "./exports/bucket/export-to-bucket.ts";
import { getBucket } from "./exports/bucket/get-bucket.ts";
import { listBucketExports } from "./exports/bucket/list-bucket-exports.ts";
import { saveBucket } from "./exports/bucket/save-bucket.ts";
import { testBucket } from "./exports/bucket/test-bucket.ts";
import { exportReport } from "./exports/export-report.ts";
import { exportAuditLog } from "./organizations/audit-log/export-audit-log.ts";
import { listAuditLog } from "./organizations/audit-log/list-audit-log.ts";
import { deleteEngineCredentials } from "./organizations/engine-credentials/delete-engine-credentials.ts";
import { listEngineCredentials } from "./organizations/engine-credentials/list-engine-credentials.ts";
import { saveEngineCredentials } from "./organizations/engine-credentials/save-engine-credentials.ts";
import { getOrganization } from "./organizations/get-organization.ts";
import { acceptInvitation } from "./organizations/invitations/accept-invitation.ts";
import { createInvitation } from "./organizations/invitations/create-invitation.ts";
import { deleteInvitation } from "./organizations/invitations/delete-invitation.ts";
import { listInvitations } from "./organizations/invitations/list-invitations.ts";
import { listOrganizations } from "./organizations/list-organizations.ts";
import { createPasswordLink } from "./organizations/members/create-password-link.ts";
import { getMember } from "./organizations/members/get-member.ts";
import { listMembers } from "./organizations/members/list-members.ts";
import { updateMember } from "./organizations/members/update-member.ts";
import { updateOrganization } from "./organizations/update-organization.ts";
import { createClientWorkspace } from "./projects/client-workspaces/create-client-workspace.ts";
import { deleteClientWorkspace } from "./projects/client-workspaces/delete-client-workspace.ts";
import { listClientWorkspaces } from "./projects/client-workspaces/list-client-workspaces.ts";
import { updateClientWorkspace } from "./projects/client-workspaces/update-client-workspace.ts";
import { createProject } from "./projects/create-project.ts";
import { getProject } from "./projects/get-project.ts";
import { listEngines } from "./projects/list-engines.ts";
import { listProjects } from "./projects/list-projects.ts";
import { listPrompts } from "./projects/prompts/list-prompts.ts";
import { listTags } from "./projects/prompts/list-tags.ts";
import { setPrompts } from "./projects/prompts/set-prompts.ts";
import { tagPrompts } from "./projects/prompts/tag-prompts.ts";
import { updateProject } from "./projects/update-project.ts";
import { listWatches } from "./projects/watches/list-watches.ts";
import { setWatches } from "./projects/watches/set-watches.ts";
import { listRedditOpportunities } from "./reddit/list-reddit-opportunities.ts";
import { refreshRedditOpportunities } from "./reddit/refresh-reddit-opportunities.ts";
import { updateRedditOpportunity } from "./reddit/update-reddit-opportunity.ts";
import { getClientBrief } from "./reports/brief/get-client-brief.ts";
import { compareReports } from "./reports/comparison/compare-reports.ts";
import { getCompetitor } from "./reports/competitor/get-competitor.ts";
import { getLatestReport } from "./reports/get-latest-report.ts";
import { getReport } from "./reports/get-report.ts";
import { createIntervention } from "./reports/interventions/create-intervention.ts";
import { deleteIntervention } from "./reports/interventions/delete-intervention.ts";
import { listInterventions } from "./reports/interventions/list-interventions.ts";
import { listReports } from "./reports/list-reports.ts";
import { planMeasurement } from "./reports/measurement-plan/plan-measurement.ts";
import { getProviderAnswer } from "./reports/rows/get-provider-answer.ts";
import { createShareLink } from "./reports/share-links/create-share-link.ts";
import { deleteShareLink } from "./reports/share-links/delete-share-link.ts";
import { listShareLinks } from "./reports/share-links/list-share-links.ts";
import { getVisibilityTrends } from "./reports/trends/get-visibility-trends.ts";
import { cancelReport } from "./runs/cancel-report.ts";
import { importAnswers } from "./runs/imports/import-answers.ts";
import { runAnalysis } from "./runs/run-analysis.ts";
import { runCustomAnalysis } from "./runs/run-custom-analysis.ts";
import { runProjectAnalysis } from "./runs/run-project-analysis.ts";
import { decideClientReport } from "./telling/client-reports/decide-client-report.ts";
import { getClientReport } from "./telling/client-reports/get-client-report.ts";
import { listClientReports } from "./telling/client-reports/list-client-reports.ts";
import { setClientReport } from "./telling/client-reports/set-client-report.ts";
import { listDeliveries } from "./telling/deliveries/list-deliveries.ts";
import { retryDelivery } from "./telling/deliveries/retry-delivery.ts";
import { createWebhook } from "./telling/destinations/create-webhook.ts";
import { deleteWebhook } from "./telling/destinations/delete-webhook.ts";
import { getWebhook } from "./telling/destinations/get-webhook.ts";
import { listWebhooks } from "./telling/destinations/list-webhooks.ts";
import { rotateWebhookSecret } from "./telling/destinations/rotate-webhook-secret.ts";
import { testWebhook } from "./telling/destinations/test-webhook.ts";
import { updateWebhook } from "./telling/destinations/update-webhook.ts";
import { getChannelDigest } from "./telling/digests/get-channel-digest.ts";
import { getDigest } from "./telling/digests/get-digest.ts";
import { setChannelDigest } from "./telling/digests/set-channel-digest.ts";
import { setDigest } from "./telling/digests/set-digest.ts";
import { getCrawl } from "./website/crawls/get-crawl.ts";
import { startCrawl } from "./website/crawls/start-crawl.ts";
import { getTest } from "./website/prompts/get-test.ts";
import { suggestPrompts } from "./website/prompts/suggest-prompts.ts";
import { checkReadiness } from "./website/readiness/check-readiness.ts";

/** Everything a customer can do, in the order of the docs. The doors are generated from this list. */
export const actions: readonly AnyAction[] = [
  listProjects,
  runProjectAnalysis,
  runCustomAnalysis,
  runAnalysis,
  getLatestReport,
  getReport,
  getProviderAnswer,
  getVisibilityTrends,
  getCompetitor,
  getClientBrief,
  listRedditOpportunities,
  createShareLink,
  listClientWorkspaces,
  getAccountStatus,
  publishToCms,
  generateContent,
  checkReadiness,
  suggestPrompts,
  getTest,
  suggestContent,
  createKey,
  listKeys,
  deleteKey,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  listPrompts,
  setPrompts,
  listTags,
  tagPrompts,
  listWatches,
  setWatches,
  listCorrections,
  previewCorrection,
  createCorrection,
  deleteCorrection,
  listEngines,
  listEngineCredentials,
  saveEngineCredentials,
  deleteEngineCredentials,
  listReports,
  compareReports,
  planMeasurement,
  listInterventions,
  createIntervention,
  deleteIntervention,
  cancelReport,
  deleteReport,
  exportReport,
  saveDraft,
  importAnswers,
  refreshRedditOpportunities,
  updateRedditOpportunity,
  createClientWorkspace,
  updateClientWorkspace,
  deleteClientWorkspace,
  listShareLinks,
  deleteShareLink,
  listClientReports,
  getClientReport,
  setClientReport,
  decideClientReport,
  startCrawl,
  getCrawl,
  getCmsConnection,
  saveCmsConnection,
  deleteCmsConnection,
  createConnector,
  listConnectors,
  deleteConnector,
  exportAccount,
  deleteAccount,
  chooseOrganization,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  listOrganizations,
  listMembers,
  getMember,
  updateMember,
  deleteMember,
  createPasswordLink,
  createInvitation,
  listInvitations,
  deleteInvitation,
  acceptInvitation,
  listAuditLog,
  exportAuditLog,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  retryDelivery,
  getBucket,
  saveBucket,
  deleteBucket,
  testBucket,
  exportToBucket,
  listBucketExports,
  getDigest,
  setDigest,
  getChannelDigest,
  setChannelDigest,
];
