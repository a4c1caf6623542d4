/**
 * Whether claims call their email address its owner's: by OpenID Connect's claim, or else by Microsoft's, in the types that
 * providers send them in. Null if they say nothing of it.
 */
export function isEmailVerified(claims: Readonly<Record<string, unknown>>): boolean | null {
  const { email_verified: verified, xms_edov: domainOwner } = claims;
  const claim = verified === undefined ? domainOwner : verified;
  return claim === undefined ? null : ["true", "1"].includes(String(claim).toLowerCase());
}
