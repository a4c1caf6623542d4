/** An address in the form in which two of them are compared: no fragment, no `www.`, no trailing slash or index file. */
export function comparable(url: string): { host: string; path: string; query: string } | null {
  if (!URL.canParse(url)) return null;
  const { hostname, port, pathname, search } = new URL(url);
  return {
    host: `${hostname.replace(/^www\./, "").replace(/\.$/, "")}${port ? `:${port}` : ""}`,
    path: pathname.replace(/\/(index\.(html?|php))?$/i, "") || "/",
    query: search,
  };
}

/** Whether two addresses are of the same page, whatever their scheme, `www.` and trailing slash. */
export function isSamePage(a: string, b: string): boolean {
  const [one, other] = [comparable(a), comparable(b)];
  return (
    one !== null &&
    other !== null &&
    one.host === other.host &&
    one.path === other.path &&
    one.query === other.query
  );
}
