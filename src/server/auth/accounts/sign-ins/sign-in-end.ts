/** How somebody tries to get in; `command`: the operator, on the command line. */
type SignInWay =
  | "password"
  | "second_step"
  | "passkey"
  | "provider"
  | "once_link"
  | "sign_up"
  | "password_link"
  | "command";

/** How an attempt to sign in ended, told in codes of ours alone. */
export interface SignInEnd {
  way: SignInWay;
  /** `signed_in`, `second_step_due` or why not, such as `wrong_password` or `locked`. */
  outcome: string;
  /** The built-in account by its own id; null if there is none, or nobody knows which. */
  accountId: string | null;
  /** The source address; null for the operator's commands. */
  source: string | null;
}

const ways: Record<string, SignInWay> = {
  "/sign-in/email": "password",
  "/sign-up/email": "sign_up",
  "/two-factor/verify-totp": "second_step",
  "/two-factor/verify-backup-code": "second_step",
  "/passkey/verify-authentication": "passkey",
  "/callback/oidc": "provider",
  "/reset-password": "password_link",
};

/** The way that a path below /api/auth is; undefined if it is none. */
export const wayOf = (path: string): SignInWay | undefined => ways[path];

/** Why a provider's sign-in failed. Anybody can write another code into the address. */
const providerFaults = new Set([
  ...["provider_away", "provider_wrong_issuer", "provider_shared_signature", "provider_client_refused"],
  ...[
    "provider_userinfo_refused",
    "provider_code_refused",
    "provider_unreadable",
    "groups_left_out",
    "role_claim_missing",
    "email_left_out",
    "several_emails",
    "not_admitted",
    "email_not_verified",
    "email_unusable",
    "email_of_another",
  ],
  ...["account_not_linked", "signup_disabled", "access_denied", "state_mismatch"],
]);

const refusedCodes: Partial<Record<SignInWay, string>> = {
  password: "wrong_password",
  second_step: "second_step_failed",
  passkey: "passkey_refused",
  password_link: "link_refused",
};

/** The outcome that an answer of the accounts tells. */
export async function outcomeOf(way: SignInWay, response: Response): Promise<string> {
  const { status } = response;
  if (way === "provider") return providerOutcome(response);
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as {
    code?: string;
    message?: string;
    twoFactorRedirect?: boolean;
    user?: object;
  } | null;
  if (response.ok) {
    if (way === "password_link") return "password_set";
    if (way === "sign_up" && !body?.user) return "letter_sent";
    return body?.twoFactorRedirect ? "second_step_due" : "signed_in";
  }
  if (body?.code === "ACCOUNT_DISABLED") return "disabled";
  if (body?.code === "ACCOUNT_TEMPORARILY_LOCKED") return "locked";
  // One account was tried too often, as opposed to one address trying too often.
  if (status === 429) return body?.message?.includes("on this account") ? "locked" : "limited";
  if (status === 503) return "busy";
  if (status >= 500) return "failed";
  const over = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"];
  if (body?.code && over.includes(body.code)) return "second_step_expired";
  if (status === 401 || way === "password_link" || way === "passkey") return refusedCodes[way] ?? "refused";
  return "invalid";
}

function providerOutcome(response: Response): string {
  const location = response.headers.get("location");
  if (location === null) return response.ok ? "signed_in" : "failed";
  const error = new URL(location, "http://site.invalid").searchParams.get("error");
  if (error === null) return "signed_in";
  if (error === "ACCOUNT_DISABLED") return "disabled";
  return providerFaults.has(error) ? error : "failed";
}
