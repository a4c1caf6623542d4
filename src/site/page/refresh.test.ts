import assert from "node:assert/strict";
import test from "node:test";
import { readPage } from "./page.ts";
import { refreshOf } from "./refresh.ts";
import { wallOf } from "./wall.ts";

for (const [content, href, after] of [
  ["0; url=/new", "/new", 0],
  ["0;URL='/new'", "/new", 0],
  ['5 ; Url = "/a b"', "/a b", 5],
  ["0;/new", "/new", 0],
  ["0, url=/new", "/new", 0],
  ["0.5; url=/new", "/new", 0],
  ["; url=/new", "/new", 0],
] as const)
  test(`a refresh of ${content} leads to ${href}`, () =>
    assert.deepEqual(refreshOf(content), { href, after }));

for (const content of ["30", "0;", "", "url=/new", "0; url="])
  test(`a refresh of ${JSON.stringify(content)} leads nowhere else`, () =>
    assert.equal(refreshOf(content), null));

const url = "https://acme.example/old";
const long = `<p>${"word ".repeat(200)}</p>`;
const refresh = (content: string) => `<meta http-equiv="Refresh" content="${content}">`;
for (const [what, html, onward] of [
  ["a thin page after 5 seconds", `${refresh("5; url=/new")}<p>Redirecting</p>`, "https://acme.example/new"],
  ["a long page at once", refresh("0; url=/new") + long, "https://acme.example/new"],
  ["a long page after 5 seconds", refresh("5; url=/new") + long, null],
  ["a page that loads itself again", refresh("0; url=/old#top"), null],
  [
    "a page for readers without scripts",
    `<noscript>${refresh("0; url=/no-js")}</noscript><div id=root></div>`,
    null,
  ],
  [
    "a script and a refresh to the same page",
    `<script>location.replace("/new")</script><noscript>${refresh("0; url=/new")}</noscript>`,
    "https://acme.example/new",
  ],
  ["an address that is none of the web", refresh("0; url=javascript:alert(1)"), null],
] as const)
  test(`where ${what} leads: ${onward}`, () => assert.equal(readPage(html, url).facts.onward, onward));

test("a Refresh header leads on as the element does", () => {
  assert.equal(readPage("<p>x", url, { refresh: "0;url=/new" }).facts.onward, "https://acme.example/new");
});

const answer = (status: number, body: string, headers: Record<string, string> = {}) => ({
  ...{ status, headers, url, body: Buffer.from(body) },
});
const says = (status: number, body: string, headers: Record<string, string> = {}) => {
  const page = status === 200 ? readPage(body, url) : null;
  const wall = wallOf(answer(status, body, headers), page);
  return wall && (wall.by ?? wall.kind);
};

for (const [what, wall, expected] of [
  ["Cloudflare's challenge", says(403, "", { "cf-mitigated": "challenge" }), "Cloudflare"],
  ["the same with 503", says(503, "<title>Just a moment...</title>"), "Cloudflare"],
  ["Akamai's refusal", says(403, "<h1>Access Denied</h1>", { server: "AkamaiGHost" }), "Akamai"],
  ["Imperva's page with 200", says(200, "Request unsuccessful. Incapsula incident ID: 1-2"), "Imperva"],
  ["the challenge of AWS WAF", says(202, "", { "x-amzn-waf-action": "challenge" }), "AWS WAF"],
  ["DataDome's refusal", says(403, "<script src='https://ct.captcha-delivery.com/c.js'>"), "DataDome"],
  ["Sucuri's refusal", says(403, "<title>Sucuri WebSite Firewall - Access Denied"), "Sucuri"],
  ["that of PerimeterX", says(403, "<script>window._pxAppId='PX1'</script>"), "HUMAN (PerimeterX)"],
  ["a firewall without a name", says(403, "Please verify you are a human."), "firewall"],
  ["a plain 403", says(403, "<h1>Forbidden</h1>", { server: "nginx" }), null],
  ["a plain 503", says(503, "<h1>Down for maintenance</h1>"), null],
  [
    "a page with Cloudflare's beacon",
    says(200, `${long}<script src=/cdn-cgi/challenge-platform/x.js></script>`),
    null,
  ],
  [
    "a cookie wall",
    says(200, "<title>Cookies</title><p>Accept all cookies to continue to the site.</p>"),
    "cookie_wall",
  ],
  [
    "a shell with nothing in it",
    says(200, "<title>Acme</title><div id=root></div><script src=/app.js></script>"),
    null,
  ],
  [
    "a shell with a cookie banner",
    says(200, "<title>Acme</title><div id=root></div><p>We use cookies. Accept</p>"),
    null,
  ],
  ["a redirect by script alone", says(200, "<script>window.location='/new'</script>"), "script_redirect"],
  [
    "a shell whose script can lead on",
    says(200, "<div id=root></div><script>function login(){location.href='/login'}</script>"),
    null,
  ],
] as const)
  test(`${what} is known as ${expected}`, () => assert.equal(wall, expected));
