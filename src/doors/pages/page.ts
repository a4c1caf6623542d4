import { hash } from "node:crypto";
import type { Exchange } from "../rest/exchange.ts";
import type { Headers } from "../rest/headers.ts";
import { send } from "../rest/send.ts";
import { type Html, html } from "./html.ts";
import { iconLink } from "./icon.ts";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --main: #1d4ed8; --ring: #1d4ed8; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --main: #2563eb; --ring: #93c5fd; --bad: #f87171; } }
body { max-width: 30rem; margin: min(10vh, 5rem) auto; padding: 0 1.25rem; }
h1 { font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
label { display: block; margin: 0.75rem 0; }
input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; margin-top: 0.3rem; padding: 0.5rem; font: inherit; }
input[type=checkbox] { flex: none; width: 1.1rem; height: 1.1rem; margin: 0.2rem 0; accent-color: var(--main); }
fieldset { border: 1px solid #8888; border-radius: 0.5rem; margin: 1rem 0; padding: 0.25rem 1rem; }
fieldset label { display: flex; gap: 0.6rem; align-items: flex-start; }
strong { overflow-wrap: anywhere; }
button { font: inherit; padding: 0.5rem 1.25rem; margin: 0.5rem 0.5rem 0 0; border: 1px solid #767676;
  border-radius: 0.4rem; background: Canvas; color: CanvasText; cursor: pointer; }
button.main { background: var(--main); color: #fff; border-color: var(--main); }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.hint { font-size: 0.875rem; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
ul.plain { list-style: none; padding: 0; }
ul.plain li { margin: 0.75rem 0; overflow-wrap: anywhere; }
ul.plain form { display: inline; }
pre { overflow-x: auto; }
code { overflow-wrap: anywhere; }
.problem { border-left: 4px solid var(--bad); padding-left: 0.75rem; }
@media print { body { margin: 0; max-width: none; } form { display: none; } }
`;
const styleHash = hash("sha256", style, "base64");

export interface Page {
  status?: number;
  title: string;
  body: Html;
  /** A file of this site that is run on the page. */
  script?: string;
  /** What its forms may lead to besides this site, as a source of CSP. */
  formsTo?: string;
  headers?: Headers;
}

/** A page of this site: no scripts but the one it names, nothing from elsewhere, in nobody's frame, not kept. */
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
<body><main>${body}</main>${script !== undefined && html`<script src="${script}"></script>`}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    "img-src data:",
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
      // A form says where it comes from only if the page lets it.
      ...["Referrer-Policy", "same-origin", "Cache-Control", "no-store"],
      ...(siteUrl.startsWith("https:")
        ? ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]
        : []),
      ...headers,
    ],
    text,
  );
}

/** Sends the browser on, with a GET. */
export function sendOn(exchange: Exchange, location: string, cookies: readonly string[] = []): void {
  send(
    exchange,
    303,
    [
      ...["X-Request-Id", exchange.requestId, "Location", location, "Cache-Control", "no-store"],
      ...["Referrer-Policy", "no-referrer"],
      ...cookies.flatMap((cookie) => ["Set-Cookie", cookie]),
    ],
    null,
  );
}
