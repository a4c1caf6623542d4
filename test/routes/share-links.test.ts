import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore, type TestApp } from "../start-app.ts";

interface Link {
  id: string;
  token_prefix: string;
  project_id: string;
  report_id: string;
  timeframe: string;
  expires_at: string | null;
  presenter_name: string | null;
  logo_url: string | null;
  summary: string | null;
  created_at: string;
  url: string;
}

const dayMs = 86_400_000;
let clock: number | null = null;

/** Somebody with a project that has one report, measured when they say. */
async function presenter(app: TestApp, answeredAt?: string) {
  const me = await app.member();
  const { id } = await me.project();
  const { data } = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Acme.", ...(answeredAt ? { answeredAt } : {}) },
  ]);
  const path = `/v1/projects/${id}/share-links`;
  const share = (terms?: Record<string, unknown>) => me.call<Link>("POST", path, terms);
  const open = (url: string) => openPage(app, url);
  return { me, id, path, share, open, report: data };
}

const openPage = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.app.door.inject({ method: "GET", url: new URL(url).pathname, headers });

const countLinks = async ({ db }: TestApp, me: Member): Promise<number> => {
  const rows = await db.selectFrom("share_links").select("id").where("user_id", "=", me.userId).execute();
  return rows.length;
};

onAnyStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    now: () => new Date(clock ?? Date.now()),
    config: { rateLimitScale: 100 },
  }),
  (app) => {
    for (const [what, terms, shown] of [
      ["no body", undefined, {}],
      ["nothing", {}, {}],
      ["timeframe", { timeframe: "90d" }, { timeframe: "90d" }],
      ["presenterName", { presenterName: "Müller & Söhne" }, { presenter_name: "Müller & Söhne" }],
      [
        "logoUrl",
        { logoUrl: "https://Agency.example/logo.svg?v=1" },
        { logo_url: "https://agency.example/logo.svg?v=1" },
      ],
      ["summary as text", { summary: "Well done.\nNext: more." }, { summary: "Well done.\nNext: more." }],
      ["summary true", { summary: true }, {}],
      ["summary false", { summary: false }, { summary: null }],
      ["expiry never", { expiry: "never" }, { expires_at: null }],
      [
        "all",
        {
          timeframe: "12m",
          expiry: "2999-01-01T00:00:00+14:00",
          presenterName: "Agency",
          logoUrl: "https://agency.example/l.png",
          summary: "All.",
        },
        {
          timeframe: "12m",
          expires_at: "2998-12-31T10:00:00.000Z",
          presenter_name: "Agency",
          logo_url: "https://agency.example/l.png",
          summary: "All.",
        },
      ],
    ] as const) {
      test(`contract/sharing: POST /share-links with ${what} is 201, and its page opens without a credential`, async () => {
        const { id, report, share, open } = await presenter(app());
        const { status, data, headers, text } = await share(terms);
        assert.equal(status, 201, text);
        assert.match(data.url, /^http:\/\/site\.test\/s\/[\w-]{43}$/);
        assert.equal(headers.location, `/v1/share-links/${data.id}`);
        assert.equal(headers["cache-control"], "no-store");
        const { url, id: _, created_at, expires_at, ...rest } = data;
        assert.deepEqual(
          { ...rest, ...("expires_at" in shown ? { expires_at } : {}) },
          {
            token_prefix: new URL(url).pathname.slice(3, 9),
            ...{ project_id: id, report_id: report.id, timeframe: "30d" },
            ...{ presenter_name: null, logo_url: null, summary: report.headline },
            ...shown,
          },
        );
        if (!("expires_at" in shown))
          assert.equal(Date.parse(expires_at!) - Date.parse(created_at), 30 * dayMs, "30 days by default");
        const page = await open(url);
        assert.deepEqual([page.statusCode, page.headers["content-type"]], [200, "text/html; charset=utf-8"]);
      });
    }

    test("an older report is shown where it is named, with the trend up to it", async () => {
      const { me, id, share, open, report } = await presenter(app(), "2026-01-05T09:00:00Z");
      await me.call("POST", `/v1/projects/${id}/imports`, [
        { prompt: "best crm?", provider: "chatgpt", answer: "Bolt.", answeredAt: "2026-03-05T09:00:00Z" },
      ]);
      const { status, data, meta } = await share({ reportId: report.id });
      assert.deepEqual([status, data.report_id, meta.warnings ?? []], [201, report.id, []]);
      const page = (await open(data.url)).body;
      assert.match(page, /January/);
      assert.doesNotMatch(page, /March/);
    });

    for (const what of ["another project", "somebody else", "nobody"] as const)
      test(`a report of ${what} makes no link`, async () => {
        const { me, share } = await presenter(app());
        const other = await presenter(app());
        const mine = await me.project();
        const reports = {
          "another project": async () =>
            (
              await me.call<{ id: string }>("POST", `/v1/projects/${mine.id}/imports`, [
                { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
              ])
            ).data.id,
          "somebody else": async () => other.report.id,
          nobody: async () => "x",
        };
        assert.equal((await share({ reportId: await reports[what]() })).error?.code, "REPORT_NOT_FOUND");
        assert.equal(await countLinks(app(), me), 0);
      });

    for (const [expiry, days] of [
      ["24h", 1],
      ["7d", 7],
      ["30d", 30],
      ["90d", 90],
    ] as const) {
      test(`contract/sharing: the expiry ${expiry} is ${days} days away`, async () => {
        const { share } = await presenter(app());
        const { data } = await share({ expiry });
        assert.equal(Date.parse(data.expires_at!) - Date.parse(data.created_at), days * dayMs);
      });
    }

    for (const [terms, issue] of [
      [{ timeframe: "1d" }, "/timeframe not_allowed"],
      [{ timeframe: "30D" }, "/timeframe not_allowed"],
      [{ expiry: "2001-01-01T00:00:00Z" }, "/expiry not_in_the_future"],
      [{ expiry: "2999-01-01T00:00:00" }, "/expiry bad_format"],
      [{ expiry: "2999-02-30T00:00:00Z" }, "/expiry bad_format"],
      [{ expiry: "1h" }, "/expiry bad_format"],
      [{ expiry: "constructor" }, "/expiry bad_format"],
      [{ expiry: "" }, "/expiry too_short"],
      [{ expiry: 30 }, "/expiry wrong_type"],
      [{ presenterName: "" }, "/presenterName too_short"],
      [{ presenterName: "\u200b" }, "/presenterName blank"],
      [{ presenterName: "x".repeat(121) }, "/presenterName too_long"],
      [{ presenterName: "a\u0000b" }, "/presenterName control_character"],
      [{ logoUrl: "javascript:alert(1)" }, "/logoUrl bad_format"],
      [{ logoUrl: "data:image/svg+xml,<svg onload=alert(1)>" }, "/logoUrl bad_format"],
      [{ logoUrl: "http://agency.example/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "https://user:pass@agency.example/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "https://agency.example;script-src/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "https://127.0.0.1/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "https://[::1]/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "https://localhost/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "https://2130706433/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: "//agency.example/l.png" }, "/logoUrl bad_format"],
      [{ logoUrl: `https://agency.example/${"x".repeat(2048)}` }, "/logoUrl too_long"],
      [{ logoUrl: `https://agency.example/${"é".repeat(1000)}` }, "/logoUrl bad_format"],
      [{ logoUrl: null }, "/logoUrl wrong_type"],
      [{ summary: "x".repeat(2001) }, "/summary too_long"],
      [{ summary: 7 }, "/summary wrong_type"],
      [{ summary: null }, "/summary wrong_type"],
      [{ summary: ["x"] }, "/summary wrong_type"],
    ] as const) {
      test(`contract/sharing: POST /share-links refuses ${JSON.stringify(terms).slice(0, 60)} (${issue}) and stores nothing`, async () => {
        const { me, share } = await presenter(app());
        assert.deepEqual(issuesOf(await share(terms)), [`body ${issue}`]);
        assert.equal(await countLinks(app(), me), 0);
      });
    }

    test("contract/sharing: a summary of 2,000 characters is taken", async () => {
      const { share } = await presenter(app());
      assert.equal((await share({ summary: "é".repeat(2000) })).status, 201);
    });

    test("contract/sharing: without a completed report it is REPORT_NOT_READY, and nothing is stored", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const { status, error } = await me.call("POST", `/v1/projects/${id}/share-links`, {});
      assert.deepEqual([status, error.code, error.details], [404, "REPORT_NOT_READY", undefined]);
      assert.equal(await countLinks(app(), me), 0);
    });

    test("a report older than the timeframe is shown all the same, with a warning", async () => {
      const { share, open } = await presenter(app(), "2025-01-05T10:00:00Z");
      const answer = await share({ timeframe: "7d" });
      assert.deepEqual(warningsOf(answer), ["OUTSIDE_TIMEFRAME /timeframe"]);
      assert.equal((await open(answer.data.url)).statusCode, 200);
    });

    test("contract/sharing: the token is shown once: not in lists, the log or the store, nor by a repeated request", async () => {
      const { me, path } = await presenter(app());
      const options = { headers: { "idempotency-key": "share-it-once" } };
      const { data } = await me.call<Link>("POST", path, {}, options);
      const again = await me.call("POST", path, {}, options);
      assert.deepEqual([again.status, again.error.code], [409, "SECRET_ALREADY_SHOWN"]);
      assert.deepEqual(again.error.details, { id: data.id });
      assert.equal(await countLinks(app(), me), 1);
      const listed = await me.call("GET", path);
      const { rows } = await sql<{ all: string }>`
        select concat(
          (select string_agg(l::text, '') from share_links l), (select string_agg(r::text, '') from replays r)) as all`.execute(
        app().db,
      );
      const token = new URL(data.url).pathname.slice(3);
      for (const place of [listed.text, again.text, rows[0]!.all, app().logged.join("")])
        assert.ok(!place.includes(token));
    });

    test("GET /share-links lists them newest first, page by page, without their addresses", async () => {
      const { me, path, share } = await presenter(app());
      const made = [];
      for (const presenterName of ["a", "b", "c"]) made.unshift((await share({ presenterName })).data);
      const expected = made.map(({ url: _, ...link }) => link);
      assert.deepEqual((await me.call("GET", path)).data, expected);
      const first = await me.call<Link[]>("GET", `${path}?limit=2`);
      const { next_cursor, has_more } = first.meta.pagination!;
      assert.deepEqual([first.data, has_more], [expected.slice(0, 2), true]);
      const second = await me.call("GET", `${path}?limit=2&cursor=${next_cursor}`);
      assert.deepEqual([second.data, second.meta.pagination!.has_more], [expected.slice(2), false]);
    });

    test("contract/sharing: expired, revoked, unknown and malformed links give the very same 404", async () => {
      const { me, share, open } = await presenter(app());
      const [expiring, revoked, kept] = [
        (await share({ expiry: "24h" })).data,
        (await share()).data,
        (await share({ expiry: "never" })).data,
      ];
      const gone = await me.call("DELETE", `/v1/share-links/${revoked.id.toUpperCase()}`);
      assert.deepEqual([gone.status, gone.data], [200, { id: revoked.id, deleted: true }]);
      assert.equal((await open(expiring.url)).statusCode, 200);
      clock = Date.now() + dayMs + 1000;
      const base = "http://site.test/s/";
      const pages = await Promise.all(
        [
          expiring.url,
          revoked.url,
          base + "A".repeat(43),
          `${base}nonsense`,
          `${base}%00`,
          `${base}%F0%9F%92%A9`,
          base + "x".repeat(3000),
        ].map(open),
      );
      const [first] = pages;
      for (const page of pages) {
        const { "x-request-id": _, date: __, ...headers } = page.headers;
        const { "x-request-id": ___, date: ____, ...wanted } = first!.headers;
        assert.deepEqual([page.statusCode, headers, page.body], [404, wanted, first!.body]);
      }
      assert.equal((await open(kept.url)).statusCode, 200, "one that never ends goes on");
      clock = null;
    });

    for (const id of ["nonsense", "0", randomUUID()]) {
      test(`DELETE /share-links/${id.slice(0, 8)} that is none is 404`, async () => {
        const { me } = await presenter(app());
        const { status, error } = await me.call("DELETE", `/v1/share-links/${id}`);
        assert.deepEqual([status, error.code], [404, "SHARE_LINK_NOT_FOUND"]);
      });
    }

    test("contract/requests: another's link can be neither revoked nor listed, and goes on working", async () => {
      const [mine, other] = [await presenter(app()), await presenter(app())];
      const { data } = await other.share();
      assert.equal((await mine.me.call("DELETE", `/v1/share-links/${data.id}`)).status, 404);
      assert.equal((await mine.me.call("GET", other.path)).error.code, "PROJECT_NOT_FOUND");
      assert.equal((await mine.me.call("POST", other.path, {})).error.code, "PROJECT_NOT_FOUND");
      assert.equal((await other.open(data.url)).statusCode, 200);
    });

    test("a link goes with its report, and with its project", async () => {
      const { me, id, report, share, open } = await presenter(app());
      const { data } = await share();
      await me.call("DELETE", `/v1/reports/${report.id}`);
      assert.equal((await open(data.url)).statusCode, 404);
      await me.call("POST", `/v1/projects/${id}/imports`, [
        { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
      ]);
      const again = (await share()).data;
      await me.call("DELETE", `/v1/projects/${id}`);
      assert.equal((await open(again.url)).statusCode, 404);
    });

    test("a link keeps the reading and the report it was made from", async () => {
      const { me, id, share, open } = await presenter(app());
      const { data } = await share();
      const before = (await open(data.url)).body;
      await me.call("PATCH", `/v1/projects/${id}`, { brand: "Acme Corporation" });
      await app().settle();
      await me.call("POST", `/v1/projects/${id}/imports`, [
        { prompt: "best crm?", provider: "chatgpt", answer: "Bolt." },
      ]);
      assert.equal((await open(data.url)).body, before);
      assert.notEqual((await open((await share()).data.url)).body, before);
    });
  },
);

onAnyStore(
  () => ({ config: { plans: standardPlans, plansOn: true } }),
  (app) => {
    test("contract/limits-and-plans: a plan without share links makes none, and can still see and revoke those it has", async () => {
      const me = await app().member({ plan: "starter" });
      const { id } = await me.project();
      const path = `/v1/projects/${id}/share-links`;
      await me.call("POST", `/v1/projects/${id}/imports`, [
        { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
      ]);
      const { data } = await me.call<Link>("POST", path, {});
      await app().app.operator.setPlan({ email: me.email, plan: "free" });
      const token = await me.session();
      const { status, error } = await me.call("POST", path, {}, { token });
      assert.deepEqual([status, error.code], [403, "NO_ENTITLEMENT"]);
      assert.deepEqual(error.details, {
        feature: "share_links",
        plan: "free",
        required_plan: "starter",
        reason: "plan",
      });
      assert.equal((await me.call<Link[]>("GET", path, undefined, { token })).data.length, 1);
      const revoked = await me.call("DELETE", `/v1/share-links/${data.id}`, undefined, { token });
      assert.equal(revoked.status, 200);
    });
  },
);
