import type { ComponentType } from "preact";

interface AppPage {
  load(): Promise<{ Page: ComponentType }>;
  /** What it is called where pages are listed. */
  name?: string;
  /** The list of a project's frame in which it stands. */
  list?: "measured" | "acted";
}

/**
 * Every page of the app by its path, in the order in which pages are listed; `:name` stands for one segment. The server answers
 * the same paths: `npm run generate` tells it.
 */
export const pages = {
  "/": {
    load: () => import("./pages/projects/page.tsx"),
    name: "Projects",
  },
  "/welcome": {
    load: () => import("./pages/welcome/page.tsx"),
  },
  "/projects/:projectId": {
    load: () => import("./pages/overview/page.tsx"),
    name: "Overview",
    list: "measured",
  },
  "/projects/:projectId/answers": {
    load: () => import("./pages/answers/page.tsx"),
    name: "Answers",
    list: "measured",
  },
  "/projects/:projectId/prompts": {
    load: () => import("./pages/prompts/page.tsx"),
    name: "Prompts",
    list: "measured",
  },
  "/projects/:projectId/import": {
    load: () => import("./pages/import/page.tsx"),
  },
  "/projects/:projectId/rivals": {
    load: () => import("./pages/rivals/page.tsx"),
    name: "Competitors",
    list: "measured",
  },
  "/projects/:projectId/rivals/:name": {
    load: () => import("./pages/rival/page.tsx"),
  },
  "/projects/:projectId/sources": {
    load: () => import("./pages/sources/page.tsx"),
    name: "Sources",
    list: "measured",
  },
  "/projects/:projectId/trends": {
    load: () => import("./pages/trends/page.tsx"),
    name: "Trends",
    list: "measured",
  },
  "/projects/:projectId/content": {
    load: () => import("./pages/content/page.tsx"),
    name: "Content",
    list: "acted",
  },
  "/projects/:projectId/readiness": {
    load: () => import("./pages/readiness/page.tsx"),
    name: "Readiness",
    list: "acted",
  },
  "/projects/:projectId/reddit": {
    load: () => import("./pages/reddit/page.tsx"),
    name: "Reddit",
    list: "acted",
  },
  "/projects/:projectId/brief": {
    load: () => import("./pages/brief/page.tsx"),
    name: "Brief",
    list: "acted",
  },
  "/projects/:projectId/settings": {
    load: () => import("./pages/settings/page.tsx"),
    name: "Settings",
  },
  "/organization": {
    load: () => import("./pages/organization/page.tsx"),
    name: "Organization",
  },
  "/account": {
    load: () => import("./pages/account/page.tsx"),
    name: "Account",
  },
  "/docs": {
    load: () => import("./pages/docs/page.tsx"),
    name: "Docs",
  },
  "/docs/api": {
    load: () => import("./pages/docs/reference-page.tsx"),
  },
  "/docs/:guide": {
    load: () => import("./pages/docs/guide-page.tsx"),
  },
  "/reports/:reportId": {
    load: () => import("./pages/report/page.tsx"),
  },
  "/tests/:testId": {
    load: () => import("./pages/test/page.tsx"),
  },
} satisfies Record<string, AppPage>;

export type PagePath = keyof typeof pages;

/** A page of a project as its path ends, with what `:name` stands for; "" is the overview. */
export type ProjectPage = Filled<PagePath extends infer Path ? EndOf<Path> : never>;

type EndOf<Path> = Path extends `/projects/:projectId${infer End}`
  ? End extends `/${infer Page}`
    ? Page
    : End
  : never;

type Filled<End extends string> = End extends `${infer Before}:${string}` ? `${Before}${string}` : End;

/** The pages of a project that have a name, in order. */
export const namedPages = Object.entries<AppPage>(pages).flatMap(([path, { name, list }]) => {
  const [, root, , page = ""] = path.split("/");
  return root === "projects" && name ? [{ page: page as ProjectPage, name, list }] : [];
});
