/** Whether `If-None-Match` names this version, compared weakly (RFC 9110 §13.1.2): a list, or `*`. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === "*" || names(ifNoneMatch, etag);
}

/** The same, but for `*`, which says nothing of which version it is. */
export function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = etag.replace(/^W\//, "");
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some((tag) => tag[1] === opaque);
}
