/** The paths at which the web app has a page; `:name` stands for one segment. web/routes.tsx shows them. */
export const pagePaths = [
  "/",
  "/projects/:projectId",
  "/projects/:projectId/answers",
  "/projects/:projectId/prompts",
  "/projects/:projectId/rivals",
  "/projects/:projectId/rivals/:name",
  "/projects/:projectId/sources",
  "/projects/:projectId/trends",
  "/projects/:projectId/settings",
  "/organisation",
  "/reports/:reportId",
  "/tests/:testId",
] as const;
