/** The paths at which the web app has a page; `:name` stands for one segment. web/routes.tsx shows them. */
export const pagePaths = ["/", "/projects/:projectId", "/reports/:reportId"] as const;
