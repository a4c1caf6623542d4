/** What a provider says of somebody: claims that were checked. */
export type Claims = Readonly<Record<string, unknown>>;

export interface AdmissionRules {
  /** Domains of addresses, in lower case; `*`: any; none: only who has an account already. */
  domains: readonly string[];
  /** The claim that says what somebody may be here; null: everybody is a plain member. */
  roleClaim: string | null;
  /** Which value of it makes which role, the first that fits; `*` fits anybody. */
  roles: readonly { value: string; role: string }[];
  /** Whether an address counts that the provider does not call verified, and does not call unverified either. */
  trustEmail: boolean;
}

export type Admission =
  | { ok: true; email: string; name: string; role: string | null }
  | { ok: false; why: "no_email" | "unverified_email" | "other_domain" | "no_role" };

/** Who of a provider's people may come in, and as what. */
export function admit(claims: Claims, rules: AdmissionRules): Admission {
  const email = typeof claims.email === "string" ? claims.email.toLowerCase() : "";
  if (!/^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,250}$/u.test(email)) return { ok: false, why: "no_email" };
  const { email_verified: verified } = claims;
  const isVerified = verified === true || verified === "true";
  if (!isVerified && !(verified === undefined && rules.trustEmail))
    return { ok: false, why: "unverified_email" };
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const { domains } = rules;
  if (domains.length > 0 && !domains.includes("*") && !domains.includes(domain))
    return { ok: false, why: "other_domain" };
  const role = roleOf(claims, rules);
  if (rules.roleClaim !== null && role === null) return { ok: false, why: "no_role" };
  const name = typeof claims.name === "string" ? claims.name.replace(/\p{Cc}/gu, "").slice(0, 200) : "";
  return { ok: true, email, name, role };
}

function roleOf(claims: Claims, { roleClaim, roles }: AdmissionRules): string | null {
  if (roleClaim === null) return null;
  const given = claims[roleClaim];
  const values = (Array.isArray(given) ? given : [given]).filter((value) => typeof value === "string");
  return roles.find(({ value }) => value === "*" || values.includes(value))?.role ?? null;
}
