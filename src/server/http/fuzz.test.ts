import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws } from "../../../test/depth.ts";
import { testActions } from "../../../test/http/actions.ts";
import { bearer, testDoor } from "../../../test/http/door.ts";
import { fakePorts, ownProjectId } from "../../../test/http/ports.ts";
import { sendRaw } from "../../../test/http/raw.ts";
import { openapi } from "../openapi/openapi.ts";
import { pipelinedMax } from "./pipelining.ts";

/** No limits, and none of the actions that fail or wait on purpose. */
const calm = testActions.filter(
  ({ name }) => !["break_thing", "lose_store", "slow_thing", "export_things"].includes(name),
);
const unlimited = () =>
  fakePorts({
    rules: {
      read: undefined,
      write: undefined,
      import: undefined,
      keys: undefined,
      analyze: undefined,
      auth_fail: undefined,
    },
  });

interface Answer {
  statusCode: number;
  body: string;
  headers: Record<string, unknown>;
}

/** Whatever was sent: never a 5xx, always the envelope, always the request id. */
function assertSound({ statusCode, body, headers }: Answer): void {
  assert.ok(statusCode < 500, `${statusCode} ${body}`);
  if (statusCode === 204 || statusCode === 304) {
    assert.equal(body, "");
    return;
  }
  const parsed = JSON.parse(body);
  if (statusCode < 400) {
    assert.deepEqual(Object.keys(parsed), ["data", "meta"]);
    return;
  }
  assert.deepEqual(Object.keys(parsed), ["error"]);
  assert.equal(parsed.error.request_id, headers["x-request-id"]);
  assert.equal(typeof parsed.error.code, "string");
}

const segment = fc.oneof(
  fc.constantFrom(
    "v1",
    "things",
    "latest",
    "find",
    "projects",
    ownProjectId,
    "..",
    ".",
    "",
    "%2e%2e",
    "%2F",
    "%00",
    "%ff",
    "%",
    ";x",
    "+",
  ),
  fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.constantFrom(..."abc%0123456789efF/;=&+.~!$'()*,:@"), maxLength: 12 }),
);
const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`);
const pair = fc.tuple(
  fc.constantFrom(
    "view",
    "limit",
    "exact",
    "text",
    "projectId",
    "fail",
    "__proto__",
    "constructor",
    "view[]",
    "%zz",
    "",
  ),
  fc.oneof(
    fc.constantFrom("raw", "full", "5", "-1", "true", "%00", "%", "%ff", "", "1e9", ownProjectId),
    fc.string({ maxLength: 10 }).map((text) => encodeURIComponent(text.toWellFormed())),
  ),
);
const query = fc
  .array(pair, { maxLength: 5 })
  .map((pairs) => pairs.map((parts) => parts.join("=")).join("&"));

test("no path and no query, however strange, is a 5xx or goes without the envelope", async (t) => {
  const door = testDoor(t, { actions: calm, ports: unlimited() });
  const address = await door.listen({ host: "127.0.0.1", port: 0 });
  const addresses = fc.sample(fc.tuple(fc.constantFrom("GET", "DELETE", "OPTIONS", "PUT"), path, query), {
    numRuns: draws(600, 100),
    seed: 7,
  });
  const isLast = (index: number) => (index + 1) % pipelinedMax === 0 || index === addresses.length - 1;
  const requests = addresses.map(
    ([method, path, query], index) =>
      `${method} ${path}${query ? `?${query}` : ""} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key\r\n${isLast(index) ? "Connection: close\r\n" : ""}\r\n`,
  );
  const answers: string[] = [];
  for (let at = 0; at < requests.length; at += pipelinedMax) {
    const { text } = await sendRaw(address, requests.slice(at, at + pipelinedMax));
    answers.push(...text.split(/(?=HTTP\/1\.1 \d{3} )/));
  }
  assert.equal(answers.length, requests.length);
  for (const [index, answer] of answers.entries()) {
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    const id = /x-request-id: (\S+)/i.exec(head)?.[1];
    const given = {
      statusCode: Number(head.slice(9, 12)),
      body: Buffer.from(body, "latin1").toString(),
      headers: { "x-request-id": id },
    };
    assert.doesNotThrow(() => assertSound(given), requests[index]);
  }
});

const awkward = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    "true",
    "\u0000",
    "\ud800",
    -0,
    1.5,
    1e300,
    ownProjectId,
    [],
    {},
    "a".repeat(300),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const body = fc.dictionary(
  fc.constantFrom("name", "size", "flag", "extra", "thing", "__proto__", "constructor", "nmae", "\u0000"),
  awkward,
  { maxKeys: 6 },
);

for (const [method, url] of [
  ["POST", "/v1/things"],
  ["POST", "/v1/things/maybe"],
  ["PUT", "/v1/things/x"],
  ["POST", `/v1/projects/${ownProjectId}/things`],
] as const) {
  test(`no body of ${method} ${url.replace(ownProjectId, "{id}")}, however strange, is a 5xx or goes without the envelope`, async (t) => {
    const door = testDoor(t, { actions: calm, ports: unlimited() });
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.array(body, { maxLength: 4 }), awkward), async (value) => {
        const headers = { ...bearer(), "content-type": "application/json" };
        assertSound(await door.inject({ method, url, headers, payload: JSON.stringify(value) }));
      }),
      { numRuns: draws(300, 60) },
    );
  });
}

test("no bytes as a body are a 5xx or go without the envelope", async (t) => {
  const door = testDoor(t, { actions: calm, ports: unlimited() });
  const type = fc.constantFrom(
    "application/json",
    "application/x-ndjson",
    "text/plain",
    "application/json; charset=",
    "",
    "a/b;;;=",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.json().map((text) => new TextEncoder().encode(text)),
      ),
      type,
      async (bytes, type) => {
        const headers = { ...bearer(), "content-type": type };
        assertSound(
          await door.inject({
            method: "POST",
            url: `/v1/projects/${ownProjectId}/things`,
            headers,
            payload: Buffer.from(bytes),
          }),
        );
      },
    ),
    { numRuns: draws(500, 100) },
  );
});

test("no header, however strange, is a 5xx or goes without the envelope", async (t) => {
  const door = testDoor(t, { actions: calm, ports: unlimited() });
  const name = fc.constantFrom(
    "authorization",
    "idempotency-key",
    "if-none-match",
    "prefer",
    "accept-encoding",
    "origin",
    "x-request-id",
    "x-forwarded-for",
    "accept",
    "expect",
    "cookie",
  );
  const value = fc.oneof(
    fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    }),
    fc.constantFrom(
      "*",
      'W/"',
      '"',
      ",,,",
      "gzip;q=x",
      "br;q=2",
      "wait=",
      "Bearer",
      "Bearer  key",
      "null",
      "wait=99999999999999999999",
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("/v1/things", "/v1/large", "/v1/old"),
      fc.dictionary(name, value, { maxKeys: 4 }),
      async (url, headers) => {
        assertSound(
          await door.inject({ url, headers: { ...bearer(), ...headers, "accept-encoding": "identity" } }),
        );
      },
    ),
    { numRuns: draws(500, 100) },
  );
});

test("an answer has only statuses that the description names", async (t) => {
  const door = testDoor(t, { actions: calm, ports: unlimited() });
  const described = openapi(calm, { baseUrl: "http://x.test", siteUrl: "http://x.test" }).paths as Record<
    string,
    Record<string, { responses: object }>
  >;
  const templates: [url: string, template: string][] = [
    ["/things/find", "/things/find"],
    ["/things/one", "/things/{thing}"],
    ["/things/%zz", "/things/{thing}"],
    ["/old", "/old"],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...templates),
      query,
      fc.constantFrom("key", "session", "reader", "nope"),
      async ([url, template], query, token) => {
        const { statusCode } = await door.inject({ url: `/v1${url}?${query}`, headers: bearer(token) });
        const key = [408, 413, 414, 415, 431].includes(statusCode) ? "4XX" : String(statusCode);
        assert.ok(key in described[template]!.get!.responses, `${statusCode} of ${template}`);
      },
    ),
    { numRuns: draws(300, 60) },
  );
});
