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
  | { ok: false; why: "no_email" | "unverified_email" | "other_domain" | "no_role" };

/** Decides who of a provider's users may sign in, and in which role. */
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
