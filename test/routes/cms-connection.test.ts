import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import type { Static } from "typebox";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { CmsConnectionView } from "../../src/server/content/publishing/cms-connection-view.ts";
import { createVault } from "../../src/server/kernel/secret/vault.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { type Canary, startCanary } from "../fixtures/canary.ts";
import { hostileUrls } from "../fixtures/hostile-urls.ts";
import { type Site, startSite } from "../fixtures/site.ts";
import { type Member, onAnyStore, type Project, type TestApp } from "../start-app.ts";
import { type FakeGhost, ghostKey, startGhost } from "../vendors/ghost.ts";

type View = Static<typeof CmsConnectionView>;

const endings: (() => unknown)[] = [];
let ghost: FakeGhost;
let site: Site;
let canary: Canary;
before(async () => {
  const ending = { after: (end?: unknown) => void endings.push(end as () => unknown) };
  ghost = await startGhost();
  site = await startSite(ending);
  canary = await startCanary(ending);
  endings.push(() => ghost[Symbol.asyncDispose]());
});
after(async () => {
  for (const end of endings) await end();
});

const pathOf = (projectId: string) => `/v1/projects/${projectId}/cms-connection`;
const put = (me: Member, projectId: string, body: Record<string, unknown>) =>
  me.call<View>("PUT", pathOf(projectId), body);
const get = (me: Member, projectId: string) => me.call<View>("GET", pathOf(projectId));
const remove = (me: Member, projectId: string) => me.call("DELETE", pathOf(projectId));
const ghostAccess = (more: Record<string, unknown> = {}) => ({
  ...{ kind: "ghost", siteUrl: ghost.url, adminApiKey: ghostKey },
  ...more,
});

const password = "aaaa BBBB cccc DDDD eeee 4711";
const wordpressAccess = (more: Record<string, unknown> = {}) => ({
  ...{ kind: "wordpress", siteUrl: site.url, username: "writer", applicationPassword: password },
  ...more,
});

const me = { body: JSON.stringify({ name: "Ada", capabilities: { publish_posts: true } }) };

/** What answers like a WordPress, with one page put in another's place. */
function wordpress(pages: Site["pages"] = {}): void {
  for (const known of Object.keys(site.pages)) delete site.pages[known];
  site.requests.length = 0;
  const json = (body: unknown) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  Object.assign(site.pages, {
    "/": { headers: { link: `<${site.url}/wp-json/>; rel="https://api.w.org/"` }, body: "<h1>Blog</h1>" },
    "/wp-json/wp/v2/users/me?context=edit": json({ name: "Ada", capabilities: { publish_posts: true } }),
    "/wp-json/?_fields=name": json({ name: "Ada&#039;s &amp; more" }),
    ...pages,
  });
}

onAnyStore(
  () => ({ config: { outboundAllow: [ghost.host, site.host], rateLimitScale: 0 } }),
  (app) => {
    const somebody = async () => {
      const me = await app().member();
      return { me, projectId: (await me.project()).id };
    };

    test("PUT cms-connection tries a Ghost blog out, keeps it, and shows all but its key", async () => {
      const { me, projectId } = await somebody();
      assert.equal((await get(me, projectId)).error.code, "CMS_CONNECTION_NOT_FOUND");
      const { status, data } = await put(me, projectId, ghostAccess());
      assert.equal(status, 200);
      const { verified_at, ...rest } = data;
      assert.ok(Math.abs(Date.parse(verified_at) - Date.now()) < 60_000);
      assert.deepEqual(rest, {
        ...{ project_id: projectId, kind: "ghost", site_url: `${ghost.url}/`, account: null },
        ...{ site_name: "Fake Ghost", active: true },
      });
      assert.deepEqual((await get(me, projectId)).data, data);
    });

    test("PUT cms-connection tries a WordPress out, whose name it tells as people read it", async () => {
      wordpress();
      const { me, projectId } = await somebody();
      const { status, data, text } = await put(me, projectId, wordpressAccess());
      assert.equal(status, 200, text);
      assert.deepEqual([data.account, data.site_name, data.kind], ["writer", "Ada's & more", "wordpress"]);
      const sent = site.requests.find(({ path }) => path.includes("users/me"))?.headers.authorization;
      assert.equal(sent, `Basic ${btoa(`writer:${password.replaceAll(" ", "")}`)}`);
    });

    const index = { headers: {}, body: '\uFEFF{"name":"x","namespaces":["wp/v2"]}' };
    const announcing = (headers: Record<string, string>, body = "") => ({ headers, body });
    for (const [what, pages, path] of [
      [
        "in a header without quotes",
        { "/": announcing({ link: "</wp-json/>; rel=https://api.w.org/" }) },
        "",
      ],
      [
        "behind other links and parameters",
        {
          "/": announcing({
            link: '</a,b>; title="a, <b>"; rel=next, </wp-json/>; type="x"; rel="shortlink https://api.w.org/"',
          }),
        },
        "",
      ],
      [
        "in its HTML",
        { "/": announcing({}, '<head><link href="/wp-json/" title=x rel="https://api.w.org/"></head>') },
        "",
      ],
      [
        "for another port and over another protocol",
        { "/": announcing({ link: '<https://127.0.0.1/wp-json/>; rel="https://api.w.org/"' }) },
        "",
      ],
      ["nowhere", { "/": "<h1>Blog</h1>", "/wp-json/": index }, ""],
      [
        "nowhere, on a front page that is closed",
        { "/": { status: 503, body: "Soon" }, "/wp-json/": index },
        "",
      ],
      [
        "nowhere, in a folder of which the address of its administration is given",
        {
          "/": "x",
          "/blog/wp-json/": index,
          "/blog/wp-json/wp/v2/users/me?context=edit": me,
          "/blog/wp-json/?_fields=name": index,
        },
        "/blog/wp-admin/",
      ],
      [
        "nowhere, with plain permalinks",
        {
          "/": "x",
          "/?rest_route=/": index,
          "/?rest_route=%2Fwp%2Fv2%2Fusers%2Fme&context=edit": me,
          "/?rest_route=%2F&_fields=name": index,
        },
        "",
      ],
    ] as [string, Site["pages"], string][])
      test(`PUT cms-connection finds the API of a WordPress that announces it ${what}`, async () => {
        wordpress(pages);
        const { me, projectId } = await somebody();
        const { status, text } = await put(me, projectId, wordpressAccess({ siteUrl: `${site.url}${path}` }));
        assert.equal(status, 200, text);
      });

    const html = (status: number, body: string, headers = {}) => ({
      status,
      headers,
      body: `<!doctype html>${body}`,
    });
    const refusal = (status: number, code: string) => ({
      status,
      body: JSON.stringify({ code, data: { status } }),
    });
    for (const [what, answer, issue, more] of [
      ["an unknown user", refusal(401, "invalid_username"), "/applicationPassword refused"],
      ["a dropped header", refusal(401, "rest_not_logged_in"), "/siteUrl credentials_lost"],
      [
        "a dropped header with the status of a success",
        { ...refusal(401, "rest_not_logged_in"), status: 200 },
        "/siteUrl credentials_lost",
      ],
      [
        "passwords that are switched off",
        refusal(401, "rest_not_logged_in"),
        "/applicationPassword passwords_disabled",
        { "/wp-json/": { body: '{"namespaces":[],"authentication":[]}' } },
      ],
      [
        "passwords that are switched off for this user",
        refusal(401, "application_passwords_disabled_for_user"),
        "/applicationPassword passwords_disabled",
      ],
      [
        "an API that is closed to strangers, and a dropped header",
        refusal(401, "rest_forbidden"),
        "/siteUrl api_disabled",
        { "/wp-json/": refusal(401, "rest_forbidden") },
      ],
      ["an API that a plug-in switches off", refusal(403, "rest_disabled"), "/siteUrl api_disabled"],
      ["an API without users", refusal(404, "rest_no_route"), "/siteUrl api_disabled"],
      ["a firewall of the host", html(406, "Not Acceptable! Mod_Security"), "/siteUrl blocked"],
      [
        "a check of the browser",
        html(503, "Just a moment", { "cf-mitigated": "challenge" }),
        "/siteUrl blocked",
      ],
      [
        "a password of the web server",
        html(401, "401", { "www-authenticate": 'Basic realm="x"' }),
        "/siteUrl locked",
      ],
    ] as [string, Site["pages"][string], string, Site["pages"]?][])
      test(`PUT cms-connection tells ${what} apart`, async () => {
        wordpress({ "/wp-json/wp/v2/users/me?context=edit": answer, ...more });
        const { me, projectId } = await somebody();
        assert.deepEqual(issuesOf(await put(me, projectId, wordpressAccess())), [`body ${issue}`]);
      });

    test("the project and the account status say that a blog is connected, until it is not", async () => {
      const { me, projectId } = await somebody();
      const said = async () => {
        const { data: project } = await me.call<Project>("GET", `/v1/projects/${projectId}`);
        const { data: all } = await me.call<Project[]>("GET", "/v1/projects");
        const { data: account } = await me.call<{ project: { cms_connected: boolean } }>(
          "GET",
          `/v1/account-status?projectId=${projectId}`,
        );
        assert.deepEqual(all.find(({ id }) => id === projectId)?.cms, project.cms);
        return [project.cms.connected, project.cms.provider, account.project.cms_connected];
      };
      assert.deepEqual(await said(), [false, null, false]);
      await put(me, projectId, ghostAccess());
      assert.deepEqual(await said(), [true, "ghost", true]);
      wordpress();
      await put(me, projectId, wordpressAccess());
      assert.deepEqual(await said(), [true, "wordpress", true], "in place of the one there was");
      const deleted = await remove(me, projectId);
      assert.deepEqual([deleted.status, deleted.data], [200, { id: projectId, deleted: true }]);
      assert.deepEqual(await said(), [false, null, false]);
      for (const gone of [await get(me, projectId), await remove(me, projectId)])
        assert.deepEqual([gone.status, gone.error.code], [404, "CMS_CONNECTION_NOT_FOUND"]);
    });

    for (const [what, body, issues] of [
      ["nothing", {}, ["/siteUrl required"]],
      [
        "an address alone",
        { siteUrl: "https://a.example/" },
        ["/username required", "/applicationPassword required"],
      ],
      ["another kind of blog", { kind: "drupal", siteUrl: "https://a.example/" }, ["/kind not_allowed"]],
      [
        "a WordPress without credentials",
        { kind: "wordpress", siteUrl: "https://a.example/" },
        ["/username required", "/applicationPassword required"],
      ],
      [
        "a Ghost with the fields of a WordPress",
        { kind: "ghost", siteUrl: "https://a.example/", username: "x", applicationPassword: "y" },
        ["/username not_of_this_kind", "/applicationPassword not_of_this_kind", "/adminApiKey required"],
      ],
      [
        "a Ghost key of another form",
        { kind: "ghost", siteUrl: "https://a.example/", adminApiKey: "abc" },
        ["/adminApiKey bad_format"],
      ],
      [
        "a login password in place of an application password",
        {
          kind: "wordpress",
          siteUrl: "https://a.example/",
          username: "x",
          applicationPassword: "correct horse",
        },
        ["/applicationPassword bad_format"],
      ],
      [
        "a user name with a colon",
        {
          kind: "wordpress",
          siteUrl: "https://a.example/",
          username: "x:y",
          applicationPassword: "a".repeat(24),
        },
        ["/username bad_format"],
      ],
      ["values of other types", { kind: 1, siteUrl: [] }, ["/kind wrong_type", "/siteUrl wrong_type"]],
    ] as const)
      test(`PUT cms-connection refuses ${what}`, async () => {
        const { me, projectId } = await somebody();
        assert.deepEqual(
          issuesOf(await put(me, projectId, body)),
          issues.map((issue) => `body ${issue}`),
        );
        assert.equal((await get(me, projectId)).status, 404, "nothing is kept");
      });

    test("the kind of a blog is told by what it is reached with, where nobody names it", async () => {
      wordpress();
      const { me, projectId } = await somebody();
      for (const { kind, ...access } of [ghostAccess(), wordpressAccess()])
        assert.equal((await put(me, projectId, access)).data.kind, kind);
    });

    test("an unknown field is ignored and reported", async () => {
      const { me, projectId } = await somebody();
      const answer = await put(me, projectId, ghostAccess({ siteURL: "x" }));
      assert.deepEqual([answer.status, warningsOf(answer)], [200, ["UNKNOWN_PARAMETER /siteURL"]]);
    });

    for (const [what, body, issue] of [
      [
        "a key that the blog does not take",
        () => ghostAccess({ adminApiKey: ghostKey.replace(/b2/g, "c3") }),
        "/adminApiKey refused",
      ],
      [
        "a password that the blog does not take",
        () => {
          wordpress({ "/wp-json/wp/v2/users/me?context=edit": { status: 401, body: "{}" } });
          return wordpressAccess();
        },
        "/applicationPassword refused",
      ],
      [
        "a user who may not publish",
        () => {
          const body = '{"name":"Ada","capabilities":{"publish_posts":false}}';
          wordpress({ "/wp-json/wp/v2/users/me?context=edit": { body } });
          return wordpressAccess();
        },
        "/username not_permitted",
      ],
      [
        "a site that is no WordPress",
        () => {
          wordpress({ "/": "<h1>Shop</h1>" });
          return wordpressAccess();
        },
        "/siteUrl no_such_blog",
      ],
      [
        "a site without a certificate",
        () => ghostAccess({ siteUrl: ghost.url.replace("http:", "https:") }),
        "/siteUrl untrusted",
      ],
      ["a site that is no Ghost", () => ghostAccess({ siteUrl: site.url }), "/siteUrl no_such_blog"],
      [
        "a site that is 10 MB long",
        () => {
          wordpress({ "/": { body: Buffer.alloc(10 * 1024 * 1024, "a") } });
          return wordpressAccess();
        },
        "/siteUrl no_such_blog",
      ],
      [
        "a site that leads into the local network",
        () => {
          wordpress({ "/": { status: 302, headers: { location: "http://169.254.169.254/" } } });
          return wordpressAccess();
        },
        "/siteUrl no_such_blog",
      ],
    ] as const)
      test(`PUT cms-connection says which field is wrong of ${what}, and keeps the blog there was`, async () => {
        const { me, projectId } = await somebody();
        const { data: before } = await put(me, projectId, ghostAccess());
        const answer = await put(me, projectId, body());
        assert.deepEqual(issuesOf(answer), [`body ${issue}`]);
        assert.ok(!/shop|169\.254/i.test(answer.text), "nothing of what the site said");
        assert.deepEqual((await get(me, projectId)).data, before);
      });

    for (const [what, fault] of [
      ["429", { status: 429 }],
      ["500", { status: 500 }],
      ["503", { status: 503 }],
      ["a connection that breaks off", "cut"],
    ] as const)
      test(`a blog that answers ${what} could not be asked: 502, to be tried again`, async () => {
        const { me, projectId } = await somebody();
        ghost.fault = () => fault;
        const { status, error, headers, text } = await put(me, projectId, ghostAccess());
        ghost.fault = undefined;
        assert.deepEqual([status, error.code, error.details?.retryable], [502, "CMS_UPSTREAM_ERROR", true]);
        assert.ok(Number(headers["retry-after"]) >= 1);
        assert.ok(!text.includes("IGNORE"), "never the blog's own words");
        assert.equal((await get(me, projectId)).status, 404);
      });

    test("credentials go to no other host than the one they are for, whatever a site's header says", async () => {
      const other = `http://localhost:${new URL(site.url).port}`;
      wordpress({ "/": { headers: { link: `<${other}/wp-json/>; rel="https://api.w.org/"` }, body: "x" } });
      const { me, projectId } = await somebody();
      assert.deepEqual(issuesOf(await put(me, projectId, wordpressAccess())), ["body /siteUrl no_such_blog"]);
      assert.ok(site.requests.every(({ headers }) => headers.authorization === undefined));
    });

    test("credentials are not sent on to where the blog redirects", async () => {
      const away = { status: 301, headers: { location: `${ghost.url}/ghost/api/admin/` } };
      wordpress({ "/wp-json/wp/v2/users/me?context=edit": away });
      const { me, projectId } = await somebody();
      const asked = ghost.asked.length;
      assert.deepEqual(issuesOf(await put(me, projectId, wordpressAccess())), ["body /siteUrl no_such_blog"]);
      assert.equal(ghost.asked.length, asked);
    });

    test("contract/outbound: a blog is reached by https, or by plain http where the operator has opened the address", async () => {
      const { me, projectId } = await somebody();
      const { status, error } = await put(
        me,
        projectId,
        ghostAccess({ siteUrl: "http://blog.example.com/" }),
      );
      assert.deepEqual([status, error.code, error.details?.reason], [400, "URL_NOT_ALLOWED", "scheme"]);
    });

    test("contract/outbound: of at least 120 hostile addresses, by http and by https, none is connected to", async () => {
      const { me, projectId } = await somebody();
      const urls = hostileUrls(canary.port).filter((url) => !/^http:\/\/example\.com#/.test(url));
      assert.ok(urls.length >= 120, `${urls.length} addresses`);
      for (const siteUrl of urls.flatMap((url) => [url, url.replace(/^http:/, "https:")])) {
        const { status, error } = await put(me, projectId, ghostAccess({ siteUrl }));
        const told = [`${status} ${error?.code}`, siteUrl] as const;
        assert.ok(
          /^(400 URL_NOT_ALLOWED|400 VALIDATION_ERROR|502 CMS_UPSTREAM_ERROR)$/.test(told[0]),
          `${told}`,
        );
      }
      assert.equal(canary.hits(), 0);
      assert.equal((await get(me, projectId)).status, 404);
    });

    test("contract/requests: a blog of another's project is 404 to read, to change and to delete", async () => {
      const { me, projectId } = await somebody();
      await put(me, projectId, ghostAccess());
      const other = await app().member();
      for (const id of [projectId, randomUUID()])
        for (const { status, error } of [
          await get(other, id),
          await put(other, id, ghostAccess()),
          await remove(other, id),
        ])
          assert.deepEqual([status, error.code], [404, "PROJECT_NOT_FOUND"]);
      assert.equal((await get(me, projectId)).data.active, true);
    });

    test("in an archived workspace no blog is connected, and the one there is can be read and forgotten", async () => {
      const me = await app().member();
      const { data: workspace } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "Bakery",
        kind: "client",
      });
      const { id: projectId } = await me.project({ workspaceId: workspace.id });
      await put(me, projectId, ghostAccess());
      await me.call("PATCH", `/v1/client-workspaces/${workspace.id}`, { status: "archived" });
      const { status, error } = await put(me, projectId, ghostAccess());
      assert.deepEqual([status, error.code, error.details?.reason], [403, "NO_ENTITLEMENT", "project"]);
      assert.equal((await get(me, projectId)).status, 200);
      assert.equal((await remove(me, projectId)).status, 200);
    });

    test("contract/publishing: of the credentials nothing shows in the store, the log or any answer", async () => {
      wordpress();
      const { me, projectId } = await somebody();
      const other = await me.project();
      const texts = [];
      for (const id of [projectId, other.id]) {
        const body = id === projectId ? wordpressAccess() : ghostAccess();
        const headers = { "idempotency-key": "connect" };
        texts.push((await me.call("PUT", pathOf(id), body, { headers })).text);
        texts.push((await get(me, id)).text, (await me.call("GET", `/v1/projects/${id}`)).text);
        texts.push((await put(me, id, { ...body, siteUrl: "http://10.0.0.1/" })).text);
      }
      const [, ghostSecret = ""] = ghostKey.split(":");
      const everything = [...texts, ...app().logged, await everyRow(app())].join("\n");
      for (const secret of [password, password.replaceAll(" ", ""), ghostKey, ghostSecret]) {
        assert.ok(!everything.includes(secret));
        assert.ok(!everything.includes(Buffer.from(secret).toString("base64url")));
        assert.ok(!everything.includes(Buffer.from(secret).toString("hex")));
      }
      assert.ok(everything.includes("Ada's & more"), "the search itself finds what is there");
    });

    test("sealed for one project, credentials do not open for another, nor under another secret of the server", async () => {
      const { me, projectId } = await somebody();
      const { id: other } = await me.project();
      for (const id of [projectId, other]) await put(me, id, ghostAccess());
      await sql`
        update cms_connections set sealed = (select sealed from cms_connections where project_id = ${projectId})
        where project_id = ${other}`.execute(app().db);
      assert.deepEqual(
        [(await get(me, projectId)).data.active, (await get(me, other)).data.active],
        [true, false],
      );
      const access = ghostAccess({ siteUrl: `${ghost.url}/` });
      const sealed = await createVault(randomBytes(32)).seal(projectId, access);
      await app()
        .db.updateTable("cms_connections")
        .set({ sealed })
        .where("project_id", "=", projectId)
        .execute();
      const { status, data } = await get(me, projectId);
      assert.deepEqual([status, data.active], [200, false]);
      assert.equal(
        (await put(me, projectId, ghostAccess())).data.active,
        true,
        "connected again it is as before",
      );
    });

    test("deleting a project leaves nothing of its blog", async () => {
      const { me, projectId } = await somebody();
      await put(me, projectId, ghostAccess());
      await me.call("DELETE", `/v1/projects/${projectId}`);
      await app().app.worker.sweep();
      const left = await app()
        .db.selectFrom("cms_connections")
        .select("project_id")
        .where("project_id", "=", projectId)
        .execute();
      assert.deepEqual(left, []);
    });

    test("twenty connections saved at once end as one, and the project says which", async () => {
      wordpress();
      const { me, projectId } = await somebody();
      const bodies = Array.from({ length: 20 }, (_, at) => (at % 2 ? ghostAccess() : wordpressAccess()));
      for (const { status, text } of await Promise.all(bodies.map((body) => put(me, projectId, body))))
        assert.equal(status, 200, text);
      const { data } = await get(me, projectId);
      const { data: project } = await me.call<Project>("GET", `/v1/projects/${projectId}`);
      assert.deepEqual(project.cms, { connected: true, provider: data.kind });
    });
  },
);

onAnyStore(
  () => ({ config: { plans: standardPlans, plansOn: true, outboundAllow: [ghost.host] } }),
  (app) => {
    test("contract/limits-and-plans: a plan below growth connects no blog", async () => {
      const me = await app().member({ plan: "starter" });
      const { id } = await me.project();
      const { status, error } = await put(me, id, ghostAccess());
      assert.deepEqual([status, error.code, error.details?.reason], [403, "NO_ENTITLEMENT", "plan"]);
      assert.equal((await get(me, id)).status, 404);
      const grown = await app().member({ plan: "growth" });
      assert.equal((await put(grown, (await grown.project()).id, ghostAccess())).status, 200);
    });
  },
);

/** Every row of every table as text. */
async function everyRow({ db }: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      all: string | null;
    }>`select string_agg(t::text, ' ') as all from ${sql.raw(name)} t`.execute(db);
    texts.push(rows[0]?.all ?? "");
  }
  return texts.join("\n");
}
