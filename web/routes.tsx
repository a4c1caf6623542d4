import { useEffect, useState } from "preact/hooks";
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { bearer, session } from "./api/session.ts";
import { HomePage } from "./pages/projects/page.tsx";
import { SignedOut } from "./pages/projects/signed-out.tsx";
import { Guarded } from "./parts/guarded.tsx";
import { Missing } from "./parts/states.tsx";

const SignInAgain = lazy(() => import("./parts/sign-in-again.tsx").then((part) => part.SignInAgain));
const LeftOrganization = lazy(() =>
  import("./parts/left-organization.tsx").then((part) => part.LeftOrganization),
);
const OverviewPage = lazy(() => import("./pages/overview/page.tsx").then((page) => page.OverviewPage));
const AnswersPage = lazy(() => import("./pages/answers/page.tsx").then((page) => page.AnswersPage));
const PromptsPage = lazy(() => import("./pages/prompts/page.tsx").then((page) => page.PromptsPage));
const ImportPage = lazy(() => import("./pages/import/page.tsx").then((page) => page.ImportPage));
const RivalsPage = lazy(() => import("./pages/rivals/page.tsx").then((page) => page.RivalsPage));
const RivalPage = lazy(() => import("./pages/rival/page.tsx").then((page) => page.RivalPage));
const SourcesPage = lazy(() => import("./pages/sources/page.tsx").then((page) => page.SourcesPage));
const TrendsPage = lazy(() => import("./pages/trends/page.tsx").then((page) => page.TrendsPage));
const WelcomePage = lazy(() => import("./pages/welcome/page.tsx").then((page) => page.WelcomePage));
const ContentPage = lazy(() => import("./pages/content/page.tsx").then((page) => page.ContentPage));
const ReadinessPage = lazy(() => import("./pages/readiness/page.tsx").then((page) => page.ReadinessPage));
const RedditPage = lazy(() => import("./pages/reddit/page.tsx").then((page) => page.RedditPage));
const BriefPage = lazy(() => import("./pages/brief/page.tsx").then((page) => page.BriefPage));
const SettingsPage = lazy(() => import("./pages/settings/page.tsx").then((page) => page.SettingsPage));
const OrganizationPage = lazy(() =>
  import("./pages/organization/page.tsx").then((page) => page.OrganizationPage),
);
const AccountPage = lazy(() => import("./pages/account/page.tsx").then((page) => page.AccountPage));
const DocsPage = lazy(() => import("./pages/docs/page.tsx").then((page) => page.DocsPage));
const GuidePage = lazy(() => import("./pages/docs/guide-page.tsx").then((page) => page.GuidePage));
const ReferencePage = lazy(() =>
  import("./pages/docs/reference-page.tsx").then((page) => page.ReferencePage),
);
const ReportPage = lazy(() => import("./pages/report/page.tsx").then((page) => page.ReportPage));
const TestPage = lazy(() => import("./pages/test/page.tsx").then((page) => page.TestPage));

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
  if (!wasIn && (state === "out" || state === "away")) return <SignedOut />;
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
