import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "../rest/exchange.ts";
import type { Headers } from "../rest/headers.ts";
import { send } from "../rest/send.ts";
import { type Html, html } from "./html.ts";
import { iconLink } from "./icon.ts";

/** The colours and sizes of the web app, which these pages share. */
const tokens = readFileSync(join(import.meta.dirname, "../../../web/styles/tokens.css"), "utf8");
const facePath = "/assets/source-sans-3-latin-wght-normal.woff2";

const style = `${tokens}
@font-face { font-family: "Source Sans 3 Variable"; font-display: swap; font-weight: 200 900; src: url("${facePath}") format("woff2"); }
*, ::before, ::after { box-sizing: border-box; }
html { font: 400 16px/1.45 var(--face); color: var(--ink); background: var(--paper); font-variant-numeric: tabular-nums lining-nums; -webkit-text-size-adjust: 100%; }
body { margin: 0; font-size: var(--f3); }
header { padding: var(--s4) var(--s5); background: var(--rail); border-bottom: 1px solid var(--hair); }
header a { color: inherit; font-weight: 650; letter-spacing: -0.01em; text-decoration: none; }
main { max-width: 32rem; margin: 0 auto; padding: min(10vh, 5rem) var(--s5) var(--s7); }
h1 { font-size: 1.75rem; font-weight: 600; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 var(--s4); overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: var(--f4); font-weight: 600; letter-spacing: -0.01em; margin: var(--s6) 0 var(--s2); border-top: 1px solid var(--hair); padding-top: var(--s4); }
p { margin: 0 0 var(--s3); text-wrap: pretty; }
a { color: inherit; text-decoration-color: var(--edge); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { text-decoration-color: currentColor; }
label { display: block; margin: var(--s3) 0; }
input:not([type=checkbox]) { display: block; width: 100%; margin-top: var(--s1); padding: 7px 10px; min-height: 40px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; }
input[type=checkbox] { flex: none; width: 1.1rem; height: 1.1rem; margin: 0.2rem 0; accent-color: var(--me); }
fieldset { border: solid var(--hair); border-width: 1px 0; margin: var(--s4) 0; padding: var(--s2) 0; }
fieldset label { display: flex; gap: 0.6rem; align-items: flex-start; }
strong { font-weight: 650; overflow-wrap: anywhere; }
button { font: inherit; font-size: var(--f2); font-weight: 550; min-height: 40px; padding: 5px 16px; margin: var(--s2) var(--s2) 0 0; color: var(--ink);
  background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; }
button:hover { background: var(--me-4); }
button.main { background: var(--me); color: var(--on); border-color: var(--me); }
button.main:hover { background: color-mix(in oklab, var(--me) 88%, var(--ink)); }
:focus-visible { outline: 2px solid var(--me); outline-offset: 2px; border-radius: 3px; }
.hint { font-size: var(--f2); color: var(--soft); margin-top: var(--s4); }
ul.plain { list-style: none; padding: 0; margin: 0; }
ul.plain li { margin: 0; padding: var(--s3) 0; border-bottom: 1px solid var(--hair); overflow-wrap: anywhere; }
ul.plain form { display: inline; }
pre { overflow-x: auto; }
code { overflow-wrap: anywhere; font-size: 0.9em; }
.problem { border-left: 2px solid var(--loss); padding-left: var(--s3); }
@media print { header, form { display: none; } main { margin: 0; max-width: none; } }
`;
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
}

/** A page of this site: no scripts but the one it names, nothing from elsewhere, not framed, not cached. */
export function sendPage(exchange: Exchange, siteUrl: string, page: Page): void {
  const { status = 200, title, body, script, formsTo = "", headers = [] } = page;
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
      ...["Referrer-Policy", "same-origin", "Cache-Control", "no-store"],
      ...(siteUrl.startsWith("https:")
        ? ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]
        : []),
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
    null,
  );
}
