import type { AnyAction } from "../kernel/action.ts";
import { cancelReport } from "./cancel-report.ts";
import { checkReadiness } from "./check-readiness.ts";
import { createClientWorkspace } from "./create-client-workspace.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { createShareLink } from "./create-share-link.ts";
import { deleteClientWorkspace } from "./delete-client-workspace.ts";
import { deleteCmsConnection } from "./delete-cms-connection.ts";
import { deleteConnector } from "./delete-connector.ts";
import { deleteKey } from "./delete-key.ts";
import { deleteProject } from "./delete-project.ts";
import { deleteReport } from "./delete-report.ts";
import { deleteShareLink } from "./delete-share-link.ts";
import { exportReport } from "./export-report.ts";
import { generateContent } from "./generate-content.ts";
import { getAccountStatus } from "./get-account-status.ts";
import { getClientBrief } from "./get-client-brief.ts";
import { getCmsConnection } from "./get-cms-connection.ts";
import { getCompetitor } from "./get-competitor.ts";
import { getCrawl } from "./get-crawl.ts";
import { getLatestReport } from "./get-latest-report.ts";
import { getProject } from "./get-project.ts";
import { getProviderAnswer } from "./get-provider-answer.ts";
import { getReport } from "./get-report.ts";
import { getVisibilityTrends } from "./get-visibility-trends.ts";
import { importAnswers } from "./import-answers.ts";
import { listClientWorkspaces } from "./list-client-workspaces.ts";
import { listConnectors } from "./list-connectors.ts";
import { listEngines } from "./list-engines.ts";
import { listKeys } from "./list-keys.ts";
import { listProjects } from "./list-projects.ts";
import { listPrompts } from "./list-prompts.ts";
import { listRedditOpportunities } from "./list-reddit-opportunities.ts";
import { listReports } from "./list-reports.ts";
import { listShareLinks } from "./list-share-links.ts";
import { publishToCms } from "./publish-to-cms.ts";
import { refreshRedditOpportunities } from "./refresh-reddit-opportunities.ts";
import { runAnalysis } from "./run-analysis.ts";
import { runCustomAnalysis } from "./run-custom-analysis.ts";
import { runProjectAnalysis } from "./run-project-analysis.ts";
import { saveCmsConnection } from "./save-cms-connection.ts";
import { saveDraft } from "./save-draft.ts";
import { setPrompts } from "./set-prompts.ts";
import { startCrawl } from "./start-crawl.ts";
import { suggestContent } from "./suggest-content.ts";
import { suggestPrompts } from "./suggest-prompts.ts";
import { updateClientWorkspace } from "./update-client-workspace.ts";
import { updateProject } from "./update-project.ts";
import { updateRedditOpportunity } from "./update-reddit-opportunity.ts";

/** Everything a customer can do, in the order of the docs. Doors are printed from it. */
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
  suggestContent,
  suggestPrompts,
  createKey,
  listKeys,
  deleteKey,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  listPrompts,
  setPrompts,
  listEngines,
  listReports,
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
  startCrawl,
  getCrawl,
  getCmsConnection,
  saveCmsConnection,
  deleteCmsConnection,
  listConnectors,
  deleteConnector,
];
