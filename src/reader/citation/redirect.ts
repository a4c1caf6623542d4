/** Where a redirect link keeps its target: in one of these parameters, or in the path after a prefix. */
interface Wrapper {
  host: RegExp;
  path?: RegExp;
  parameters?: readonly string[];
  read?: (url: URL) => string | null;
}

// Links that only redirect to another page. Opaque ones (t.co, Vertex AI grounding) cannot be unwrapped.
const wrappers: readonly Wrapper[] = [
  { host: /(^|\.)google\.[a-z.]+$/, path: /^\/url$/, parameters: ["q", "url"] },
  { host: /(^|\.)google\.[a-z.]+$/, path: /^\/imgres$/, parameters: ["imgrefurl"] },
  {
    host: /(^|\.)google\.[a-z.]+$/,
    path: /^\/amp\//,
    read: ({ pathname }) => ampTarget(pathname.slice("/amp/".length)),
  },
  {
    host: /\.cdn\.ampproject\.org$/,
    path: /^\/[cv]\//,
    read: ({ pathname }) => ampTarget(pathname.slice("/c/".length)),
  },
  { host: /(^|\.)googleadservices\.com$/, path: /^\/pagead\/aclk$/, parameters: ["adurl"] },
  { host: /(^|\.)bing\.com$/, path: /^\/ck\/a$/, read: bingTarget },
  { host: /(^|\.)duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ["uddg"] },
  { host: /^r\.search\.yahoo\.com$/, read: ({ pathname }) => /\/RU=([^/]+)/.exec(pathname)?.[1] ?? null },
  { host: /(^|\.)yandex\.[a-z.]+$/, path: /^\/(clck|redir)/, parameters: ["url"] },
  {
    host: /(^|\.)(facebook|instagram|threads)\.(com|net)$/,
    path: /^\/(l\.php|flx\/warn\/)?$/,
    parameters: ["u"],
  },
  { host: /(^|\.)youtube\.com$/, path: /^\/redirect$/, parameters: ["q"] },
  { host: /(^|\.)linkedin\.com$/, path: /^\/(redir|safety)\//, parameters: ["url"] },
  { host: /^out\.reddit\.com$/, parameters: ["url"] },
  { host: /(^|\.)vk\.com$/, path: /^\/away\.php$/, parameters: ["to"] },
  { host: /(^|\.)steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ["u", "url"] },
  { host: /(^|\.)safelinks\.protection\.outlook\.com$/, parameters: ["url"] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, parameters: ["url"] },
  // Copies of a page that another site shows: translated, read aloud or behind a question of consent.
  { host: /\.translate\.goog$/, read: translatedPage },
  { host: /^translate\.google\.[a-z.]+$/, path: /^\/(translate|website)$/, parameters: ["u"] },
  { host: /^consent\.(google|youtube)\.[a-z.]+$/, parameters: ["continue"] },
  { host: /^r\.jina\.ai$/, read: ({ pathname, search }) => pathname.slice(1) + search },
  { host: /(^|\.)linkedin\.com$/, path: /^\/authwall$/, parameters: ["sessionRedirect"] },
  { host: /(^|\.)medium\.com$/, path: /^\/m\/global-identity/, parameters: ["redirectUrl"] },
  { host: /^go\.(redirectingat|skimresources)\.com$/, parameters: ["url"] },
  { host: /(^|\.)awin1\.com$/, path: /^\/cread\.php$/, parameters: ["ued", "p"] },
  // A scheme that was written twice.
  { host: /^https?$/, path: /^\/\//, read: ({ protocol, pathname, search }) => protocol + pathname + search },
  { host: /^(href\.li|anonym\.to)$/, read: ({ search }) => search.slice(1) || null },
];

/** Of most addresses no wrapper has the host. */
const wrapperHost = new RegExp(wrappers.map(({ host }) => host.source).join("|"));

/** The address that a redirect wrapper leads to; null if the link is not a wrapper or hides its target. */
export function redirectTarget(url: URL): string | null {
  if (!wrapperHost.test(url.hostname)) return null;
  for (const { host, path, parameters, read } of wrappers) {
    if (!host.test(url.hostname) || (path && !path.test(url.pathname))) continue;
    const target = read ? read(url) : firstParameter(url, parameters ?? []);
    if (target !== null && target !== "") return decodedOnce(target);
  }
  return null;
}

function firstParameter(url: URL, names: readonly string[]): string | null {
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value !== null && /^https?:/i.test(value)) return value;
  }
  return null;
}

// Bing writes "a1", then the target in base64url.
function bingTarget(url: URL): string | null {
  const value = url.searchParams.get("u") ?? "";
  return /^a1[\w-]+$/.test(value) ? Buffer.from(value.slice(2), "base64url").toString("utf8") : null;
}

// Google Translate writes "." as "-" and "-" as "--", with its own parameters beside the page's.
function translatedPage({ hostname, pathname, search }: URL): string {
  const host = hostname
    .replace(/\.translate\.goog$/, "")
    .replaceAll("--", "\u0000")
    .replaceAll("-", ".")
    .replaceAll("\u0000", "-");
  const parameters = search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !parameter.startsWith("_x_tr_"));
  return `https://${host}${pathname}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
}

// AMP caches write "s/" for https, then the page's own host and path.
function ampTarget(rest: string): string | null {
  const secure = rest.startsWith("s/");
  const target = secure ? rest.slice(2) : rest;
  return /^[\w-]+(\.[\w-]+)+/.test(target) ? `http${secure ? "s" : ""}://${target}` : null;
}

function decodedOnce(target: string): string {
  if (/^https?:\/\//i.test(target)) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
