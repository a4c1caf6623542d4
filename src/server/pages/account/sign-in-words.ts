import type { SignInFailure } from "../../auth/accounts/sign-in.ts";
import { providerFaultIn } from "../../auth/oidc/provider-error.ts";
import { crowded } from "../connect-words.ts";

/** What the sign-in pages say when something is wrong, with the status. */
export const failures: Record<SignInFailure, [status: number, problem: string]> = {
  wrong: [401, "Incorrect email or password."],
  limited: [429, "Too many attempts. Wait a minute and try again."],
  crowded: [429, crowded],
  busy: [503, "Too many people are signing in at the moment. Try again in a few seconds."],
  disabled: [403, "This account is disabled. Ask whoever runs this server."],
  expired: [400, "That took too long. Sign in again."],
  away: [503, "Sign-in is not working at the moment. Try again in a minute."],
};

export const wrongCode =
  "Incorrect code. Codes change every 30 seconds: the clocks of your device and of this server must be right.";
export const trustEnded =
  "This browser used to skip the code. Browsers cannot skip it any more: every sign-in with a password asks for it.";
export const oldLink = "This link has been used or has expired. Request a new one.";
/** Codes of OpenID Connect and RFC 6749 with which a provider sends browsers back: it cannot, or the person did not finish there. */
const busyCodes: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);
const unfinishedCodes: ReadonlySet<string> = new Set([
  ...["access_denied", "login_required", "interaction_required", "consent_required"],
  ...["account_selection_required"],
]);

/** Codes for a browser that comes back from the provider without the cookie that it left with. */
const stateFaults: ReadonlySet<string> = new Set([...["state_mismatch", "state_not_found", "state_invalid"]]);

/** Why an identity provider sent somebody back without signing them in, by the code alone: anybody can write an address. */
export function providerFault(code: string, provider: string): [status: number, problem: string] {
  const errorCode = busyCodes.has(code) ? "provider_away" : code;
  const fault = errorCode.startsWith("provider_")
    ? providerFaultIn(errorCode.slice("provider_".length), provider)
    : null;
  if (fault !== null) return [code === "provider_code_refused" ? 400 : 503, fault];
  if (code === "groups_left_out")
    return [
      403,
      `You are in more groups at ${provider} than it tells, so it is not known what you may do here. Whoever runs it can assign roles to this application, or send fewer groups.`,
    ];
  if (code === "role_claim_missing")
    return [
      403,
      `${provider} does not say what you may do here. Whoever runs it must send this server your groups or roles.`,
    ];
  if (stateFaults.has(code))
    return [
      400,
      "This sign-in began in another browser or more than five minutes ago, or is already over. Sign in again, with cookies allowed.",
    ];
  if (code === "invalid_scope")
    return [
      503,
      `${provider} refuses what this server asks about you. Whoever runs it must allow openid, email and profile.`,
    ];
  if (code === "email_left_out")
    return [
      403,
      `${provider} does not say your email address. Whoever runs it must put one into your profile there, and send it as the claim email.`,
    ];
  if (code === "several_emails")
    return [
      403,
      `${provider} gives several email addresses for you. Whoever runs it must send the one that counts, as the claim email.`,
    ];
  if (code === "email_not_verified")
    return [
      403,
      `${provider} does not say that your email address is verified. Verify it there; if it says so of nobody, whoever runs it can change that.`,
    ];
  if (code === "email_unusable")
    return [
      403,
      `The email address that ${provider} gives for you cannot be used here: it is not a plain address.`,
    ];
  if (code === "email_of_another")
    return [
      403,
      `Another account at ${provider} signs in here with your email address. Whoever runs this server can separate the two.`,
    ];
  if (code === "not_admitted")
    return [403, `Your account at ${provider} may not sign in here. Ask whoever runs this server.`];
  if (code === "account_not_linked")
    return [403, "An account with your address exists, and only its password opens it."];
  if (code === "signup_disabled")
    return [403, `There is no account for you here yet. Ask whoever runs this server to create one.`];
  if (code === "unable_to_link_account" || code === "unable_to_create_user")
    return [409, "Somebody signed in with your email address at the same moment. Try again."];
  if (code === "ACCOUNT_DISABLED") return failures.disabled;
  if (unfinishedCodes.has(code)) return [403, `You were not signed in at ${provider}.`];
  return [400, `Signing in with ${provider} did not work. Try again.`];
}
