import type { SignInFailure } from "../auth/accounts/sign-in.ts";

// What the pages for connecting an assistant say when something is wrong.

export type Failure = SignInFailure | "stale";

export const stale =
  "This page works for ten minutes, and only when your assistant has sent you here. Go back to your assistant and connect again.";

export const nothingChosen = "Nothing is selected. Select what it may do, or deny.";

export const otherPerson =
  "Somebody else was signed in when this page was opened. Check the address below, and decide again.";

export const leftOrganization =
  "You are not in that organization any more. Check which one is chosen below, and decide again.";

export const notInPlan =
  "The plan of this organization has no assistants. Choose another organization, or ask whoever runs this server for another plan.";

export const noneInPlan =
  "No organization of yours has a plan with assistants. Whoever runs this server can give it one.";

/** For a network address from which too many have guessed. */
export const crowded =
  "Too many wrong passwords from your network address. Wait 15 minutes, use a passkey, or a browser in which you have signed in before.";

export const failures: Record<Failure, [status: number, problem: string]> = {
  wrong: [401, "Incorrect email or password."],
  limited: [429, "Too many attempts. Wait a minute and try again."],
  crowded: [429, crowded],
  busy: [503, "Too many people are signing in at the moment. Try again in a few seconds."],
  disabled: [403, "This account is disabled. Ask whoever runs this server."],
  expired: [400, "That took too long. Sign in again."],
  away: [503, "Sign-in is not working at the moment. Try again in a minute."],
  stale: [400, stale],
};

/** For an account that somebody may be guessing at. */
export const tooMany = (seconds: number): string =>
  `Too many attempts on this account. Wait ${minutes(seconds)}, use a browser in which you have signed in before, or set a new password by a link.`;

const minutes = (seconds: number): string =>
  seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;

/** What went wrong, by the code alone: anybody can write an address with other words in it. */
export function reasonOf(error: string): string {
  if (error === "invalid_client" || error === "client_disabled")
    return "This server does not know the assistant. Remove the connection in the assistant and connect again.";
  if (error === "invalid_redirect")
    return "The assistant asked for a return address that it has not registered.";
  const suffix = reported.includes(error) ? ` (${error})` : "";
  return `The assistant sent a request that is not valid${suffix}. Remove the connection in the assistant and connect again.`;
}

/** Errors that an assistant's developer can act on. */
const reported = ["invalid_request", "invalid_scope", "invalid_target", "unsupported_response_type"];
