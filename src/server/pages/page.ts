import { hash } from "node:crypto";
import type { Exchange } from "../http/exchange.ts";
import { cachedPage, type Headers, openedElsewhere } from "../http/headers.ts";
import { send } from "../http/send.ts";
import { controlStyles, pageStyles } from "./app-styles.ts";
import { type Html, html } from "./html.ts";
import { iconLink } from "./icon.ts";

/** What these pages have besides the styles of the web app. */
const own = `body { font-size: var(--f3); }
header { padding: var(--s4) var(--s5); background: var(--rail); border-bottom: 1px solid var(--hair); }
header a { font-weight: 650; letter-spacing: -0.01em; text-decoration: none; }
main { max-width: 28rem; margin: 0 auto; padding: min(10vh, 5rem) var(--s5) var(--s7); overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 var(--s4); }
h2 { margin: var(--s6) 0 var(--s2); border-top: 1px solid var(--hair); padding-top: var(--s4); }
p { margin: 0 0 var(--s3); text-wrap: pretty; }
label { display: block; margin: var(--s3) 0; font-size: var(--f2); }
input:not([type=checkbox]) { display: block; width: 100%; margin-top: var(--s1); min-height: 40px; }
input[type=checkbox] { flex: none; width: 1.1rem; height: 1.1rem; min-height: 0; margin: 0.15rem 0; accent-color: var(--me); }
button { justify-content: center; min-height: 40px; padding: 5px 16px; margin: var(--s2) var(--s2) 0 0; }
button.wide { width: 100%; }
fieldset { border: 0; border-top: 1px solid var(--hair); margin: 0 0 var(--s5); padding: var(--s1) 0 0; }
legend { padding: 0 var(--s3) 0 0; font-size: var(--f3); font-weight: 600; }
fieldset label { display: flex; gap: 0.6rem; align-items: flex-start; margin: 0; padding: var(--s2) 0; font-size: var(--f3); }
.name { display: inline-block; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: var(--s3); margin-top: var(--s4); }
.pair button { margin: 0; }
strong { font-weight: 650; }
main ol { padding-left: 1.4em; }
main ol li { margin-bottom: var(--s3); }
dl.facts { margin: 0 0 var(--s5); border-top: 1px solid var(--hair); }
dl.facts div { display: grid; grid-template-columns: 6.5rem 1fr; gap: var(--s3); padding: var(--s3) 0; border-bottom: 1px solid var(--hair); }
dl.facts dt { color: var(--soft); font-size: var(--f2); }
dl.facts dd { margin: 0; font-size: var(--f2); }
.or { margin: var(--s4) 0 var(--s2); text-align: center; color: var(--soft); font-size: var(--f2); }
.hint.close { margin-top: calc(-1 * var(--s2)); }
.hint { font-size: var(--f2); color: var(--soft); margin-top: var(--s4); }
ul.plain { list-style: none; }
ul.plain li { padding: var(--s3) 0; border-bottom: 1px solid var(--hair); }
ul.plain form { display: inline; }
pre { overflow-x: auto; }
.problem { border-left: 2px solid var(--loss); padding-left: var(--s3); }
@media print { header, form { display: none; } main { margin: 0; max-width: none; } }
`;
const style = pageStyles() + controlStyles() + own;
const styleHash = hash("sha256", style, "base64");

export interface Page {
  status?: number;
  title: string;
  body: Html;
  /** A script file of this site to run on the page. */
  script?: string;
  /** Where its forms may lead besides this site, as a CSP source. */
  formsTo?: string;
  headers?: Headers;
  /** Whether it is on the way of connecting an assistant, whose site may have opened it in a window. */
  connecting?: boolean;
}

/** A page of this site: no scripts but the one it names, nothing from elsewhere, not framed, not cached. */
export function sendPage(exchange: Exchange, siteUrl: string, page: Page): void {
  const { status = 200, title, body, script, formsTo = "", headers = [], connecting } = page;
  const { markup: text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Overheard</title>
${iconLink}
<style>${{ markup: style }}</style>
</head>
<body><header><a href="/">Overheard</a></header>
<main>${body}</main>${script !== undefined && html`<script src="${script}"></script>`}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    "img-src data:",
    "font-src 'self'",
    `style-src 'sha256-${styleHash}'`,
    ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    `form-action 'self' ${formsTo}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  send(
    exchange,
    status,
    [
      ...["X-Request-Id", exchange.requestId, "Content-Type", "text/html; charset=utf-8"],
      ...["Content-Security-Policy", policy, "X-Frame-Options", "DENY", "X-Content-Type-Options", "nosniff"],
      // Browsers send a form's origin only if the page allows it.
      ...["Referrer-Policy", "same-origin", ...cachedPage("no-store")],
      ...(siteUrl.startsWith("https:")
        ? ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]
        : []),
      ...(connecting ? openedElsewhere : []),
      ...headers,
    ],
    text,
  );
}

/** Redirects the browser, with a GET. */
export function sendOn(
  exchange: Exchange,
  location: string,
  cookies: readonly string[] = [],
  headers: readonly string[] = [],
): void {
  send(
    exchange,
    303,
    [
      ...["X-Request-Id", exchange.requestId, "Location", location, "Cache-Control", "no-store"],
      ...["Referrer-Policy", "no-referrer"],
      ...headers,
      ...cookies.flatMap((cookie) => ["Set-Cookie", cookie]),
    ],
    "",
  );
}
