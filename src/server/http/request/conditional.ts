/** Whether `If-None-Match` names this version, compared weakly (RFC 9110 §13.1.2): a list, or `*`. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === "*" || names(ifNoneMatch, etag);
}

/** The same, but for `*`, which says nothing of which version it is. */
export function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = etag.replace(/^W\/|"/g, "");
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === opaque || plain(tag!) === opaque);
}

/** A tag without what proxies that compress add to it: Apache's `-gzip`, Jetty's `--gzip`, Apache's `;br`. */
const plain = (tag: string): string => tag.replace(/(?:--?|;)(?:gzip|br|zstd|deflate)$/, "");
