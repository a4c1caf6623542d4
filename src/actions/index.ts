import type { AnyAction } from "../kernel/action.ts";
import { cancelReport } from "./cancel-report.ts";
import { checkReadiness } from "./check-readiness.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { deleteKey } from "./delete-key.ts";
import { deleteProject } from "./delete-project.ts";
import { deleteReport } from "./delete-report.ts";
import { exportReport } from "./export-report.ts";
import { getCrawl } from "./get-crawl.ts";
import { getLatestReport } from "./get-latest-report.ts";
import { getProject } from "./get-project.ts";
import { getProviderAnswer } from "./get-provider-answer.ts";
import { getReport } from "./get-report.ts";
import { importAnswers } from "./import-answers.ts";
import { listEngines } from "./list-engines.ts";
import { listKeys } from "./list-keys.ts";
import { listProjects } from "./list-projects.ts";
import { listPrompts } from "./list-prompts.ts";
import { listReports } from "./list-reports.ts";
import { runAnalysis } from "./run-analysis.ts";
import { runCustomAnalysis } from "./run-custom-analysis.ts";
import { runProjectAnalysis } from "./run-project-analysis.ts";
import { setPrompts } from "./set-prompts.ts";
import { startCrawl } from "./start-crawl.ts";
import { suggestContent } from "./suggest-content.ts";
import { suggestPrompts } from "./suggest-prompts.ts";
import { updateProject } from "./update-project.ts";

/** Everything a customer can do, in the order of the docs. Doors are printed from it. */
export const actions: readonly AnyAction[] = [
  listProjects,
  runProjectAnalysis,
  runCustomAnalysis,
  runAnalysis,
  getLatestReport,
  getReport,
  getProviderAnswer,
  checkReadiness,
  suggestPrompts,
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
  listEngines,
  listReports,
  cancelReport,
  deleteReport,
  exportReport,
  importAnswers,
  startCrawl,
  getCrawl,
];
