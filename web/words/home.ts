import { isolateDirection } from "../../src/figures/isolate-direction.ts";

/** The list of projects, and what somebody sees whom the server does not know. */
export const home = {
  title: "Projects",
  sentence: "See how often AI assistants name your brand, whom they name instead, and how sure that is.",
  signIn: "Sign in",
  more: "All that the app shows comes from an open API that you host.",
  away: "People sign in to this server with tokens of your identity provider. The app needs accounts of the server’s own.",
  noCookies:
    "Your browser keeps no cookies of this site, and without them nobody is signed in. Allow them, then sign in.",
  none: "No project yet.",
  noneHow: "Name a brand and its website to see whom assistants recommend.",
  unmeasured: "No answers yet.",
  begin: "Set up a project",
  goOn: "Go on setting it up",
  /** Tells projects of one name apart. */
  apart: (site: string | null, product: string): string =>
    [site && isolateDirection(site), `made on ${product}`].filter(Boolean).join(", "),
};
