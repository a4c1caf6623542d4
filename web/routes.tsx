import { useEffect, useState } from "preact/hooks";
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { bearer, session } from "./api/session.ts";
import { pages } from "./pages.ts";
import { Guarded } from "./parts/guarded.tsx";
import { Missing } from "./parts/states.tsx";

const SignedOut = lazy(() => import("./pages/projects/signed-out.tsx").then((page) => page.SignedOut));
const SignInAgain = lazy(() => import("./parts/sign-in-again.tsx").then((part) => part.SignInAgain));
const LeftOrganization = lazy(() =>
  import("./parts/left-organization.tsx").then((part) => part.LeftOrganization),
);

const routes = Object.entries(pages).map(([path, { load }]) => {
  const component = lazy(() => load().then(({ Page }) => Page));
  return <Route key={path} path={path} component={component} />;
});

/** Addresses of the app's pages; a link to any other leaves it. */
const ours = new RegExp(`^(${Object.keys(pages).join("|").replace(/:\w+/g, "[^/?#]+")})($|[?#])`);

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
          {routes}
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
