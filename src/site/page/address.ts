/** An address in a form for comparison: no fragment, no `www.`, no trailing slash or index file. */
export function comparable(url: string): { host: string; path: string; query: string } | null {
  if (!URL.canParse(url)) return null;
  const { hostname, port, pathname, search } = new URL(url);
  return {
    host: `${hostname.replace(/^www\./, "").replace(/\.$/, "")}${port ? `:${port}` : ""}`,
    path: pathname.replace(/\/(index\.(html?|php))?$/i, "") || "/",
    query: search,
  };
}

/** Whether an address is of the same page as this one, ignoring scheme, `www.` and trailing slash. */
export function isSamePageAs(page: string): (url: string) => boolean {
  const one = comparable(page);
  return (url) => {
    const other = comparable(url);
    return (
      one !== null &&
      other !== null &&
      one.host === other.host &&
      one.path === other.path &&
      one.query === other.query
    );
  };
}
