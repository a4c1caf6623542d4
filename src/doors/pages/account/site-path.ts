/** A path of this site to go on to, from an address that anybody may have written; the account page where it is none. */
export function sitePath(text: string | null): string {
  const isPath = text !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) && text.length <= 4_000;
  return isPath ? text : "/account";
}
