import type { AnyAction } from "../kernel/action.ts";
import { chooseOrganization } from "./accounts/choose-organization.ts";
import { createConnector } from "./accounts/create-connector.ts";
import { createKey } from "./accounts/create-key.ts";
import { deleteAccount } from "./accounts/delete-account.ts";
import { deleteConnector } from "./accounts/delete-connector.ts";
import { deleteKey } from "./accounts/delete-key.ts";
import { exportAccount } from "./accounts/export-account.ts";
import { getAccountStatus } from "./accounts/get-account-status.ts";
import { listConnectors } from "./accounts/list-connectors.ts";
import { listKeys } from "./accounts/list-keys.ts";
import { deleteCmsConnection } from "./content/delete-cms-connection.ts";
import { generateContent } from "./content/generate-content.ts";
import { getCmsConnection } from "./content/get-cms-connection.ts";
import { publishToCms } from "./content/publish-to-cms.ts";
import { saveCmsConnection } from "./content/save-cms-connection.ts";
import { saveDraft } from "./content/save-draft.ts";
import { suggestContent } from "./content/suggest-content.ts";
import { createWebhook } from "./events/create-webhook.ts";
import { decideClientReport } from "./events/decide-client-report.ts";
import { deleteWebhook } from "./events/delete-webhook.ts";
import { getChannelDigest } from "./events/get-channel-digest.ts";
import { getClientReport } from "./events/get-client-report.ts";
import { getDigest } from "./events/get-digest.ts";
import { getWebhook } from "./events/get-webhook.ts";
import { listDeliveries } from "./events/list-deliveries.ts";
import { listWebhooks } from "./events/list-webhooks.ts";
import { retryDelivery } from "./events/retry-delivery.ts";
import { rotateWebhookSecret } from "./events/rotate-webhook-secret.ts";
import { setChannelDigest } from "./events/set-channel-digest.ts";
import { setClientReport } from "./events/set-client-report.ts";
import { setDigest } from "./events/set-digest.ts";
import { testWebhook } from "./events/test-webhook.ts";
import { updateWebhook } from "./events/update-webhook.ts";
import { deleteBucket } from "./exports/delete-bucket.ts";
import { exportToBucket } from "./exports/export-to-bucket.ts";
import { getBucket } from "./exports/get-bucket.ts";
import { listBucketExports } from "./exports/list-bucket-exports.ts";
import { saveBucket } from "./exports/save-bucket.ts";
import { testBucket } from "./exports/test-bucket.ts";
import { acceptInvitation } from "./organizations/accept-invitation.ts";
import { createInvitation } from "./organizations/create-invitation.ts";
import { createPasswordLink } from "./organizations/create-password-link.ts";
import { deleteEngineCredentials } from "./organizations/delete-engine-credentials.ts";
import { deleteInvitation } from "./organizations/delete-invitation.ts";
import { deleteMember } from "./organizations/delete-member.ts";
import { deleteOrganization } from "./organizations/delete-organization.ts";
import { exportAuditLog } from "./organizations/export-audit-log.ts";
import { getMember } from "./organizations/get-member.ts";
import { getOrganization } from "./organizations/get-organization.ts";
import { listAuditLog } from "./organizations/list-audit-log.ts";
import { listEngineCredentials } from "./organizations/list-engine-credentials.ts";
import { listInvitations } from "./organizations/list-invitations.ts";
import { listMembers } from "./organizations/list-members.ts";
import { listOrganizations } from "./organizations/list-organizations.ts";
import { saveEngineCredentials } from "./organizations/save-engine-credentials.ts";
import { updateMember } from "./organizations/update-member.ts";
import { updateOrganization } from "./organizations/update-organization.ts";
import { createClientWorkspace } from "./projects/create-client-workspace.ts";
import { createCorrection } from "./projects/create-correction.ts";
import { createProject } from "./projects/create-project.ts";
import { deleteClientWorkspace } from "./projects/delete-client-workspace.ts";
import { deleteCorrection } from "./projects/delete-correction.ts";
import { deleteProject } from "./projects/delete-project.ts";
import { getProject } from "./projects/get-project.ts";
import { listClientWorkspaces } from "./projects/list-client-workspaces.ts";
import { listCorrections } from "./projects/list-corrections.ts";
import { listEngines } from "./projects/list-engines.ts";
import { listProjects } from "./projects/list-projects.ts";
import { listPrompts } from "./projects/list-prompts.ts";
import { listTags } from "./projects/list-tags.ts";
import { listWatches } from "./projects/list-watches.ts";
import { previewCorrection } from "./projects/preview-correction.ts";
import { setPrompts } from "./projects/set-prompts.ts";
import { setWatches } from "./projects/set-watches.ts";
import { tagPrompts } from "./projects/tag-prompts.ts";
import { updateClientWorkspace } from "./projects/update-client-workspace.ts";
import { updateProject } from "./projects/update-project.ts";
import { listRedditOpportunities } from "./reddit/list-reddit-opportunities.ts";
import { refreshRedditOpportunities } from "./reddit/refresh-reddit-opportunities.ts";
import { updateRedditOpportunity } from "./reddit/update-reddit-opportunity.ts";
import { cancelReport } from "./reports/cancel-report.ts";
import { compareReports } from "./reports/compare-reports.ts";
import { createIntervention } from "./reports/create-intervention.ts";
import { createShareLink } from "./reports/create-share-link.ts";
import { deleteIntervention } from "./reports/delete-intervention.ts";
import { deleteReport } from "./reports/delete-report.ts";
import { deleteShareLink } from "./reports/delete-share-link.ts";
import { exportReport } from "./reports/export-report.ts";
import { getClientBrief } from "./reports/get-client-brief.ts";
import { getCompetitor } from "./reports/get-competitor.ts";
import { getLatestReport } from "./reports/get-latest-report.ts";
import { getProviderAnswer } from "./reports/get-provider-answer.ts";
import { getReport } from "./reports/get-report.ts";
import { getVisibilityTrends } from "./reports/get-visibility-trends.ts";
import { importAnswers } from "./reports/import-answers.ts";
import { listInterventions } from "./reports/list-interventions.ts";
import { listReports } from "./reports/list-reports.ts";
import { listShareLinks } from "./reports/list-share-links.ts";
import { planMeasurement } from "./reports/plan-measurement.ts";
import { runAnalysis } from "./reports/run-analysis.ts";
import { runCustomAnalysis } from "./reports/run-custom-analysis.ts";
import { runProjectAnalysis } from "./reports/run-project-analysis.ts";
import { checkReadiness } from "./website/check-readiness.ts";
import { getCrawl } from "./website/get-crawl.ts";
import { getTest } from "./website/get-test.ts";
import { startCrawl } from "./website/start-crawl.ts";
import { suggestPrompts } from "./website/suggest-prompts.ts";

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
