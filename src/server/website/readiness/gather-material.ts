import { saysTheSame } from "../../../site/crawl/copies.ts";
import { allows } from "../../../site/crawl/robots.ts";
import { isSamePageAs } from "../../../site/page/address.ts";
import { isOwnCanonical } from "../../../site/page/canonical.ts";
import type { WholePage } from "../../../site/page/page.ts";
import { bytesOf, type FetchResult } from "../../../site/page/site-file.ts";
import type { Wall } from "../../../site/page/wall.ts";
import type { Context } from "../../api/context.ts";
import { UnreadableError } from "../../outbound/parsing.ts";
import type { SiteRobots, Website } from "../../outbound/website/website.ts";
import { askAsBots } from "./ask-as-bots.ts";
import type { LlmsFile } from "./checks/llms-txt.ts";
import { type CanonicalFound, judgedAgents, type ReadinessMaterial, type Seen } from "./checks/material.ts";

/** A little more than the heaviest page that is scored; anything longer is cut. */
const pageBytesMax = 2 * 1024 * 1024;
const textBytesMax = 512 * 1024;
const llmsBytesMax = 256 * 1024;
const besidesTimeoutMs = 5_000;

/** The checks' material, plus the robots.txt rules that apply to us. */
export interface SiteMaterial extends ReadinessMaterial {
  ours: SiteRobots | null;
}

/**
 * Fetches everything that a readiness check looks at: the page first, then the rest in parallel. Throws URL_NOT_ALLOWED
 * if the given address may not be fetched; every other failure is part of the material. It goes on if the caller goes
 * away, who then finds the result on coming back.
 */
export async function gatherMaterial(
  { website, now }: Pick<Context, "website" | "now">,
  url: string,
): Promise<SiteMaterial> {
  const may = mayBeRead(website);
  const {
    file: page,
    page: read,
    wall,
  } = await website.attemptVisit({ url, bytesMax: pageBytesMax }, { may, refused: "throws" });
  const at = now().getTime();
  if (!page.ok || wall) return unread(page, wall, at);
  const [counterpart, robots, llms] = await Promise.all([
    fetchCounterpart(website, page.url),
    website.robots(page.url, {
      refused: "as_failure",
      timeoutMs: besidesTimeoutMs,
      target: { url: page.url, agents: judgedAgents },
    }),
    fetchLlms(website, page.url),
  ]);
  const [sitemaps, canonical, refusedAgents] = await Promise.all([
    fetchSitemaps(website, page.url, robots),
    read && lookAtCanonical(website, read),
    page.status === 200 ? askAsBots(website, page.url, robots) : [],
  ]);
  const about = { canonical, counterpart, robots, llms, read: sitemaps, refusedAgents };
  return { page, whole: read, wall, ...about, at, ours: robots };
}

const robotsTerms = { refused: "as_failure", timeoutMs: besidesTimeoutMs } as const;

/** Whether the robots.txt of an address lets us have it. */
const mayBeRead = (website: Website) => async (url: string) =>
  allows((await website.robots(url, robotsTerms)).rules, url);

/** What is at the address that the page calls its canonical one, if that is not its own and robots.txt lets us look. */
async function lookAtCanonical(website: Website, page: WholePage): Promise<CanonicalFound | null> {
  const { canonical, url } = page;
  const may = mayBeRead(website);
  if (!canonical || isOwnCanonical(canonical, url) || !(await may(canonical))) return null;
  const request = { url: canonical, bytesMax: pageBytesMax, timeoutMs: besidesTimeoutMs };
  const { file, page: other, wall } = await website.attemptVisit(request, { may, refused: "as_failure" });
  if (wall || (!file.ok && file.failure === "unreadable")) return null;
  if (!file.ok || file.status >= 400) return "gone";
  if (isSamePageAs(url)(file.url)) return "leads_back";
  if (other === null) return "gone";
  return saysTheSame(page, other) ? "copy" : "other";
}

const unread = (page: FetchResult, wall: Wall | null, at: number): SiteMaterial => ({
  page,
  whole: null,
  wall,
  canonical: null,
  counterpart: null,
  robots: { fetch: page, file: null },
  llms: { fetch: page, file: null },
  read: [],
  refusedAgents: [],
  at,
  ours: null,
});

/** The same address with http for https or the reverse; a server on its own port has no such counterpart. */
async function fetchCounterpart(website: Website, url: string): Promise<FetchResult | null> {
  const other = new URL(url);
  if (other.port !== "") return null;
  other.protocol = other.protocol === "https:" ? "http:" : "https:";
  return website.attempt(
    { url: other.href, bytesMax: textBytesMax, timeoutMs: besidesTimeoutMs },
    "as_failure",
  );
}

async function fetchLlms(website: Website, page: string): Promise<Seen<LlmsFile>> {
  const { href: url } = new URL("/llms.txt", page);
  const fetch = await website.attempt(
    { url, bytesMax: llmsBytesMax, timeoutMs: besidesTimeoutMs },
    "as_failure",
  );
  if (!fetch.ok || fetch.status !== 200) return { fetch, file: null };
  try {
    return { fetch, file: await website.llms(bytesOf(fetch)) };
  } catch (error) {
    if (error instanceof UnreadableError)
      return { fetch: { ok: false, url, failure: "unreadable" }, file: null };
    throw error;
  }
}

/** A check judges the sitemaps even where robots.txt keeps us from the site. */
const fetchSitemaps = (website: Website, page: string, robots: SiteRobots) =>
  website.sitemaps({ url: page, robots }, { page, timeoutMs: besidesTimeoutMs, may: () => true });
