import type { OAuthProvider } from "@better-auth/core/oauth2";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, getOAuthState } from "better-auth/api";
import type { Standing } from "../../accounts/oidc-grants.ts";
import { type Admission, type AdmissionRules, admit, type Claims } from "./admission.ts";
import type { Provider, ScopeChoice, Vouched } from "./provider.ts";
import { ProviderError, type ProviderFault, providerFaultIn } from "./provider-error.ts";
import { type Renewal, subjectOf } from "./renewal.ts";

/** The account library's name for the provider, part of its addresses. */
export const providerId = "oidc";

export interface ProviderPluginParts {
  provider: Provider;
  rules: AdmissionRules;
  renewal: Renewal;
  /** Its display name. */
  name: string;
  /** The role that somebody has had so far; null: none. */
  roleBefore(subject: string): Promise<string | null>;
  /** Tells the operator why the provider cannot be used. */
  report(error: ProviderError): void;
  /** Tells the operator why one of its people may not sign in. */
  turnedAway(why: (Admission & { ok: false })["why"], claims: Claims): void;
  standingOf(email: string, subject: string): Promise<Standing>;
  standingToAccount(accountId: string, subject: string): Promise<Standing>;
  /** Forgets what the provider has said of a person whom no account was linked to. */
  forget(subject: string): Promise<void>;
  /** Whether a person without an account gets one; who is invited gets one in any case. */
  makesAccounts: boolean;
  isInvited(email: string): Promise<boolean>;
  /** The page that says what went wrong; the code is added to it. */
  errorAddress: string;
}

/** Why somebody was not signed in, for the page that says so. */
export type SignInFault =
  | `provider_${ProviderFault}`
  | "groups_left_out"
  | "role_claim_missing"
  | "email_left_out"
  | "several_emails"
  | "not_admitted"
  | "email_not_verified"
  | "email_unusable"
  | "email_of_another"
  | "account_not_linked"
  | "signup_disabled";

const faultOf: Partial<Record<(Admission & { ok: false })["why"], SignInFault>> = {
  no_email: "email_left_out",
  several_emails: "several_emails",
  unverified_email: "email_not_verified",
  unusable_email: "email_unusable",
  groups_left_out: "groups_left_out",
  role_claim_missing: "role_claim_missing",
};

const refusals: Partial<Record<Standing, SignInFault>> = {
  unproven: "account_not_linked",
  "another's": "email_of_another",
};

/** Lets the account library sign people in with the provider. None of its tokens get into the library's tables. */
export function providerPlugin(parts: ProviderPluginParts): BetterAuthPlugin {
  const { provider, rules, renewal, standingOf, standingToAccount, forget, roleBefore, report, turnedAway } =
    parts;
  const { name, makesAccounts, isInvited, errorAddress } = parts;
  const faulty = (fault: SignInFault): APIError =>
    new APIError("FOUND", undefined, new Headers({ location: `${errorAddress}?error=${fault}` }));

  /** Of this attempt; one that an older version of this server began has none. */
  const scopeChoiceNow = async () =>
    (await getOAuthState<{ sent?: ScopeChoice }>())?.sent ?? provider.usual();

  const oidc: OAuthProvider = {
    id: providerId,
    name,
    issuer: provider.issuer,
    accountSubject: ({ profile }) => String((profile as { subject?: unknown }).subject ?? ""),
    async createAuthorizationURL({ state, codeVerifier, redirectURI }) {
      try {
        const scopeChoice = await scopeChoiceNow();
        return await provider.authorizationUrl({
          state,
          codeVerifier,
          redirectUri: redirectURI,
          scopeChoice,
        });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        report(error);
        throw new APIError("SERVICE_UNAVAILABLE", {
          code: `provider_${error.fault}`,
          message: providerFaultIn(error.fault, name) ?? "",
        });
      }
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const scopeChoice = await scopeChoiceNow();
      const grant = { code, codeVerifier: codeVerifier ?? "", redirectUri: redirectURI, scopeChoice };
      // Thrown here, every fault would look like a wrong code.
      const outcome = await provider.exchange(grant).catch((fault: unknown) => ({ fault }));
      return { raw: { ...outcome } };
    },
    async getUserInfo({ raw }) {
      const { fault, claims, refreshToken } = raw as Partial<Vouched> & { fault?: unknown };
      if (!claims) {
        if (!(fault instanceof ProviderError)) throw fault;
        report(fault);
        throw faulty(`provider_${fault.fault}`);
      }
      const subject = subjectOf(provider.issuer, String(claims.sub));
      const admission = admit(claims, rules, await roleBefore(subject));
      if (!admission.ok) {
        turnedAway(admission.why, claims);
        throw faulty(faultOf[admission.why] ?? "not_admitted");
      }
      const standing = await standingOf(admission.email, subject);
      const refusal = refusals[standing];
      if (refusal) throw faulty(refusal);
      // Nothing about strangers is stored.
      if (standing === "unknown" && !makesAccounts && !(await isInvited(admission.email)))
        throw faulty("signup_disabled");
      await renewal.vouch(subject, claims, admission.role, refreshToken ?? null);
      const { email, name } = admission;
      return { user: { email, name, emailVerified: true }, data: { subject } };
    },
  };
  /** Looked at before, an account may have been made or linked since; the store lets one of two at one instant through. */
  async function beforeLink(link: { providerId: string; userId: string; accountId: string }) {
    if (link.providerId !== providerId) return;
    const refusal = refusals[await standingToAccount(link.userId, link.accountId)];
    if (!refusal) return;
    await forget(link.accountId);
    throw new APIError("FORBIDDEN", { code: refusal, message: "" });
  }

  return {
    id: "openid-connect",
    init: ({ socialProviders }) => ({
      context: { socialProviders: [oidc, ...socialProviders] },
      options: { databaseHooks: { account: { create: { before: beforeLink } } } },
    }),
  };
}
