import { allowAll, forbidAll, robotsBytesMax, rulesFor } from "../../../site/crawl/robots.ts";
import { bytesOf, type FetchResult } from "../../../site/page/site-file.ts";
import type { Outside } from "../outside.ts";
import { type Parsing, UnreadableError } from "../parsing.ts";
import { patiently } from "../patience.ts";
import { attemptFile } from "./fetch-file.ts";
import type { RobotsTerms, SiteRobots } from "./website.ts";

/** The robots.txt that applies to an address, and what it allows us. */
export async function robotsAt(
  outside: Outside,
  parsing: Parsing,
  address: string,
  { refused, target: judgedPage, ...terms }: RobotsTerms,
): Promise<SiteRobots> {
  const url = new URL("/robots.txt", address).href;
  const fetch = await attemptFile(outside, { ...terms, url, bytesMax: robotsBytesMax }, refused);
  if (!fetch.ok || fetch.status < 200 || fetch.status >= 300) return withoutFile(outside, fetch);
  try {
    const { agent } = outside;
    const request = { ...bytesOf(fetch), agent, ...(judgedPage ? { target: judgedPage } : {}) };
    const file = await patiently(() => parsing.robots(request), terms);
    return { fetch, file, rules: file.rules, unreachable: false };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return withoutFile(outside, { ok: false, url, failure: "unreadable" });
  }
}

/** RFC 9309 §2.3.1: unavailable (4xx, or redirected to nowhere) allows everything, unreachable allows nothing. */
function withoutFile({ agent }: Outside, fetch: FetchResult): SiteRobots {
  const unavailable = fetch.ok
    ? fetch.status < 500
    : /^(too_many_redirects|redirect_refused|bad_response)$/.test(fetch.failure);
  const rules = rulesFor(unavailable ? allowAll : forbidAll, agent);
  return { fetch, file: null, rules, unreachable: !unavailable };
}
