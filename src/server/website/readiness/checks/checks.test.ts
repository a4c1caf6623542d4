import assert from "node:assert/strict";
import test from "node:test";
import { readRobotsFile } from "../../../../site/crawl/robots-file.ts";
import { readSitemapFile } from "../../../../site/crawl/sitemap-file.ts";
import { readPage } from "../../../../site/page/page.ts";
import { bytesOf, type FetchedFile, type FetchResult, isHtml } from "../../../../site/page/site-file.ts";
import { scoredAgents } from "./ai-agents.ts";
import { checks, readinessOf } from "./checks.ts";
import { readLlmsFile } from "./llms-txt.ts";
import { judgedAgents, materialOf, type ReadinessMaterial } from "./material.ts";

const at = Date.parse("2026-06-01T00:00:00Z");
const url = "https://acme.example/crm";
const words = (count: number) => Array.from({ length: count }, (_, word) => `word${word}`).join(" ");

const answer = (at: string, text: string, given: Partial<FetchedFile> = {}): FetchedFile => ({
  ok: true,
  url: at,
  status: 200,
  redirects: 0,
  headers: {},
  body: Buffer.from(text),
  bytes: Buffer.byteLength(text),
  cut: false,
  firstByteMs: 100,
  ...given,
});
const absent = (at: string): FetchedFile => answer(at, "", { status: 404 });

const organization = `{"@context":"https://schema.org","@type":"Organization","name":"Acme","url":"https://acme.example"}`;
const head = `<title>A CRM for small teams</title>
  <meta name="description" content="Acme keeps the customers of small teams in one place, without set-up.">
  <link rel="canonical" href="${url}">
  <meta property="og:title" content="T"><meta property="og:description" content="D"><meta property="og:image" content="/i.png">
  <meta property="article:modified_time" content="2026-03-01">
  <script type="application/ld+json">${organization}</script>`;
const body = `<h1>Acme</h1><h2>What is a CRM?</h2><p>${words(300)}</p><a href="/about">About</a><a href="/contact">Contact</a>`;
const html = (parts: { head?: string; body?: string; lang?: string } = {}) =>
  `<html lang="${parts.lang ?? "en"}"><head>${parts.head ?? head}</head><body>${parts.body ?? body}</body></html>`;
const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}/</loc><lastmod>2026-05-01</lastmod></url></urlset>`;

/** A page without a fault. */
const good: Fetches = {
  page: answer(url, html()),
  canonical: null,
  counterpart: answer(url, "", { redirects: 1 }),
  robots: answer("https://acme.example/robots.txt", "User-agent: *\nAllow: /"),
  sitemaps: [answer("https://acme.example/sitemap.xml", sitemap)],
  llms: answer("https://acme.example/llms.txt", "# Acme"),
  at,
};
const page = (parts: Parameters<typeof html>[0], given: Partial<FetchedFile> = {}): Partial<Fetches> => ({
  page: answer(url, html(parts), given),
});
const robots = (text: string, given: Partial<FetchedFile> = {}): Partial<Fetches> => ({
  robots: answer("https://acme.example/robots.txt", text, given),
});

/** Everything that is fetched for one check. */
interface Fetches extends Pick<ReadinessMaterial, "page" | "counterpart" | "canonical" | "at"> {
  robots: FetchResult;
  sitemaps: readonly FetchResult[];
  llms: FetchResult;
}

/** Reads the files as the program does that fetches them. */
function gathered({ page, canonical, counterpart, robots, sitemaps, llms, at }: Fetches): ReadinessMaterial {
  const answered = (file: FetchResult) => (file.ok && file.status === 200 ? file : null);
  const [robotsFile, llmsFile] = [answered(robots), answered(llms)];
  const judged = { url: page.url, agents: judgedAgents };
  return {
    page,
    canonical,
    wall: null,
    refusedAgents: [],
    counterpart,
    at,
    whole:
      page.ok && isHtml(page)
        ? readPage(Buffer.from(page.body).toString(), page.url, {
            robotsTag: page.headers["x-robots-tag"],
            link: page.headers.link,
          })
        : null,
    robots: {
      fetch: robots,
      file: robotsFile && readRobotsFile({ ...bytesOf(robotsFile), agent: "OverheardBot", target: judged }),
    },
    llms: { fetch: llms, file: llmsFile && readLlmsFile(bytesOf(llmsFile)) },
    read: sitemaps.map(answered).flatMap((file) => {
      if (!file) return [];
      const { url, cut } = file;
      const read = readSitemapFile({ ...bytesOf(file), url, page: page.url, site: page.url, keep: 5 });
      return [{ url, cut, sitemap: typeof read === "string" ? null : read, webPage: read === "web_page" }];
    }),
  };
}

const judged = (fetches: Fetches) => readinessOf(materialOf(gathered(fetches)));
const judge = (changes: Partial<Fetches> = {}) => judged({ ...good, ...changes });
const found = (id: string, changes: Partial<Fetches>) =>
  judge(changes).checks.find((check) => check.id === id)!;

test("there are twenty checks, and their weights are 100 together", () => {
  assert.equal(checks.length, 20);
  assert.equal(new Set(checks.map(({ id }) => id)).size, 20);
  assert.equal(
    checks.reduce((sum, { weight }) => sum + weight, 0),
    100,
  );
});

test("a page without a fault has 100 and an A, with nothing to fix", () => {
  const { score, grade, scoreCap, topFixes, checks } = judge();
  assert.deepEqual(
    checks.filter(({ status }) => status !== "pass").map(({ id, message }) => `${id}: ${message}`),
    [],
  );
  assert.deepEqual([score, grade, scoreCap, topFixes], [100, "A", null, []]);
});

const headWith = (from: string | RegExp, to: string) => ({ head: head.replace(from, to) });
const unread: FetchResult = { ok: false, url, failure: "tls" };
const blockedAll = "User-agent: *\nDisallow: /";
const group = (agents: readonly string[]) =>
  `${agents.map((agent) => `User-agent: ${agent}`).join("\n")}\nDisallow: /`;

const cases: readonly [
  id: string,
  what: string,
  changes: Partial<Fetches>,
  status: string,
  score?: number,
][] = [
  ["reachable", "four redirects", page({}, { redirects: 4 }), "warn"],
  ["reachable", "an answer of 404", page({}, { status: 404 }), "fail"],
  ["reachable", "a bad certificate", { page: unread }, "fail"],
  ["https", "http that does not redirect", { counterpart: answer("http://acme.example/crm", "") }, "warn"],
  ["https", "http that nobody answers", { counterpart: { ok: false, url, failure: "connection" } }, "pass"],
  [
    "https",
    "http, and nothing on https",
    { ...page({}, { url: "http://acme.example/crm" }), counterpart: unread },
    "fail",
  ],
  [
    "https",
    "http, and https beside it",
    { ...page({}, { url: "http://acme.example/crm" }), counterpart: answer(url, "") },
    "warn",
  ],
  ["robots_txt", "no robots.txt", robots("", { status: 404 }), "warn"],
  ["robots_txt", "a robots.txt that fails", robots("", { status: 503 }), "fail"],
  ["robots_txt", "a web page in its place", robots("<!doctype html><p>Hi"), "warn"],
  ["robots_txt", "an empty one", robots(""), "pass"],
  ["ai_crawlers_allowed", "everything forbidden", robots(blockedAll), "fail", 0],
  ["ai_crawlers_allowed", "a robots.txt that fails", robots("", { status: 500 }), "fail", 0],
  ["ai_crawlers_allowed", "no robots.txt", robots("", { status: 404 }), "pass", 1],
  ["ai_crawlers_allowed", "training forbidden", robots(group(scoredAgents.training)), "warn", 10 / 11.75],
  [
    "ai_crawlers_allowed",
    "one search agent forbidden",
    robots(group(["OAI-SearchBot"])),
    "warn",
    10.75 / 11.75,
  ],
  [
    "ai_crawlers_allowed",
    "only training allowed",
    robots(group([...scoredAgents.search, ...scoredAgents.user])),
    "fail",
    1.75 / 11.75,
  ],
  ["ai_crawlers_allowed", "another folder forbidden", robots("User-agent: *\nDisallow: /cart"), "pass", 1],
  [
    "indexable",
    "noindex",
    page(headWith("<title>", '<meta name="robots" content="follow, NOINDEX"><title>')),
    "fail",
  ],
  ["indexable", "none in the header", page({}, { headers: { "x-robots-tag": "none" } }), "fail"],
  [
    "indexable",
    "noindex for one engine",
    page({}, { headers: { "x-robots-tag": "googlebot: noindex, nofollow" } }),
    "warn",
  ],
  ["indexable", "nosnippet", page({}, { headers: { "x-robots-tag": "max-snippet:0" } }), "warn"],
  [
    "indexable",
    "a date past which it hides",
    page({}, { headers: { "x-robots-tag": "unavailable_after: 2025-01-01" } }),
    "fail",
  ],
  [
    "indexable",
    "index, follow",
    page(headWith("<title>", '<meta name="robots" content="index,follow,max-snippet:-1"><title>')),
    "pass",
  ],
  ["sitemap", "no sitemap", { sitemaps: [absent("https://acme.example/sitemap.xml")] }, "fail"],
  [
    "sitemap",
    "a sitemap without the page",
    { sitemaps: [answer("https://acme.example/sitemap.xml", sitemap.replaceAll("/crm", "/other"))] },
    "warn",
  ],
  ["sitemap", "no XML", { sitemaps: [answer("https://acme.example/sitemap.xml", "<html>")] }, "warn"],
  ["response_time", "1.2 s", page({}, { firstByteMs: 1200 }), "warn"],
  ["response_time", "2 s", page({}, { firstByteMs: 2000 }), "fail"],
  ["page_weight", "1.5 MB", page({}, { bytes: 1_500_000 }), "warn"],
  ["page_weight", "more than is read", page({}, { cut: true }), "fail"],
  ["server_rendered_content", "249 words", page({ body: `<p>${words(249)}</p>` }), "warn"],
  ["server_rendered_content", "250 words", page({ body: `<p>${words(250)}</p>` }), "pass"],
  ["server_rendered_content", "79 words", page({ body: `<p>${words(79)}</p>` }), "fail"],
  [
    "server_rendered_content",
    "words only scripts would show",
    page({ body: `<div id=app></div><script>"${words(500)}"</script>` }),
    "fail",
  ],
  ["server_rendered_content", "a PDF", page({}, { headers: { "content-type": "application/pdf" } }), "fail"],
  ["heading_structure", "two main headings", page({ body: "<h1>A</h1><h1>B</h1>" }), "warn"],
  ["heading_structure", "a skipped level", page({ body: "<h1>A</h1><h3>B</h3>" }), "warn"],
  ["heading_structure", "no heading", page({ body: "<p>text" }), "fail"],
  ["content_freshness", "13 months", { ...page(headWith("2026-03-01", "2025-05-01")), sitemaps: [] }, "warn"],
  ["content_freshness", "25 months", page(headWith("2026-03-01", "2024-04-30")), "fail"],
  ["content_freshness", "a date in the sitemap only", page(headWith("article:modified_time", "x")), "pass"],
  [
    "content_freshness",
    "a date in the future",
    { ...page(headWith("2026-03-01", "2027-03-01")), sitemaps: [] },
    "fail",
  ],
  ["content_freshness", "no date", { ...page(headWith("2026-03-01", "soon")), sitemaps: [] }, "fail"],
  ["faq_or_qa", "no question", page({ body: "<h1>A</h1>" }), "fail"],
  ["title", "a short title", page(headWith("A CRM for small teams", "Home")), "warn"],
  ["title", "no title", page(headWith(/<title>.*<\/title>/, "")), "fail"],
  ["meta_description", "a short description", page(headWith(/Acme keeps.*set-up\./, "Acme.")), "warn"],
  ["meta_description", "no description", page(headWith('name="description"', "")), "fail"],
  ["canonical", "none", page(headWith('rel="canonical"', "")), "warn"],
  ["canonical", "another page", page(headWith(`href="${url}"`, 'href="/"')), "fail"],
  ["canonical", "its own in its body", page({ head: "", body: `<link rel=canonical href=${url}>` }), "warn"],
  [
    "canonical",
    "its own over http",
    page(headWith(`href="${url}"`, `href="${url.replace("s:", ":")}/"`)),
    "warn",
  ],
  [
    "canonical",
    "one that leads back",
    { ...page(headWith(`href="${url}"`, 'href="/old"')), canonical: "leads_back" },
    "warn",
  ],
  ["canonical", "two", page(headWith("<title>", `<link rel="canonical" href="/b"><title>`)), "fail"],
  ["canonical", "itself without a query", page({}, { url: `${url}?utm_source=x` }), "pass"],
  [
    "canonical",
    "another in the header",
    page({}, { headers: { link: '<https://acme.example/b>; rel="canonical"' } }),
    "fail",
  ],
  ["language", "no language", page({ lang: "" }), "fail"],
  ["language", "no tag of a language", page({ lang: "english" }), "fail"],
  ["language", "a region", page({ lang: "pt-BR" }), "pass"],
  ["open_graph", "no image", page(headWith('property="og:image"', "")), "warn"],
  ["open_graph", "nothing", page(headWith(/og:/g, "xx:")), "fail"],
  ["structured_data", "errors", page(headWith('"name":"Acme",', "")), "warn"],
  ["structured_data", "another type", page(headWith('"Organization"', '"BreadcrumbList"')), "warn"],
  ["structured_data", "nothing", page(headWith("ld+json", "x")), "fail"],
  ["identity", "links alone", page(headWith("ld+json", "x")), "warn"],
  ["identity", "nobody", page({ head: "", body: "<p>x" }), "fail"],
  ["llms_txt", "no llms.txt", { llms: absent("https://acme.example/llms.txt") }, "fail"],
  ["llms_txt", "the app in its place", { llms: answer("https://acme.example/llms.txt", html()) }, "fail"],
  ["llms_txt", "a malformed one", { llms: answer("https://acme.example/llms.txt", "Acme") }, "warn"],
];

/** Pages that differ in one respect from a good one, which AEORank (commit 2dac55a) judges otherwise. */
const compared: typeof cases = [
  [
    "structured_data",
    "an Organization whose JSON does not parse",
    page(headWith(`"url":"https://acme.example"}`, `"url":"https://acme.example",}`)),
    "warn",
  ],
  [
    "ai_crawlers_allowed",
    "a sitemap named, and everything forbidden",
    robots(`${blockedAll}\nSitemap: https://acme.example/sitemap.xml`),
    "fail",
    0,
  ],
  [
    "server_rendered_content",
    "a headline and 200 words in a script",
    page({ body: `<div id=app></div><script>render("${words(200)}")</script>` }),
    "fail",
  ],
  [
    "content_freshness",
    "nothing changed since 2019, as JSON-LD, <meta> and two <time> say",
    {
      ...page({
        head: head
          .replace("2026-03-01", "2019-03-01")
          .replace(`"name"`, `"dateModified":"2019-03-01","name"`),
        body: `${body}<time datetime="2019-03-01">March</time><time datetime="2019-02-01">February</time>`,
      }),
      sitemaps: [],
    },
    "fail",
  ],
  [
    "sitemap",
    "60 other pages, each with a date",
    {
      sitemaps: [
        answer(
          "https://acme.example/sitemap.xml",
          `<urlset>${Array.from({ length: 60 }, (_, at) => `<url><loc>https://acme.example/p${at}</loc><lastmod>2026-05-01</lastmod></url>`).join("")}</urlset>`,
        ),
      ],
    },
    "warn",
  ],
  [
    "llms_txt",
    "text and links, without a heading",
    {
      llms: answer(
        "https://acme.example/llms.txt",
        "Acme keeps the customers of small teams in one place. Prices: https://acme.example/prices Documents: https://acme.example/docs",
      ),
    },
    "warn",
  ],
  [
    "faq_or_qa",
    "three questions, each with an answer of 60 words",
    page({ body: `<h1>Acme</h1>${`<h2>What is a CRM?</h2><p>${words(60)}</p>`.repeat(3)}` }),
    "pass",
  ],
];

for (const [id, what, changes, status, score] of [...cases, ...compared]) {
  test(`${id} with ${what} is ${status}`, () => {
    const check = found(id, changes);
    assert.equal(check.status, status, check.message);
    assert.equal(check.score, score ?? { pass: 1, warn: 0.5, fail: 0 }[status]);
    assert.equal(check.fix === null, status === "pass", "a fix where there is something to fix");
  });
}

test("a page that cannot be read has 0, an F, and nothing else is looked at", () => {
  const { score, grade, checks, topFixes, categories } = judge({ page: unread });
  assert.deepEqual([score, grade, topFixes], [0, "F", ["reachable"]]);
  assert.equal(checks.filter(({ status }) => status === "skip").length, 19);
  assert.deepEqual(new Set(categories.map(({ score }) => score)), new Set([0]));
});

for (const failure of ["dns", "connection", "timeout"] as const)
  test(`a page that cannot be seen from here (${failure}) is not judged`, () => {
    const { score, grade, notReached, checks, topFixes } = judge({ page: { ...unread, failure } });
    assert.deepEqual([score, grade, topFixes], [null, null, []]);
    assert.match(notReached ?? "", /\.$/);
    assert.ok(checks.every(({ status }) => status === "skip"));
  });

for (const [what, changes] of [
  ["asks not to be indexed", page(headWith("<title>", '<meta name="robots" content="noindex"><title>'))],
  ["lets nobody in", robots(blockedAll)],
] as const)
  test(`a page that ${what} has 49 at most, however good it is`, () => {
    const { score, grade, scoreCap } = judge(changes);
    assert.deepEqual([score, grade, scoreCap], [49, "D", 49]);
  });

test("what costs most is to be fixed first, five at most", () => {
  const { topFixes } = judge({ ...page({ head: "", body: "" }), sitemaps: [] });
  assert.deepEqual(topFixes, [
    "server_rendered_content",
    "structured_data",
    "sitemap",
    "heading_structure",
    "content_freshness",
  ]);
});

test("agents of the community list are told of and change no score", () => {
  const check = found("ai_crawlers_allowed", robots(group(["Bytespider", "cohere-ai"])));
  assert.deepEqual(check.evidence?.other_agents_blocked, ["Bytespider", "cohere-ai"]);
  assert.equal(check.score, 1);
});

test("words of the page show in evidence only, never in a message or a fix", () => {
  const told = "canary4711";
  const { checks } = judge({
    ...page({
      head: `<title>${told}</title><link rel=canonical href=/${told}><meta name=robots content=${told}>`,
      body: `<h1>${told}?</h1>`,
      lang: told,
    }),
    ...robots(`Sitemap: ${told}`),
    llms: answer("https://acme.example/llms.txt", told),
  });
  for (const { id, message, fix } of checks) assert.ok(!`${message}${fix}`.includes(told), id);
});

test("a page that cannot be read in time is told so, and nothing more is looked at", () => {
  const { score, checks } = judge({ page: { ok: false, url, failure: "unreadable" } });
  const reachable = checks.find(({ id }) => id === "reachable")!;
  assert.deepEqual(
    [score, reachable.status, reachable.evidence, checks.filter(({ status }) => status === "skip").length],
    [0, "fail", { failure: "unreadable" }, 19],
  );
  assert.match(reachable.message, /cannot be read in time/);
});
