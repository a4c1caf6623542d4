/** Whether `If-None-Match` names this version, compared weakly (RFC 9110 §13.1.2): a list, or `*`. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = etag.replace(/^W\//, "");
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some((tag) => tag[1] === opaque);
}
