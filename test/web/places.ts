import type { Page } from "playwright-core";
import type { pagePaths } from "../../src/server/app-files/page-paths.ts";
import type { Northwind } from "./northwind.ts";

export interface Place {
  /** Names its picture. */
  name: string;
  /** Which page it is. */
  page: (typeof pagePaths)[number] | null;
  path: string;
  /** A heading that stands when the page does. */
  heading: string | RegExp;
  /** A button to press first. */
  press?: string;
}

/** Opens it in a desk's window, and waits until nothing more comes. */
export async function openPlace(page: Page, address: string, { path, heading, press }: Place): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address + path);
  if (press) await page.getByRole("button", { name: press }).click();
  await page.getByRole("heading", { name: heading }).first().waitFor();
  await page.waitForLoadState("networkidle");
}

/** Every page of the app with a project that has everything, some in more than one state. `page: null` is no page at all. */
export function placesOf({ projectId, reportId, draftId, testId }: Northwind, promptKey: string): Place[] {
  const home = `/projects/${projectId}`;
  const asked = `prompt=${promptKey}`;
  const of = (page: Place["page"], name: string, path: string, heading: Place["heading"]): Place => ({
    ...{ name, page, path, heading },
  });
  return [
    of("/", "projects", "/", "Projects"),
    of("/welcome", "welcome", "/welcome", "Whom do you want to hear about?"),
    of("/projects/:projectId", "overview", home, "What to do next"),
    of("/projects/:projectId/answers", "answers", `${home}/answers`, "Answers"),
    of("/projects/:projectId/answers", "answers-prompt", `${home}/answers?${asked}`, /kettle/),
    of(
      ...(["/projects/:projectId/answers", "answer"] as const),
      ...([`${home}/answers?${asked}&open=chatgpt-1`, "What was counted"] as const),
    ),
    of("/projects/:projectId/prompts", "prompts", `${home}/prompts`, "Prompts"),
    of("/projects/:projectId/import", "import", `${home}/import`, "Import answers"),
    of("/projects/:projectId/rivals", "rivals", `${home}/rivals`, "Compared with you"),
    of("/projects/:projectId/rivals/:name", "rival", `${home}/rivals/kessling`, /Kessling/),
    of("/projects/:projectId/sources", "sources", `${home}/sources`, "Sources"),
    of("/projects/:projectId/trends", "trends", `${home}/trends`, "Reports"),
    of("/projects/:projectId/content", "content", `${home}/content`, "Drafts"),
    {
      ...of("/projects/:projectId/readiness", "readiness", `${home}/readiness`, /^The page scores/),
      press: "Check the page",
    },
    of("/projects/:projectId/reddit", "reddit", `${home}/reddit`, /Which kettle do you use/i),
    of("/projects/:projectId/brief", "brief", `${home}/brief`, "What the answers cite"),
    of("/projects/:projectId/settings", "settings", `${home}/settings`, "Brand"),
    of("/organization", "organization", "/organization", "Invitations"),
    of("/organization", "organization-clients", "/organization?part=clients", /./),
    of("/organization", "organization-access", "/organization?part=access", "API keys"),
    of("/organization", "organization-engines", "/organization?part=engines", /./),
    of("/organization", "organization-usage", "/organization?part=usage", /./),
    of("/organization", "organization-data", "/organization?part=data", "How long things are kept"),
    of("/organization", "organization-audit", "/organization?part=audit", /./),
    of("/account", "account", "/account", "Organizations"),
    of("/docs", "docs", "/docs", "Guides"),
    of("/docs/:guide", "guide", "/docs/measuring", "An example"),
    of("/docs/api", "reference", "/docs/api", "API reference"),
    of("/reports/:reportId", "report", `/reports/${reportId}`, "How sure is this?"),
    of("/reports/:reportId", "rows", `/reports/${reportId}?show=rows`, "Every answer"),
    of("/reports/:reportId", "draft", `/reports/${draftId}`, "Checks"),
    of("/tests/:testId", "test", `/tests/${testId}`, "Suggested prompts"),
    of(null, "missing", `/projects/${testId}`, "Not found"),
  ];
}
