import type { FetchFailure } from "../../../../site/page/site-file.ts";
import type { Instead } from "../../../../site/page/wall.ts";
import { fail, pass, type Verdict, warn } from "./check.ts";
import { type Material, pageOf } from "./material.ts";

const redirectsFew = 3;

const failures: Record<FetchFailure, string> = {
  dns: "Its host name cannot be resolved.",
  connection: "The connection failed or was cut.",
  tls: "Its certificate is not valid for this name.",
  timeout: "It did not answer in time.",
  too_large: "It is larger than a page may be.",
  headers_too_large: "Its headers are too large.",
  too_many_redirects: "It redirects too many times.",
  redirect_refused: "It redirects to an address that may not be fetched.",
  bad_response: "Its answer is not valid HTTP.",
  proxy: "This server's proxy cannot be reached, or did not let it through.",
  unreadable: "Reading its HTML takes too much time or memory.",
};

/** Failures that may lie between this server and the site, and say nothing of the page. */
const between: ReadonlySet<FetchFailure> = new Set(["dns", "connection", "timeout", "proxy"]);

/** Why the page could not be seen from here at all, in a sentence; null if it was, or if what is wrong is the site's. */
export const notReached = ({ page }: Material): string | null =>
  !page.ok && between.has(page.failure) ? failures[page.failure] : null;

/** What is to be said of what answered in the page's place. */
const walls: Record<Instead, (by: string) => { message: string; fix: string }> = {
  firewall: (by) => ({
    message: `A firewall${by} answered in place of the page, with a challenge or a refusal.`,
    fix: "Allow AI crawlers in the firewall or bot protection: its list of verified bots, or a rule by User-Agent. Assistants that are not let through find nothing to read.",
  }),
  cookie_wall: () => ({
    message: "A wall that asks for cookies or consent answered in place of the page.",
    fix: "Show the page without asking first: assistants accept no cookies and agree to nothing.",
  }),
  script_redirect: () => ({
    message: "The page only sends readers on with JavaScript, which most assistants do not run.",
    fix: "Redirect with status 301, or check the address that it leads to.",
  }),
  closed_refresh: () => ({
    message: "The page only refreshes to another, which robots.txt does not allow OverheardBot.",
    fix: "Redirect with status 301, or check the address that it leads to.",
  }),
};

export function reachable({ page, wall }: Material): Verdict {
  if (!page.ok) {
    return fail(
      `${page.failure === "unreadable" ? "The page cannot be read in time." : "The page cannot be fetched."} ${failures[page.failure]}`,
      page.failure === "unreadable"
        ? "Make its HTML simpler: fewer elements, less nesting, smaller blocks of data. Assistants may give up on this page too."
        : "Make the address answer 200 to a plain GET from the open internet, without a login, a firewall challenge or a redirect loop.",
      { failure: page.failure },
    );
  }
  const { status, redirects } = page;
  if (wall) {
    const { message, fix } = walls[wall.kind](wall.by ? ` (${wall.by})` : "");
    return fail(message, fix, { status, redirects, instead: wall.kind, firewall: wall.by });
  }
  if (status !== 200) {
    return fail(
      `The page answers ${status}.`,
      status === 401 || status === 403 || status === 429
        ? "Allow clients that are not browsers: firewalls and bot protection often answer assistants with this status."
        : "Make the address answer 200, or check that this is the address readers use.",
      { status, redirects },
    );
  }
  if (redirects > redirectsFew) {
    return warn(
      `The page answers 200 after ${redirects} redirects.`,
      `Link and redirect straight to the final address, with at most ${redirectsFew} redirects.`,
      { status, redirects },
    );
  }
  return pass("The page answers 200.", { status, redirects });
}

export function https(material: Material): Verdict {
  const page = pageOf(material);
  const { counterpart } = material;
  const secure = page.url.startsWith("https:");
  const other = counterpart?.ok ? counterpart : null;
  if (secure) {
    // An address with the other scheme that does not answer leads nobody to an insecure page.
    const open = other !== null && other.status < 400 && other.url.startsWith("http:");
    return open
      ? warn(
          "The page is served over https, and over plain http as well.",
          "Redirect http to https with status 301.",
          { https: true, http_redirects: false },
        )
      : pass("The page is served over https only.", { https: true, http_redirects: other ? true : null });
  }
  return other?.status === 200 && other.url.startsWith("https:")
    ? warn(
        "The page is available over https, but this address does not redirect to it.",
        "Redirect http to https with status 301.",
        {
          https: true,
          http_redirects: false,
        },
      )
    : fail(
        "The page is served over plain http only.",
        "Install a certificate (free from Let's Encrypt) and redirect http to https.",
        {
          https: false,
        },
      );
}

export function robotsTxt({ robots: { fetch: robots, file } }: Material): Verdict {
  if (!robots.ok || robots.status >= 500) {
    return fail(
      "robots.txt cannot be read; crawlers then treat the whole site as forbidden (RFC 9309).",
      "Make /robots.txt answer 200 with your rules, or 404 if you have none.",
      { status: robots.ok ? robots.status : null, failure: robots.ok ? null : robots.failure },
    );
  }
  if (robots.status !== 200) {
    return warn(
      "There is no robots.txt, so every crawler may fetch everything.",
      "Add a /robots.txt that says what you allow and names your sitemap.",
      { status: robots.status },
    );
  }
  if (!file || file.webPage) {
    return warn(
      "/robots.txt answers with a web page, in which crawlers find no rules.",
      "Serve /robots.txt as plain text, or answer 404.",
      { status: 200 },
    );
  }
  return file.isValid
    ? pass("robots.txt can be read.", { status: 200, sitemaps: file.sitemaps.length })
    : warn(
        "robots.txt holds no line that crawlers know.",
        "Follow RFC 9309: `User-agent:`, then `Allow:` or `Disallow:`.",
        {
          status: 200,
        },
      );
}

/** Milliseconds to the first byte that readers, and the assistants that fetch for them, wait without giving up. */
const fastMs = 800;
const slowMs = 1800;

export function responseTime(material: Material): Verdict {
  const ms = Math.round(pageOf(material).firstByteMs);
  const fix =
    "Cache the page on its server or in a CDN: assistants that fetch it while a user waits give up early.";
  const evidence = { first_byte_ms: ms };
  if (ms <= fastMs) return pass(`The first byte came after ${ms} ms.`, evidence);
  return ms <= slowMs
    ? warn(`The first byte came after ${ms} ms; up to ${fastMs} ms is good.`, fix, evidence)
    : fail(`The first byte came only after ${ms} ms.`, fix, evidence);
}

const lightBytes = 1_000_000;
const heavyBytes = 2_000_000;

export function pageWeight(material: Material): Verdict {
  const { bytes, cut } = pageOf(material);
  const fix =
    "Move inline scripts, styles, images and embedded data out of the HTML; crawlers cut off long pages.";
  const evidence = { html_bytes: bytes, cut };
  const amount = bytes < lightBytes ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const size = cut ? `more than ${amount}` : amount;
  if (cut || bytes > heavyBytes) return fail(`The HTML is ${size}.`, fix, evidence);
  return bytes <= lightBytes
    ? pass(`The HTML is ${size}.`, evidence)
    : warn(`The HTML is ${size}; up to 1 MB is good.`, fix, evidence);
}
