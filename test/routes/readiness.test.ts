import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Static } from "typebox";
import { openPlans } from "../../src/server/api/access/plan.ts";
import { BusyError } from "../../src/server/outbound/parsing.ts";
import type { ReadinessView } from "../../src/server/website/readiness/readiness-view.ts";
import { issuesOf } from "../doors.ts";
import { type Canary, startCanary } from "../fixtures/canary.ts";
import { hostileUrls } from "../fixtures/hostile-urls.ts";
import { type Site, startSite } from "../fixtures/site.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type View = Static<typeof ReadinessView>;

const path = "/v1/readiness";
const text = Array.from({ length: 300 }, (_, at) => `word${at}`).join(" ");
const html = `<html lang="en"><head><title>A CRM for small teams</title></head><body><h1>Acme</h1><p>${text}</p></body></html>`;

const endings: (() => unknown)[] = [];
let site: Site;
let canary: Canary;
before(async () => {
  const ending = { after: (end?: unknown) => void endings.push(end as () => unknown) };
  site = await startSite(ending);
  canary = await startCanary(ending);
});
after(async () => {
  for (const end of endings) await end();
});

/** Another site: every test finds its own pages, and the paths that were asked since. */
function serve(pages: Site["pages"]): void {
  for (const known of Object.keys(site.pages)) delete site.pages[known];
  Object.assign(site.pages, pages);
  site.requests.length = 0;
}

const plain = (body: string | Buffer) => ({ headers: { "content-type": "text/plain" }, body });
const checkOf = (view: View, id: string) => view.result.checks.find((check) => check.id === id)!;
const post = (me: Member, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  me.call<View>("POST", path, body, { headers });

const plans = {
  ...openPlans,
  starter: { ...openPlans.starter, quotas: { ...openPlans.starter.quotas, readiness: 2 } },
  free: { ...openPlans.free, features: openPlans.free.features.filter((name) => name !== "readiness") },
};

onAnyStore(
  () => ({ config: { outboundAllow: [site.host], plans, rateLimitScale: 0 } }),
  (app) => {
    const member = () => app().member({ plan: "growth" });
    const project = async (me: Member) => (await me.project({ websiteUrl: `${site.url}/` })).id;

    test("contract/readiness: POST /readiness answers id, cached and result, and a second time what it has", async () => {
      serve({
        "/": html,
        "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nAllow: /" },
      });
      const me = await member();
      const projectId = await project(me);
      const { status, data } = await post(me, { projectId });
      assert.deepEqual(
        [status, data.cached, data.project_id, data.result.checks.length],
        [200, false, projectId, 20],
      );
      assert.deepEqual(
        ["reachable", "server_rendered_content", "title", "robots_txt"].map((id) => checkOf(data, id).status),
        ["pass", "pass", "pass", "pass"],
      );
      assert.ok(data.result.score! > 0 && data.result.score! < 100);
      assert.equal(Date.parse(data.expires_at) - Date.parse(data.created_at), 24 * 3600 * 1000);
      const asked = site.requests.length;
      const { data: again } = await post(me, { projectId });
      assert.deepEqual(again, { ...data, cached: true });
      assert.equal(site.requests.length, asked, "nothing is fetched again");
    });

    test("contract/readiness: POST /readiness with forceRerun checks again, under another id", async () => {
      serve({ "/": html });
      const me = await member();
      const projectId = await project(me);
      const { data: first } = await post(me, { projectId });
      const { data } = await post(me, { projectId, forceRerun: true });
      assert.equal(data.cached, false);
      assert.notEqual(data.id, first.id);
      assert.equal((await post(me, { projectId })).data.id, data.id, "the newest is given again");
    });

    test("contract/readiness: the url of POST /readiness takes the place of the project's website", async () => {
      serve({ "/": html, "/other": html, "/old": { status: 301, headers: { location: "/other" } } });
      const me = await member();
      const projectId = await project(me);
      const { data } = await post(me, { projectId, url: `${site.url}/old#part` });
      assert.deepEqual([data.result.url, data.result.final_url], [`${site.url}/old`, `${site.url}/other`]);
      const { data: ended } = await post(me, { projectId, url: `${site.url}/other` });
      assert.deepEqual([ended.cached, ended.id], [true, data.id], "where it ended is known as well");
      assert.equal((await post(me, { projectId })).data.cached, false, "the website is another page");
    });

    for (const [field, value, issue] of [
      ["projectId", undefined, "body /projectId required"],
      ["projectId", "7", "body /projectId bad_format"],
      ["forceRerun", "true", "body /forceRerun wrong_type"],
      ["forceRerun", 1, "body /forceRerun wrong_type"],
      ["url", 7, "body /url wrong_type"],
      ["url", "", "body /url too_short"],
      ["url", `https://acme.example/${"a".repeat(2048)}`, "body /url too_long"],
    ] as const)
      test(`contract/readiness: POST /readiness refuses ${JSON.stringify(value)?.slice(0, 20)} for ${field}`, async () => {
        const me = await member();
        const body = { projectId: randomUUID(), [field]: value };
        assert.deepEqual(issuesOf(await post(me, body)), [issue]);
      });

    test("contract/readiness: without a credential it is 401, of an unknown project 404", async () => {
      const me = await member();
      assert.equal((await me.call("POST", path, { projectId: randomUUID() }, { token: null })).status, 401);
      assert.equal((await post(me, { projectId: randomUUID() })).error.code, "PROJECT_NOT_FOUND");
    });

    test("contract/outbound: a refused address is 400 URL_NOT_ALLOWED, does not say what it was, and costs nothing", async () => {
      const me = await member();
      const projectId = await project(me);
      for (const url of [
        "http://127.0.0.1:1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://2130706433/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://user:secret@acme.example/",
        "http://localhost/",
        "not an address",
      ]) {
        const { status, error, text } = await post(me, { projectId, url });
        assert.deepEqual([status, error?.code], [400, "URL_NOT_ALLOWED"], url);
        assert.ok(!text.includes(url), url);
      }
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.readiness.used, 0);
    });

    test("of at least 120 hostile addresses none is connected to", async () => {
      const me = await member();
      const projectId = await project(me);
      const urls = hostileUrls(canary.port).filter((url) => url.length <= 2048);
      assert.ok(urls.length >= 120, `${urls.length} addresses`);
      for (const url of urls) {
        const { status, error, data } = await post(me, { projectId, url });
        const harmless = error ? [400, 404].includes(status) : (data.result.score ?? 0) === 0;
        assert.ok(harmless, `${url}: ${status} ${error?.code}`);
      }
      assert.equal(canary.hits(), 0);
    });

    test("a project without a website is told so", async () => {
      const me = await member();
      const { id: projectId } = await me.project({ domain: undefined });
      assert.deepEqual(issuesOf(await post(me, { projectId })), ["body /url no_website"]);
    });

    test("a site that answers with an error is a result with score 0, and one that cannot be reached has none, and costs nothing", async () => {
      serve({});
      const me = await member();
      const projectId = await project(me);
      site.pages["/gone"] = (_, response) => void response.destroy();
      const missing = await post(me, { projectId, url: `${site.url}/missing` });
      assert.deepEqual([missing.status, missing.data.result.score, missing.data.result.grade], [200, 0, "F"]);
      assert.equal(checkOf(missing.data, "reachable").status, "fail");
      assert.equal(missing.data.result.checks.filter((check) => check.status === "skip").length, 19);
      const { status, data, meta } = await post(me, { projectId, url: `${site.url}/gone` });
      const { score, grade, not_reached, checks, top_fixes } = data.result;
      assert.deepEqual([status, score, grade, top_fixes], [200, null, null, []]);
      assert.equal(not_reached, "The connection failed or was cut.");
      assert.ok(checks.every((check) => check.status === "skip"));
      assert.equal(meta.billing.quotas.readiness.used, missing.meta.billing.quotas.readiness.used);
      assert.ok(Date.parse(data.expires_at) - Date.parse(data.created_at) <= 5 * 60_000);
    });

    test("a site that leads us to an address that may not be fetched has failed, and nobody was asked", async () => {
      serve({
        "/": html,
        "/away": { status: 302, headers: { location: "http://127.0.0.1:1/" } },
        "/robots.txt": {
          headers: { "content-type": "text/plain" },
          body: "Sitemap: http://169.254.169.254/s.xml\nSitemap: ::",
        },
        "/llms.txt": { status: 302, headers: { location: "http://10.0.0.1/" } },
      });
      const me = await member();
      const projectId = await project(me);
      const { data } = await post(me, { projectId, url: `${site.url}/away` });
      assert.deepEqual(
        [data.result.score, checkOf(data, "reachable").evidence?.failure],
        [0, "redirect_refused"],
      );
      const { status, data: page } = await post(me, { projectId });
      assert.deepEqual(
        [status, checkOf(page, "sitemap").status, checkOf(page, "llms_txt").status],
        [200, "fail", "fail"],
      );
    });

    test("contract/readiness: a bot that robots.txt allows and the server refuses is told, and changes no score", async () => {
      const refusing =
        (names: RegExp): Site["pages"][string] =>
        (request, response) => {
          const refused = names.test(request.headers["user-agent"] ?? "");
          response.writeHead(refused ? 403 : 200, { "content-type": "text/html" });
          response.end(refused ? "no" : html);
        };
      const me = await member();
      const projectId = await project(me);
      const scores: number[] = [];
      for (const names of [/nobody/, /GPTBot|ClaudeBot/]) {
        serve({ "/": refusing(names), "/robots.txt": plain("User-agent: ClaudeBot\nDisallow: /\n") });
        const { data } = await post(me, { projectId, forceRerun: true });
        const { message, evidence } = checkOf(data, "ai_crawlers_allowed");
        scores.push(data.result.score!);
        const told = names.test("GPTBot");
        assert.deepEqual(evidence?.refused_by_server, told ? ["GPTBot: 403"] : []);
        assert.equal(
          message.includes("GPTBot: robots.txt allows, the server refuses a request with this name"),
          told,
        );
      }
      assert.equal(scores[0], scores[1]);
      const asked = site.requests
        .map(({ headers }) => headers["user-agent"])
        .filter((name) => name?.includes(" "));
      assert.deepEqual(
        asked,
        ["OAI-SearchBot", "ChatGPT-User", "GPTBot", "PerplexityBot"].map(
          (name) => `OverheardBot/1.0 ${name}`,
        ),
      );
    });

    test("what answers in the page's place is said as what it is, and a page that only refreshes is followed", async () => {
      const me = await member();
      const projectId = await project(me);
      const challenge = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>";
      serve({
        "/firewall": { status: 403, headers: { "cf-mitigated": "challenge" }, body: challenge },
        "/wall":
          "<title>Cookies required</title><p>Please accept cookies to continue reading. Cookies help us.</p>",
        "/script": '<p>Moving</p><script>window.location.href = "/new";</script>',
        "/refresh": `<title>Redirecting</title><meta http-equiv="refresh" content="0;URL='/new'">`,
        "/new": html,
      });
      for (const [path, instead] of [
        ["/firewall", "firewall"],
        ["/wall", "cookie_wall"],
        ["/script", "script_redirect"],
      ] as const) {
        const { data } = await post(me, { projectId, url: site.url + path });
        const { status, evidence } = checkOf(data, "reachable");
        assert.deepEqual([status, evidence?.instead], ["fail", instead], path);
      }
      const { data } = await post(me, { projectId, url: `${site.url}/refresh` });
      assert.deepEqual([data.result.final_url, checkOf(data, "title").status], [`${site.url}/new`, "pass"]);
    });

    test("a site of hostile answers gives a result all the same", async () => {
      serve({
        "/": {
          body: `<title>\u0000&#0;\ud800</title>${"<div>".repeat(50_000)}<script type="application/ld+json">{"a":</script>`,
        },
        "/robots.txt": {
          headers: { "content-type": "text/plain" },
          body: Buffer.alloc(600_000, "Disallow: /*a\n"),
        },
        "/sitemap.xml":
          '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
        "/llms.txt": {
          headers: { "content-type": "text/plain" },
          body: `# A\n\n## B\n\n${"> ".repeat(5_000)}`,
        },
      });
      const me = await member();
      const { status, data } = await post(me, { projectId: await project(me) });
      assert.deepEqual([status, checkOf(data, "title").status], [200, "warn"]);
    });

    test("contract/crawl-and-prompts: the page that was checked and those it links to become a crawl record, within robots.txt", async () => {
      const links = Array.from({ length: 15 }, (_, at) => `<a href="/p${at}">Page ${at}</a>`).join("");
      const others = '<a href="/closed">Closed</a><a href="https://bolt.example/">Bolt</a></body>';
      serve({
        "/": html.replace("</body>", links + others),
        "/robots.txt": plain("User-agent: *\nDisallow: /closed"),
        ...Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`/p${at}`, html])),
      });
      const me = await member();
      const projectId = await project(me);
      const { data } = await post(me, { projectId });
      assert.equal(data.result.pages_crawled, 10);
      const { data: record } = await me.call<{ status: string; pages: unknown }>(
        "GET",
        `/v1/crawls/${data.result.crawl_record_id}`,
      );
      assert.equal(record.status, "completed");
      assert.ok(!site.requests.some(({ path }) => path === "/closed"));
      const latest = async () =>
        (await me.call<{ latest_crawl_record_id: string }>("GET", `/v1/projects/${projectId}`)).data
          .latest_crawl_record_id;
      assert.equal(await latest(), data.result.crawl_record_id);
      const { data: again } = await post(me, { projectId, forceRerun: true });
      assert.notEqual(again.result.crawl_record_id, data.result.crawl_record_id);
      assert.equal(await latest(), data.result.crawl_record_id, "what may be a larger crawl is not replaced");
    });

    test("a site whose robots.txt shuts us out is judged by its one page, and nothing of it is kept", async () => {
      serve({
        "/": html.replace("</body>", '<a href="/a">A</a></body>'),
        "/a": html,
        "/robots.txt": plain("User-agent: *\nDisallow: /"),
      });
      const me = await member();
      const { data } = await post(me, { projectId: await project(me) });
      const { crawl_record_id, pages_crawled, score_cap } = data.result;
      assert.deepEqual([crawl_record_id, pages_crawled, score_cap], [null, 1, 49]);
      assert.ok(!site.requests.some(({ path }) => path === "/a"));
    });

    test("contract/limits-and-plans: the quota of checks is a hard limit: used up it is 402, and nothing is fetched", async () => {
      serve({ "/": html });
      const me = await app().member({ plan: "starter" });
      const projectId = await project(me);
      const body = { projectId, forceRerun: true };
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(me, body)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 402, 402, 402]);
      site.requests.length = 0;
      const { status, error } = await post(me, body);
      const { quota, remaining, required, limit } = error.details!;
      assert.deepEqual(
        [status, error.code, quota, remaining, required, limit],
        [402, "BILLING_REQUIRED", "readiness", 0, 1, 2],
      );
      assert.equal(site.requests.length, 0);
      const cached = await post(me, { projectId });
      assert.deepEqual([cached.status, cached.data.cached], [200, true], "what is there costs nothing");
      assert.equal(cached.meta.billing.quotas.readiness.used, 2);
    });

    test("contract/limits-and-plans: a plan without the feature is 403 NO_ENTITLEMENT", async () => {
      const me = await app().member({ plan: "free" });
      const { status, error } = await post(me, { projectId: await project(me) });
      assert.deepEqual([status, error.code, error.details?.feature], [403, "NO_ENTITLEMENT", "readiness"]);
    });

    test("a repeated request with the same idempotency key is checked and charged once", async () => {
      serve({ "/": html });
      const me = await member();
      const body = { projectId: await project(me), forceRerun: true };
      const key = { "idempotency-key": randomUUID() };
      const first = await post(me, body, key);
      const again = await post(me, body, key);
      assert.deepEqual(again.data, first.data);
      assert.deepEqual([again.meta.idempotent_replay, again.meta.billing.quotas.readiness.used], [true, 1]);
    });

    test("contract/requests: a check of another's project is not given to anyone else", async () => {
      serve({ "/": html });
      const [me, other] = [await member(), await member()];
      const mine = await post(me, { projectId: await project(me) });
      const theirs = await post(other, { projectId: await project(other) });
      assert.equal(theirs.data.cached, false);
      assert.notEqual(theirs.data.id, mine.data.id);
    });
  },
);

onAnyStore(
  () => ({ config: { outboundAllow: [site.host], plans, rateLimitScale: 0 }, faults: "expected" }),
  (app) => {
    test("contract/reliability: a check for which the machine is too busy blames no site, and costs nothing", async (t) => {
      serve({ "/": html });
      const me = await app().member({ plan: "starter" });
      const { id: projectId } = await me.project({ websiteUrl: `${site.url}/` });
      const { website } = app().app.ports.services;
      const { mock } = t.mock.method(website, "attemptVisit", () => Promise.reject(new BusyError()));
      for (let time = 0; time < 3; time += 1) {
        const { status, error, headers } = await post(me, { projectId });
        assert.deepEqual([status, error?.code, headers["retry-after"]], [503, "SERVICE_UNAVAILABLE", "10"]);
      }
      mock.restore();
      assert.equal((await post(me, { projectId })).status, 200);
    });
  },
);
