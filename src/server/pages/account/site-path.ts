/** The path on this site to go on to, from an untrusted address; the start page if it is not one. */
export function sitePath(text: string | null): string {
  const isPath = text !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) && text.length <= 4_000;
  return isPath ? text : "/";
}
