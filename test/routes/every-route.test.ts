import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { test } from "node:test";
import { actions } from "../../src/server/actions.ts";
import { route } from "../../src/server/api/action.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { onEachStore } from "../start-app.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const pathOf = (http: string) => route(http).path.replaceAll(/\{\w+\}/g, () => randomUUID());

onEachStore(
  () => ({ engines: { chatgpt: always("Acme.") } }),
  (app) => {
    test("contract/requests: every route answers under /v1, and without it is 404 or a page of the web app", async () => {
      const { key } = await app().member();
      for (const { http } of actions) {
        const { method } = route(http);
        const path = pathOf(http);
        assert.notEqual((await app().send({ method, path })).error.code, "NOT_FOUND", http);
        const bare = await app().send({ method, path: path.slice("/v1".length), token: key });
        // A page of the web app: the same shell for everybody, with nothing of the API in it.
        if (/^text\/html/.test(String(bare.headers["content-type"]))) {
          assert.equal(method, "GET", http);
          continue;
        }
        // A page for people has the same path.
        if (bare.error.code === "METHOD_NOT_ALLOWED") {
          const page = await app().send({ method: "GET", path: path.slice("/v1".length) });
          assert.ok(page.status < 400, `${http}: ${page.status}`);
          continue;
        }
        assert.deepEqual([bare.status, bare.error.code], [404, "NOT_FOUND"], http);
        assert.match(bare.error.request_id, uuid);
      }
    });

    test("contract/openapi: the description is at the site's origin, public, of version 1.0.0, and names the API's address", async () => {
      const { inject } = app().app.door;
      const response = await inject({
        method: "GET",
        url: "/openapi.json",
        headers: { origin: "https://anywhere.example" },
      });
      assert.equal(response.statusCode, 200);
      assert.match(String(response.headers["content-type"]), /^application\/json/);
      assert.equal(response.headers["access-control-allow-origin"], "*");
      const document = JSON.parse(response.body);
      assert.match(document.openapi, /^3\.1\./);
      assert.equal(document.info.version, "1.0.0");
      assert.deepEqual(
        document.servers.map(({ url }: { url: string }) => url),
        ["http://api.test/v1"],
      );
      const again = await inject({
        method: "GET",
        url: "/openapi.json",
        headers: { "if-none-match": String(response.headers.etag) },
      });
      assert.equal(again.statusCode, 304);
    });

    test("contract/requests: the whole product works over plain HTTP, without a browser", async () => {
      const me = await app().member();
      const base = await app().address();
      const call = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(`${base}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${me.key}`,
            "content-type": "application/json",
            connection: "close",
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return (await response.json()) as { data: { id: string; status: string } };
      };
      const { data: project } = await call("POST", "/v1/projects", {
        name: "Acme",
        brand: "Acme",
        prompts: ["best crm?"],
      });
      const { data: report } = await call("POST", "/v1/analyze/project", { projectId: project.id });
      assert.equal(report.status, "completed");
      const { data: read } = await call("GET", `/v1/reports/${report.id}`);
      assert.deepEqual(read, report);
    });

    test("contract/envelope: meta.billing carries the plan, the period and the quotas", async () => {
      const me = await app().member();
      const { meta } = await me.call("GET", "/v1/projects");
      const { plan, status, period_start, period_end, quotas } = meta.billing;
      assert.deepEqual([plan, status], ["free", "active"]);
      assert.ok(Date.parse(period_start) <= Date.now() && Date.now() < Date.parse(period_end));
      assert.deepEqual(Object.keys(quotas), ["visibility", "content", "readiness"]);
      assert.deepEqual(quotas.visibility, {
        limit: null,
        used: 0,
        remaining: null,
        unit: "prompt_runs",
        resets_at: period_end,
      });
    });

    test("contract/requests: every answer is JSON, whatever is accepted", async () => {
      const me = await app().member();
      for (const accept of ["application/json", "text/html", "application/xml;q=1, */*;q=0", "nonsense"]) {
        const { status, headers } = await me.call("GET", "/v1/projects", undefined, { headers: { accept } });
        assert.deepEqual([status, headers["content-type"]], [200, "application/json; charset=utf-8"]);
      }
    });

    test("contract/errors: every failure has a code, a message and the request's id", async () => {
      const me = await app().member();
      for (const [method, path, body, headers, status, code] of [
        ["GET", "/v1/nothing", undefined, {}, 404, "NOT_FOUND"],
        ["GET", "/nothing", undefined, {}, 404, "NOT_FOUND"],
        ["GET", "/v1/projects/", undefined, {}, 404, "NOT_FOUND"],
        ["GET", "/v1/PROJECTS", undefined, {}, 404, "NOT_FOUND"],
        ["PUT", "/v1/projects", undefined, {}, 405, "METHOD_NOT_ALLOWED"],
        ["DELETE", "/v1/analyze", undefined, {}, 405, "METHOD_NOT_ALLOWED"],
        ["POST", "/v1/projects", "{", {}, 400, "INVALID_JSON"],
        ["POST", "/v1/projects", "[]", {}, 400, "INVALID_JSON"],
        ["POST", "/v1/projects", "null", {}, 400, "INVALID_JSON"],
        ["POST", "/v1/projects", '{"name":"a","name":"b"}', {}, 400, "INVALID_JSON"],
        ["POST", "/v1/projects", `${"[".repeat(33)}${"]".repeat(33)}`, {}, 400, "INVALID_JSON"],
        ["POST", "/v1/projects", Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, "INVALID_JSON"],
        ["POST", "/v1/projects", '{"samples":1e999}', {}, 400, "INVALID_JSON"],
        [
          "POST",
          "/v1/projects",
          "name=a",
          { "content-type": "application/x-www-form-urlencoded" },
          415,
          "UNSUPPORTED_MEDIA_TYPE",
        ],
        ["POST", "/v1/projects", "{}", { "content-encoding": "gzip" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
        [
          "POST",
          "/v1/projects",
          JSON.stringify({ name: "x".repeat(256 * 1024) }),
          {},
          413,
          "PAYLOAD_TOO_LARGE",
        ],
        ["GET", `/v1/projects?${"x".repeat(9000)}`, undefined, {}, 414, "URI_TOO_LONG"],
      ] as const) {
        const answer = await me.call(method, path, body, { headers });
        assert.deepEqual(
          [answer.status, answer.error?.code],
          [status, code],
          `${method} ${path.slice(0, 30)} ${String(body).slice(0, 30)}`,
        );
        assert.ok(answer.error.message.length > 0);
        assert.match(answer.error.request_id, uuid);
      }
    });

    test("contract/errors: the id of a request is the caller's own where that is a UUID", async () => {
      const me = await app().member();
      const own = randomUUID();
      const named = await me.call("GET", "/v1/projects", undefined, {
        headers: { "x-request-id": own.toUpperCase() },
      });
      assert.deepEqual([named.headers["x-request-id"], named.meta.request_id], [own, own]);
      const other = await me.call("GET", "/v1/projects", undefined, {
        headers: { "x-request-id": "<script>" },
      });
      assert.match(other.meta.request_id, uuid);
    });

    test("contract/errors: a wrong value is never repeated in the error", async () => {
      const me = await app().member();
      const { text } = await me.call("POST", "/v1/projects", {
        name: "Acme",
        brand: "Acme",
        schedule: "canary-4711",
        samples: "canary-4711",
      });
      assert.ok(!text.includes("canary-4711"));
    });

    test("contract/requests: the checks come in their order: credential, limit, body, then whose it is", async () => {
      const me = await app().member();
      const broken = { method: "POST", path: "/v1/analyze/project", body: "{" };
      assert.equal((await app().send(broken)).status, 401);
      assert.equal((await app().send({ ...broken, token: me.key })).error.code, "INVALID_JSON");
      for (let calls = 1; calls < 10; calls += 1) await app().send({ ...broken, token: me.key });
      assert.equal(
        (await app().send({ ...broken, token: me.key })).error.code,
        "RATE_LIMITED",
        "before the body is read",
      );
      const both = await me.call("PATCH", `/v1/projects/${randomUUID()}`, { samples: "x" });
      assert.deepEqual(
        issuesOf(both),
        ["body /samples wrong_type"],
        "what is wrong is told before whose it is",
      );
    });

    test("contract/limits-and-plans: every answer after the credential tells the limit, what is left of it and when it resets", async () => {
      const me = await app().member();
      for (const [at, path] of ["/v1/projects", "/v1/projects?limit=1", "/v1/projects"].entries()) {
        const { headers } = await me.call("GET", path);
        assert.deepEqual(
          [headers["ratelimit-limit"], headers["ratelimit-remaining"]],
          ["120", String(119 - at)],
        );
        const reset = Number(headers["ratelimit-reset"]);
        assert.ok(Number.isInteger(reset) && reset >= 1 && reset <= 60);
      }
      const missing = await me.call("GET", `/v1/projects/${randomUUID()}`);
      assert.deepEqual(
        [missing.status, missing.headers["ratelimit-limit"], missing.headers["ratelimit-remaining"]],
        [404, "120", "119"],
      );
      const wrong = await me.call("POST", "/v1/analyze/project", {});
      assert.deepEqual([wrong.status, wrong.headers["ratelimit-limit"]], [400, "10"]);
    });

    test("contract/limits-and-plans: there is no limit to tell before a user is known", async () => {
      for (const path of ["/v1/projects", "/v1/nothing", "/openapi.json", "/healthz"]) {
        const { headers } = await app().send({ method: "GET", path });
        assert.deepEqual(
          Object.keys(headers).filter((name) => name.includes("ratelimit")),
          [],
          path,
        );
      }
    });

    test("contract/limits-and-plans: past a route's limit it is 429 with when to come back, for all of a user's tokens and for no one else", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const body = { projectId: randomUUID() };
      const call = async (token: string) =>
        app().send({ method: "POST", path: "/v1/analyze/project", body, token });
      const session = await me.session();
      const statuses = await Promise.all(
        Array.from({ length: 25 }, (_, at) => call(at % 2 ? session : me.key).then(({ status }) => status)),
      );
      assert.equal(statuses.filter((status) => status === 404).length, 10);
      assert.equal(statuses.filter((status) => status === 429).length, 15);
      const { status, error, headers } = await call(me.key);
      assert.deepEqual([status, error.code], [429, "RATE_LIMITED"]);
      const wait = Number(headers["retry-after"]);
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60);
      assert.deepEqual(error.details, { bucket: "run_project_analysis", limit: 10, reset_seconds: wait });
      assert.deepEqual(
        [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"], headers["ratelimit-remaining"]],
        ["10", "0", "0"],
      );
      assert.ok(Math.abs(Number(headers["x-ratelimit-reset"]) - (Date.now() / 1000 + wait)) <= 1.5);
      assert.equal((await call(other.key)).status, 404);
      assert.equal((await me.call("GET", "/v1/projects")).status, 200, "another route of the same user");
      assert.equal(
        (await me.call("POST", "/v1/analyze/custom", {})).status,
        400,
        "another route of the same class",
      );
    });

    test("contract/deprecation: every path is under /v1, and no route announces its end", async () => {
      for (const { http, deprecated } of actions) {
        assert.match(http, /^\w+ \/v1\/[a-z{]/);
        assert.equal(deprecated, undefined);
      }
    });

    test("HEAD answers what GET answers, without a body and with the same headers", async () => {
      const me = await app().member();
      const project = await me.project();
      for (const path of ["/v1/projects", `/v1/projects/${project.id}`, `/v1/projects/${randomUUID()}`]) {
        const [get, head] = [await me.call("GET", path), await me.call("HEAD", path)];
        assert.deepEqual([head.status, head.text, head.headers.etag], [get.status, "", get.headers.etag]);
        assert.equal(head.headers["content-type"], get.headers["content-type"]);
      }
    });

    test("OPTIONS says what a path takes, to anyone", async () => {
      const { status, headers } = await app().send({
        method: "OPTIONS",
        path: `/v1/projects/${randomUUID()}`,
      });
      assert.deepEqual([status, headers.allow], [204, "DELETE, GET, HEAD, OPTIONS, PATCH"]);
      const wrong = await app().send({ method: "POST", path: `/v1/projects/${randomUUID()}` });
      assert.deepEqual([wrong.status, wrong.headers.allow], [405, "DELETE, GET, HEAD, OPTIONS, PATCH"]);
    });

    test("an answer that did not change is 304 to who has it, also after the wait", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      for (const path of [
        "/v1/projects",
        `/v1/reports/${data.id}`,
        `/v1/reports/${data.id}?view=raw`,
        `/v1/reports/${data.id}?view=full`,
        `/v1/projects/${projectId}/prompts`,
        "/v1/engines",
      ]) {
        const first = await me.call("GET", path);
        assert.match(first.headers.etag ?? "", /^W\/"[\w-]+"$/, path);
        assert.equal(first.headers["cache-control"], "private, no-cache");
        assert.match(first.headers.vary ?? "", /Authorization/);
        for (const tag of [
          first.headers.etag!,
          `"other", ${first.headers.etag}`,
          "*",
          first.headers.etag!.slice(2),
        ]) {
          const again = await me.call("GET", path, undefined, { headers: { "if-none-match": tag } });
          assert.deepEqual(
            [again.status, again.text, again.headers.etag],
            [304, "", first.headers.etag],
            `${path} ${tag}`,
          );
          assert.equal(again.headers["content-type"], undefined);
          assert.ok(Number(again.headers["ratelimit-remaining"]) >= 0);
        }
        const changed = await me.call("GET", path, undefined, { headers: { "if-none-match": '"other"' } });
        assert.equal(changed.status, 200);
      }
      const before = (await me.call("GET", "/v1/projects")).headers.etag;
      await me.call("PATCH", `/v1/projects/${projectId}`, { name: "Renamed" });
      assert.notEqual((await me.call("GET", "/v1/projects")).headers.etag, before);
    });

    test("a large answer is compressed for who asks for it, never the one with a secret", async () => {
      const me = await app().member();
      for (let made = 0; made < 3; made += 1) await me.project();
      const encodingOf = async (method: "GET" | "POST", url: string, token: string) => {
        const headers = {
          authorization: `Bearer ${token}`,
          "accept-encoding": "gzip, br;q=0.5",
          "content-type": "application/json",
        };
        const payload = method === "POST" ? JSON.stringify({ name: "x".repeat(100) }) : undefined;
        const response = await app().app.door.inject({
          method,
          url,
          headers,
          ...(payload ? { payload } : {}),
        });
        assert.ok(response.statusCode < 300);
        return response.headers["content-encoding"];
      };
      assert.equal(await encodingOf("GET", "/v1/projects", me.key), "gzip");
      assert.equal(await encodingOf("POST", "/v1/keys", await me.session()), undefined);
    });

    test("the address of a request decides literally: dots, doubled slashes and encodings lead nowhere", async () => {
      const { key } = await app().member();
      const base = new URL(await app().address());
      for (const path of [
        "/v1/./projects",
        "/v1/../v1/projects",
        "/v1//projects",
        "//v1/projects",
        "/v1/%70rojects",
        "/v1/projects;x=1",
        "/v1/projects%2f",
        "/v1/reports/%2e%2e/projects",
      ]) {
        const status = await new Promise<number | undefined>((resolve, reject) => {
          request(
            {
              host: base.hostname,
              port: base.port,
              path,
              headers: { authorization: `Bearer ${key}`, connection: "close" },
            },
            (response) => {
              response.resume().once("end", () => resolve(response.statusCode));
            },
          )
            .once("error", reject)
            .end();
        });
        assert.equal(status, 404, path);
      }
    });
  },
);
