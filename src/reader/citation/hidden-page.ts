import { parse } from "tldts";

/** Redirects that hide their page: Gemini's grounding links, links of Google's and Bing's search without their target, and of Google News. */
const hides =
  /^https?:\/\/(?:vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\/|(?:www\.)?google\.[a-z.]{2,6}\/(?:url|goto)\?|(?:share\.google|search\.app)\/.|news\.google\.com\/(?:rss\/)?(?:articles|read)\/|(?:www\.)?bing\.com\/(?:ck\/a|aclick)\?)/i;

/**
 * The address that a citation stands for: where it hides its page, that of the site that its title names, if it does; null
 * if nobody knows which page it is. The host of the redirect is never the source.
 */
export function pageBehind(address: string, title: string | null): string | null {
  if (!hides.test(address)) return address;
  const host = siteIn(title ?? "");
  return host === null ? null : `https://${host}/`;
}

/** Files whose names could be hosts. */
const files =
  /^(?:readme|changelog|license|contributing|index|main|config|setup|install|lib|mod|app|test)\.(?:md|py|sh|rs|pl|zip|mov|cc|so)$/;

/** The host that a title is, with blanks around it or in small letters of any script; null for the title of a page. */
function siteIn(title: string): string | null {
  const host = title
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");
  // "Mr.Coffee" is a title, and "main.rs" too.
  if (host !== host.toLowerCase() || files.test(host)) return null;
  if (!/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(host)) return null;
  const { hostname } = URL.parse(`https://${host}/`) ?? {};
  if (!hostname) return null;
  // "Node.js" is a title.
  return parse(hostname).isIcann || /\.(?:example|test|invalid)$/.test(hostname) ? hostname : null;
}
