import { getDomain, parse } from "tldts";
import type { TrackedBrands } from "../brand.ts";
import type { SourceType } from "../reading.ts";
import { remembered } from "../text/remembered.ts";
import { redirectTarget } from "./redirect.ts";
import { editorialHosts, referenceHosts, retailHosts, ugcHosts } from "./source-hosts.ts";

/** No reader is sent to a longer address, and the DNS allows no longer host. */
const longestUrl = 8192;
const longestHost = 253;
/** Answers to one question cite the same hosts. */
const hostsMet = { most: 1_000 };

// Parameters that tell where a visitor came from, and never affect which page is shown.
const trackingNames = new Set(
  `gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid fbclid msclkid yclid ysclid twclid ttclid tblci
  li_fat_id igshid igsh epik mc_cid mc_eid mkt_tok srsltid vero_id vero_conv oly_anon_id oly_enc_id rb_clickid s_cid
  wickedid zanpid irclickid irgwc cjevent _ga _gl _hsenc _hsmi __hssc __hstc __hsfp hsctatracking _openstat ref_src
  ref_url guccounter guce_referrer guce_referrer_sig cmpid ncid ocid at_medium at_campaign spm pk_campaign pk_cpn pk_kwd pk_keyword
  pk_source pk_medium pk_content pk_cid pk_vid piwik_campaign piwik_kwd piwik_keyword`.split(/\s+/),
);

/**
 * The address of the page that a citation leads to: http or https only, host in lower case, redirect wrappers
 * unwrapped, percent codes in capitals, without credentials, tracking parameters or a fragment that is no route; null for anything else. Idempotent.
 */
export function normaliseUrl(url: string): string | null {
  let page = parsedPage(url);
  while (page) {
    const target = redirectTarget(page);
    const next = target === null ? null : parsedPage(target);
    // A wrapped address is shorter than its wrapper, so this ends.
    if (!next || next.href.length >= page.href.length) break;
    page = next;
  }
  return page === null ? null : shownAddress(page);
}

/** What addresses of one page share, given as `normaliseUrl` writes them: http or https, "www." and a slash at the end do not tell. */
export function pageKey(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/(?=\?|$)/, "");
}

/**
 * The registrable domain of a host, as `hostOf` gives it, by the public suffix list, including its private part: pages
 * of different owners under github.io or blogspot.com are different sources. An IP address, or a host that is itself a
 * public suffix, is its own domain.
 */
export const registrableDomain = remembered(
  hostsMet,
  (host) => getDomain(host, { allowPrivateDomains: true }) ?? host,
);

/** The host of an http(s) address or of a bare host, in lower case without a trailing dot; null for anything else. */
export function hostOf(url: string): string | null {
  const page = parsedPage(url) ?? (/^[^\s/:@?#]+$/.test(url) ? parsedPage(`http://${url}`) : null);
  return page === null ? null : page.hostname;
}

/** Who owns a host: the brand or a rival; otherwise the kind of site, judged by its name alone. */
export function sourceType(host: string, brands: TrackedBrands): SourceType {
  return compileSourceTypes(brands)(host);
}

/** `sourceType` for many hosts and the same brands. The longest matching domain of a brand decides. */
export function compileSourceTypes(brands: TrackedBrands): (host: string) => SourceType {
  const owners = new Map<string, SourceType>();
  for (const { domains } of brands.rivals) for (const each of domains) setOwner(owners, each, "competitor");
  for (const each of brands.own.domains) setOwner(owners, each, "owned");
  return remembered(hostsMet, (host) => typeOf(host.toLowerCase(), owners));
}

function typeOf(host: string, owners: ReadonlyMap<string, SourceType>): SourceType {
  const chain = hostAndParents(host);
  for (const each of chain) {
    const owner = owners.get(each);
    if (owner) return owner;
  }
  return kindOf(host, chain);
}

function setOwner(owners: Map<string, SourceType>, domain: string, type: SourceType): void {
  const host = hostOf(domain.trim());
  if (host !== null) owners.set(host.replace(/^www\./, ""), type);
}

// "a.b.com" → "a.b.com", "b.com", "com": the most specific first.
function hostAndParents(host: string): string[] {
  const chain = [host];
  for (let dot = host.indexOf("."); dot !== -1 && chain.length < 16; dot = host.indexOf(".", dot + 1)) {
    chain.push(host.slice(dot + 1));
  }
  return chain;
}

const lists: readonly [SourceType, ReadonlySet<string>][] = [
  ["ugc", ugcHosts],
  ["reference", referenceHosts],
  ["retail", retailHosts],
  ["editorial", editorialHosts],
];

// What the host name itself says if no list knows it; the first match decides.
const hostRules: readonly [SourceType, RegExp][] = [
  [
    "ugc",
    /^(forums?|community|communities|discuss|discussions?|boards?|answers|ask)\.|(^|\.)[a-z0-9-]*forums?\.[a-z.]+$|\.(social|community|forum)$/,
  ],
  [
    "reference",
    /\.(gov|mil|edu|int|museum|wiki)$|\.(gov|govt|gouv|gob|gov|go|gub|mil|edu|ac|nic)\.[a-z]{2}$|\.(europa\.eu|admin\.ch|bund\.de|gc\.ca)$/,
  ],
  [
    "reference",
    /^(docs?|documentation|developers?|devdocs|wiki|help|support|learn|kb|knowledge|man|manuals?|api)\./,
  ],
  ["retail", /^(shop|store|boutique|tienda|loja|negozio|sklep|kauppa)\.|\.(shop|store)$/],
  ["editorial", /^news\.|\.(news|press)$/],
  [
    "editorial",
    /(^|\.)[a-z0-9-]*(news|herald|tribune|gazette|magazine|review|observer|journal|chronicle|zeitung|nachrichten|noticias|notizie|gazeta|times)[a-z0-9-]*\.[a-z.]+$/,
  ],
];

function kindOf(host: string, chain: readonly string[]): SourceType {
  const { domainWithoutSuffix } = parse(host, { allowPrivateDomains: false });
  // Sites with a host per country are listed once, as "amazon.*".
  const names = domainWithoutSuffix ? [...chain, `${domainWithoutSuffix}.*`] : chain;
  for (const name of names) {
    const listed = lists.find(([, hosts]) => hosts.has(name));
    if (listed) return listed[0];
  }
  return hostRules.find(([, rule]) => rule.test(host))?.[0] ?? "other";
}

/** Whether an address can be a source: a page of the web. */
export const isPageAddress = (url: string): boolean => parsedPage(url) !== null;

function parsedPage(url: string): URL | null {
  if (url.length > longestUrl) return null;
  const page = URL.parse(url.trim().replaceAll("&amp;", "&"));
  if (!page || (page.protocol !== "http:" && page.protocol !== "https:") || page.hostname === "") return null;
  if (page.hostname.endsWith(".")) page.hostname = page.hostname.replace(/\.+$/, "");
  const { hostname } = page;
  return hostname === "" || hostname.endsWith(".") || hostname.length > longestHost ? null : page;
}

// Each part that is set makes an address of its own, so only what it has is looked at.
function shownAddress(page: URL): string {
  // "#/plans" and "#!/plans" are pages of an app.
  if (page.href.includes("#")) page.hash = /^#!?\//.test(page.hash) ? page.hash.replace(/:~:.*$/, "") : "";
  if (page.username !== "") page.username = "";
  if (page.password !== "") page.password = "";
  if (page.href.includes("?")) {
    const parameters = page.search.slice(1).split("&");
    const query = parameters.filter((parameter) => parameter !== "" && !isTracking(parameter)).join("&");
    // If the parameters begin with a question mark, it would be taken for the separator.
    const search = query === "" ? "" : `?${query}`;
    if (search === "" || search !== page.search) page.search = search;
  }
  return page.href.replace(/%(?:\d[a-f]|[a-f][\da-f])/gi, (code) => code.toUpperCase());
}

function isTracking(parameter: string): boolean {
  const name = parameter.split("=", 1)[0]!.toLowerCase();
  return name.startsWith("utm_") || name.startsWith("mtm_") || trackingNames.has(name);
}
