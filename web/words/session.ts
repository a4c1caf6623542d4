import { isolateDirection } from "../../src/figures/isolate-direction.ts";

export const signInAgain = {
  title: "Sign in again",
  why: "Your session has ended. Nothing on this page is lost.",
  email: "Email",
  password: "Password",
  act: "Sign in",
  other: "Sign in another way, in a new tab",
  done: "I have signed in",
  wrong: "Incorrect email or password.",
  limited: "Too many attempts. Wait a minute and try again.",
  away: "The server cannot be reached. Try again.",
  stopped: "A proxy before the server does not let this through. Ask whoever runs it.",
  notYet: "You are not signed in yet.",
  code: "Your account has a second step. Sign in in a new tab, then come back.",
  otherTitle: "Somebody else is signed in",
  otherWhy: (owner: string, other: string) =>
    `This tab belongs to ${isolateDirection(owner) || "another account"}, and ${isolateDirection(other) || "somebody else"} is signed in in this browser. Nothing was sent since. Sign in again to go on with what is on this page.`,
  goOn: (other: string) =>
    `Go on as ${isolateDirection(other) || "the other account"}, without what is not saved here`,
};

export const leftOrganization = {
  title: "You are not in this organization any more",
  why: "It was deleted, or you were removed from it. Nothing was saved anywhere else. You can still copy what is on this page.",
  open: "Open your organizations",
  stay: "Stay on this page",
};
