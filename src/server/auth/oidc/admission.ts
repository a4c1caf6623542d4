import { emailAddress } from "../../outbound/mail/email-address.ts";
import { isEmailVerified } from "../email-claims.ts";

/** What a provider says about a person: verified claims. */
export type Claims = Readonly<Record<string, unknown>>;

export interface AdmissionRules {
  /** Domains of email addresses, in lower case; `*`: any; empty: only people who already have an account. */
  domains: readonly string[];
  /** The claim that decides the role; null: everybody is a plain member. */
  roleClaim: string | null;
  /** Which value gives which role; the first match counts, and `*` matches anybody. */
  roles: readonly { value: string; role: string }[];
  /** Whether to accept an address that the provider marks neither as verified nor as unverified. */
  trustEmail: boolean;
}

export type Admission =
  | { ok: true; email: string; name: string; role: string | null }
  | {
      ok: false;
      why:
        | "no_email"
        | "several_emails"
        | "unusable_email"
        | "unverified_email"
        | "other_domain"
        | "no_role"
        | "role_claim_missing"
        | "groups_left_out";
    };

/** Whether the operator has named the domain of this address as the provider's. */
export const isOfProvider = ({ domains }: Pick<AdmissionRules, "domains">, email: string): boolean =>
  domains.includes(domainOf(email));

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/**
 * Decides who of a provider's users may sign in, and in which role. `before`: the role that they had, which stays where
 * the provider leaves out what would decide it.
 */
export function admit(claims: Claims, rules: AdmissionRules, before: string | null): Admission {
  const address = addressIn(claims);
  if (address === null) return { ok: false, why: listed(claims).length > 1 ? "several_emails" : "no_email" };
  const email = emailAddress(address);
  if (email === null) return { ok: false, why: "unusable_email" };
  if (!(isEmailVerified(claims) ?? rules.trustEmail)) return { ok: false, why: "unverified_email" };
  const { domains } = rules;
  if (domains.length > 0 && !domains.includes("*") && !isOfProvider(rules, email))
    return { ok: false, why: "other_domain" };
  const leftOut = isLeftOut(claims, rules);
  const role = leftOut ? before : roleOf(claims, rules);
  if (rules.roleClaim !== null && role === null)
    return { ok: false, why: leftOut ? "groups_left_out" : roleFault(claims, rules.roleClaim) };
  const name = typeof claims.name === "string" ? claims.name.replace(/\p{Cc}/gu, "").slice(0, 200) : "";
  return { ok: true, email, name, role };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Addresses in a list: of `email`, as Keycloak writes an attribute with several values, or `emails` of Azure AD B2C. */
const listed = ({ email, emails }: Claims): string[] =>
  (Array.isArray(email) ? email : Array.isArray(emails) ? emails : []).filter(isText);

/** The one address that claims name; null if they name none, or several. */
function addressIn(claims: Claims): string | null {
  if (isText(claims.email)) return claims.email;
  const [only, ...more] = listed(claims);
  return more.length === 0 ? (only ?? null) : null;
}

/** Whether claims say an address, however many. */
export const namesAddress = (claims: Claims): boolean => isText(claims.email) || listed(claims).length > 0;

/** The claims that are one statement about an address. */
const ofAddress = ["email", "emails", "email_verified", "xms_edov"];

/**
 * What an ID token and a userinfo answer say together; the token is signed and counts first. An address and whether it is
 * verified are from the userinfo answer if that names an address, otherwise from the token: never one from each.
 */
export function joinedClaims(token: Claims, userinfo: Claims): Claims {
  const without = (claims: Claims) =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => !ofAddress.includes(name)));
  const isFromUserinfo = isText(userinfo.email) || (!isText(token.email) && namesAddress(userinfo));
  return isFromUserinfo ? { ...userinfo, ...without(token) } : { ...without(userinfo), ...token };
}

/** A claim by its name, or else by its path: Keycloak has `realm_access.roles`. Undefined if there is none. */
export function claimIn(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (inside, step) =>
        typeof inside === "object" && inside !== null && Object.hasOwn(inside, step)
          ? (inside as Record<string, unknown>)[step]
          : undefined,
      claims,
    );
}

/**
 * Somebody in more groups than fit into a token (200 at Entra ID) gets a hint where to ask for them instead. Source:
 * OpenID Connect Core 5.6.2, and Entra's "groups overage claim".
 */
function isLeftOut(claims: Claims, { roleClaim }: AdmissionRules): boolean {
  if (roleClaim === null || claimIn(claims, roleClaim) !== undefined) return false;
  const { _claim_names: elsewhere, hasgroups } = claims;
  const isElsewhere =
    typeof elsewhere === "object" && elsewhere !== null && Object.hasOwn(elsewhere, roleClaim);
  return isElsewhere || (roleClaim === "groups" && (hasgroups === true || hasgroups === "true"));
}

const roleFault = (claims: Claims, roleClaim: string): "no_role" | "role_claim_missing" =>
  claimIn(claims, roleClaim) === undefined ? "role_claim_missing" : "no_role";

/** What kind of value the role's claim has, for the log: never what is in it. Null: it plays no part. */
export function kindOfRoleClaim(claims: Claims, { roleClaim }: AdmissionRules): string | null {
  if (roleClaim === null) return null;
  const claim = claimIn(claims, roleClaim);
  if (claim === undefined) return "missing";
  if (!Array.isArray(claim)) return claim === null ? "null" : typeof claim;
  return `list of ${[...new Set(claim.map((value) => typeof value))].sort().join(" and ") || "nothing"}`;
}

/** Texts, or the keys of an object: Zitadel has `{"admin": {"ORGANIZATION": "DOMAIN"}}`, others `{"admin": true}`. */
function valuesIn(claim: unknown): string[] {
  if (typeof claim === "object" && claim !== null && !Array.isArray(claim))
    return Object.entries(claim).flatMap(([key, value]) => (value ? [key] : []));
  return (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === "string");
}

function roleOf(claims: Claims, { roleClaim, roles }: AdmissionRules): string | null {
  if (roleClaim === null) return null;
  const values = valuesIn(claimIn(claims, roleClaim));
  return roles.find(({ value }) => value === "*" || values.includes(value))?.role ?? null;
}
