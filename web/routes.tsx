import { useEffect, useState } from "preact/hooks";
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { bearer, session } from "./api/session.ts";
import { Guarded } from "./parts/guarded.tsx";
import { Missing } from "./parts/states.tsx";
import type { rarely } from "./rarely.ts";

const HomePage = lazy(() => import("./pages/projects/page.tsx").then((page) => page.HomePage));
const SignedOut = lazy(() => import("./pages/projects/signed-out.tsx").then((page) => page.SignedOut));
const OverviewPage = lazy(() => import("./pages/overview/page.tsx").then((page) => page.OverviewPage));
const AnswersPage = lazy(() => import("./pages/answers/page.tsx").then((page) => page.AnswersPage));
const PromptsPage = lazy(() => import("./pages/prompts/page.tsx").then((page) => page.PromptsPage));
const RivalsPage = lazy(() => import("./pages/rivals/page.tsx").then((page) => page.RivalsPage));
const RivalPage = lazy(() => import("./pages/rival/page.tsx").then((page) => page.RivalPage));
const SourcesPage = lazy(() => import("./pages/sources/page.tsx").then((page) => page.SourcesPage));
const TrendsPage = lazy(() => import("./pages/trends/page.tsx").then((page) => page.TrendsPage));
const ContentPage = lazy(() => import("./pages/content/page.tsx").then((page) => page.ContentPage));
const ReadinessPage = lazy(() => import("./pages/readiness/page.tsx").then((page) => page.ReadinessPage));
const RedditPage = lazy(() => import("./pages/reddit/page.tsx").then((page) => page.RedditPage));
const ReportPage = lazy(() => import("./pages/report/page.tsx").then((page) => page.ReportPage));
const SettingsPage = lazy(() => import("./pages/settings/page.tsx").then((page) => page.SettingsPage));
const BriefPage = lazy(() => import("./pages/brief/page.tsx").then((page) => page.BriefPage));

/** Pages that are opened rarely: the first screen does not carry where they are. */
const rare = (page: keyof typeof rarely) =>
  lazy(() => import("./rarely.ts").then(({ rarely }) => rarely[page]()));
const ImportPage = rare("ImportPage");
const WelcomePage = rare("WelcomePage");
const OrganizationPage = rare("OrganizationPage");
const AccountPage = rare("AccountPage");
const DocsPage = rare("DocsPage");
const GuidePage = rare("GuidePage");
const ReferencePage = rare("ReferencePage");
const TestPage = rare("TestPage");
const SignInAgain = rare("SignInAgain");
const LeftOrganization = rare("LeftOrganization");

/** Paths that are the app's; a link to any other leaves it. */
const ours = /^\/($|\?|welcome|projects\/|reports\/|tests\/|organization\b|account($|\?)|docs\b)/;

/** Which page is at which path; the server answers the same paths (src/server/app-files/page-paths.ts). */
export function App() {
  const [wasIn, setWasIn] = useState(false);
  useEffect(() => void bearer().catch(() => undefined), []);
  const state = session.value;
  useEffect(() => {
    if (state === "in") setWasIn(true);
  }, [state]);
  // Nobody's tab: one sentence, and the way in. Whoever was in stays on the page, and signs in over it.
  if (!wasIn && (state === "out" || state === "away"))
    return (
      <ErrorBoundary>
        <SignedOut />
      </ErrorBoundary>
    );
  return (
    <LocationProvider scope={ours}>
      <Guarded>
        <Router>
          <Route path="/" component={HomePage} />
          <Route path="/welcome" component={WelcomePage} />
          <Route path="/projects/:projectId" component={OverviewPage} />
          <Route path="/projects/:projectId/answers" component={AnswersPage} />
          <Route path="/projects/:projectId/prompts" component={PromptsPage} />
          <Route path="/projects/:projectId/import" component={ImportPage} />
          <Route path="/projects/:projectId/rivals" component={RivalsPage} />
          <Route path="/projects/:projectId/rivals/:name" component={RivalPage} />
          <Route path="/projects/:projectId/sources" component={SourcesPage} />
          <Route path="/projects/:projectId/trends" component={TrendsPage} />
          <Route path="/projects/:projectId/content" component={ContentPage} />
          <Route path="/projects/:projectId/readiness" component={ReadinessPage} />
          <Route path="/projects/:projectId/reddit" component={RedditPage} />
          <Route path="/projects/:projectId/brief" component={BriefPage} />
          <Route path="/projects/:projectId/settings" component={SettingsPage} />
          <Route path="/organization" component={OrganizationPage} />
          <Route path="/account" component={AccountPage} />
          <Route path="/docs" component={DocsPage} />
          <Route path="/docs/api" component={ReferencePage} />
          <Route path="/docs/:guide" component={GuidePage} />
          <Route path="/reports/:reportId" component={ReportPage} />
          <Route path="/tests/:testId" component={TestPage} />
          <Route default component={Missing} />
        </Router>
      </Guarded>
      <ErrorBoundary>
        {((wasIn && state === "out") || state === "other") && <SignInAgain />}
        {state === "left" && <LeftOrganization />}
      </ErrorBoundary>
    </LocationProvider>
  );
}
