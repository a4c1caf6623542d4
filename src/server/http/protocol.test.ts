import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { testDoor, until } from "../../../test/http/door.ts";
import { type RawAnswer, sendRaw } from "../../../test/http/raw.ts";
import type { Bounds } from "../rest.ts";

const at = { host: "127.0.0.1", port: 0 };
const get = "GET /v1/things HTTP/1.1\r\n";
const host = "Host: api.test\r\n";
const key = "Authorization: Bearer key\r\n";
const close = "Connection: close\r\n";

/** A server and how to send bytes to it. */
async function listening(t: TestContext, changes: { bounds?: Partial<Bounds> } = {}) {
  const door = testDoor(t, changes);
  const address = await door.listen(at);
  return {
    door,
    send: (pieces: (string | Buffer | number)[], quietMs?: number) => sendRaw(address, pieces, quietMs),
    address,
  };
}

function assertEnvelope({ status, headers, body }: RawAnswer, expected: number, code: string): void {
  assert.equal(status, expected);
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(Number(headers.get("content-length")), Buffer.byteLength(body));
  const { error } = JSON.parse(body);
  assert.deepEqual([error.code, error.request_id], [code, headers.get("x-request-id")]);
}

for (const [what, bytes] of [
  [
    "length and chunks at once",
    `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "two lengths",
    `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
  ],
  ["a length that is no number", `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Length: 4x\r\n\r\nabcd`],
  ["a negative length", `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Length: -4\r\n\r\n`],
  [
    "chunks under another encoding",
    `POST /v1/things HTTP/1.1\r\n${host}${key}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  ],
  [
    "a chunk size that is no number",
    `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  ["lines that end in LF alone", `GET /v1/things HTTP/1.1\nHost: api.test\nAuthorization: Bearer key\n\n`],
  ["a space before the colon", `${get}Host : api.test\r\n${key}\r\n`],
  ["a NUL in a header", `${get}${host}X-A: a\0b\r\n\r\n`],
  ["no method", `/v1/things HTTP/1.1\r\n${host}\r\n`],
  ["an unknown method", `FROB /v1/things HTTP/1.1\r\n${host}\r\n`],
  ["a space in the address", `GET /v1/th ings HTTP/1.1\r\n${host}\r\n`],
  ["another version", `GET /v1/things HTTP/9.9\r\n${host}\r\n`],
  ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a TLS greeting", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
] as const) {
  test(`contract/http-details: a request with ${what} is 400 with the envelope, and the connection ends`, async (t) => {
    const { send } = await listening(t);
    const answer = await send([bytes]);
    assertEnvelope(answer, 400, "VALIDATION_ERROR");
    assert.equal(answer.headers.get("connection"), "close");
  });
}

test("contract/http-details: a header folded over two lines is refused or read as one, never as two requests", async (t) => {
  const { send } = await listening(t);
  const { text } = await send([`${get}${host}${key}X-A: a\r\n b\r\n${close}\r\n`]);
  assert.equal(text.split("HTTP/1.1 ").length, 2);
});

for (const [what, headers] of [
  ["no Host", ""],
  ["two Hosts", "Host: api.test\r\nHost: evil.test\r\n"],
] as const) {
  test(`contract/http-details: ${what} is 400`, async (t) => {
    const { send } = await listening(t);
    assertEnvelope(await send([`${get}${headers}${key}${close}\r\n`]), 400, "VALIDATION_ERROR");
  });
}

test("contract/http-details: HTTP/1.0 is served", async (t) => {
  const { send } = await listening(t);
  assert.equal((await send([`GET /v1/things HTTP/1.0\r\n${key}\r\n`])).status, 200);
});

test("contract/http-details: an address with its origin is served by its path", async (t) => {
  const { send } = await listening(t);
  for (const address of ["http://api.test/v1/things", "HTTP://api.test/v1/things?x=1"]) {
    assert.equal((await send([`GET ${address} HTTP/1.1\r\n${host}${key}${close}\r\n`])).status, 200);
  }
  assertEnvelope(await send([`GET http://api.test HTTP/1.1\r\n${host}${close}\r\n`]), 404, "NOT_FOUND");
  assertEnvelope(await send([`OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`]), 404, "NOT_FOUND");
});

test("contract/http-details: CONNECT is refused", async (t) => {
  const { send } = await listening(t);
  assert.doesNotMatch((await send([`CONNECT api.test:443 HTTP/1.1\r\n${host}\r\n`])).text, /200/);
});

test("two requests in one packet get two answers, in their order", async (t) => {
  const { send } = await listening(t);
  const { text } = await send([`${get}${host}${key}\r\nGET /v1/nothing HTTP/1.1\r\n${host}${close}\r\n`]);
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
    ["200", "404"],
  );
});

test("more than one Authorization header is refused, not merged", async (t) => {
  const { send } = await listening(t);
  assertEnvelope(await send([`${get}${host}${key}${key}${close}\r\n`]), 401, "UNAUTHORIZED");
});

test("contract/http-details: headers beyond 16 KiB are 431", async (t) => {
  const { send } = await listening(t);
  assertEnvelope(
    await send([`${get}${host}X-A: ${"a".repeat(17 * 1024)}\r\n\r\n`]),
    431,
    "HEADERS_TOO_LARGE",
  );
});

for (const length of [8 * 1024 + 1, 20 * 1024]) {
  test(`contract/http-details: an address of ${length} bytes is 414`, async (t) => {
    const { send } = await listening(t);
    const address = `/v1/things?${"a".repeat(length - "/v1/things?".length)}`;
    assertEnvelope(await send([`GET ${address} HTTP/1.1\r\n${host}${close}\r\n`]), 414, "URI_TOO_LONG");
  });
}

test("contract/http-details: an address of 8 KiB is served", async (t) => {
  const { send } = await listening(t);
  const address = `/v1/things?${"a".repeat(8 * 1024 - "/v1/things?".length)}`;
  assert.equal((await send([`GET ${address} HTTP/1.1\r\n${host}${key}${close}\r\n`])).status, 200);
});

const quick = { headersMs: 200, requestMs: 400 };

test("contract/http-details: headers that never end are 408", async (t) => {
  const { send } = await listening(t, { bounds: quick });
  assertEnvelope(await send([`${get}${host}X-A: `], 1500), 408, "REQUEST_TIMEOUT");
});

test("contract/http-details: a body that never ends is 408, and the request is logged as such", async (t) => {
  const { send, door } = await listening(t, { bounds: quick });
  const head = `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
  assertEnvelope(await send([head, '{"name', 50, '":"'], 1500), 408, "REQUEST_TIMEOUT");
  await until(() => door.ports.observed.length > 0);
  assert.deepEqual(
    door.ports.observed.map(({ action, status }) => [action, status]),
    [["make_thing", 408]],
  );
});

const upload = (more: string) =>
  `POST /v1/things HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\n${more}\r\n`;

test("contract/http-details: a body declared too large is refused before it is sent, and the connection ends", async (t) => {
  const { send } = await listening(t);
  const answer = await send([upload("Content-Length: 262145\r\n")], 1500);
  assertEnvelope(answer, 413, "PAYLOAD_TOO_LARGE");
  assert.equal(answer.headers.get("connection"), "close");
});

test("contract/http-details: chunks beyond the bound are refused by counting; a client that keeps sending still reads the answer", async (t) => {
  const { send } = await listening(t);
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const answer = await send(
    [
      upload("Transfer-Encoding: chunked\r\n"),
      chunk,
      chunk,
      chunk,
      chunk,
      chunk,
      50,
      chunk,
      50,
      chunk,
      50,
      chunk,
    ],
    1500,
  );
  assertEnvelope(answer, 413, "PAYLOAD_TOO_LARGE");
  assert.equal(answer.headers.get("connection"), "close");
});

test("a body in chunks is read whole", async (t) => {
  const { send } = await listening(t);
  const { status } = await send([
    upload(`Transfer-Encoding: chunked\r\n${close}`),
    '8;ext="1"\r\n{"name":\r\n',
    20,
    '4\r\n"a"}\r\n0\r\nX-Trailer: 1\r\n\r\n',
  ]);
  assert.equal(status, 201);
});

test("contract/http-details: 100-continue is given after token and size are known to be good", async (t) => {
  const { send } = await listening(t);
  const { text } = await send([
    upload(`Content-Length: 12\r\nExpect: 100-continue\r\n${close}`),
    100,
    '{"name":"a"}',
  ]);
  assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

for (const [what, bytes, status, code] of [
  [
    "no token",
    upload("Content-Length: 12\r\nExpect: 100-continue\r\n").replace(key, ""),
    401,
    "UNAUTHORIZED",
  ],
  [
    "a body too large",
    upload("Content-Length: 999999\r\nExpect: 100-continue\r\n"),
    413,
    "PAYLOAD_TOO_LARGE",
  ],
] as const) {
  test(`contract/http-details: with ${what} the body is not asked for`, async (t) => {
    const { send } = await listening(t);
    const answer = await send([bytes], 1500);
    assertEnvelope(answer, status, code);
    assert.equal(answer.headers.get("connection"), "close");
  });
}

test("an expectation we do not know changes nothing", async (t) => {
  const { send } = await listening(t);
  assert.equal((await send([`${get}${host}${key}Expect: tea\r\n${close}\r\n`])).status, 200);
});

test("a refused small body keeps the connection, a refused stream ends it", async (t) => {
  const { send } = await listening(t);
  const small = `POST /v1/things HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nabcd`;
  const { text } = await send([small, 50, `${get}${host}${key}${close}\r\n`]);
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
    ["401", "200"],
  );
  const stream = await send(
    [`POST /v1/things HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n`],
    1500,
  );
  assertEnvelope(stream, 401, "UNAUTHORIZED");
  assert.equal(stream.headers.get("connection"), "close");
});

test("contract/http-details: a GET with a body is served and the body thrown away", async (t) => {
  const { send } = await listening(t);
  const { text } = await send([
    `${get}${host}${key}Content-Length: 4\r\n\r\nabcd${get}${host}${key}${close}\r\n`,
  ]);
  assert.equal(text.split("HTTP/1.1 200").length, 3);
});

test("an answer that takes longer than it may is 503 and its work is told to stop", async (t) => {
  const { send, door } = await listening(t, { bounds: { handlingMs: 100 } });
  const answer = await send([`GET /v1/slow?ms=60000 HTTP/1.1\r\n${host}${key}${close}\r\n`], 2000);
  assertEnvelope(answer, 503, "SERVICE_UNAVAILABLE");
  assert.equal(answer.headers.get("retry-after"), "5");
  assert.equal(door.ports.observed[0]!.status, 503);
});

test("contract/http-details: work for a reader that went away is stopped and no fault of ours", async (t) => {
  const { send, door } = await listening(t);
  await send([`GET /v1/slow?ms=60000 HTTP/1.1\r\n${host}${key}\r\n`], 100);
  await until(() => door.ports.observed.length > 0);
  assert.equal(door.ports.observed[0]!.status, 408);
  assert.equal(
    door.ports.logged.some(({ level }) => Number(level) >= 50),
    false,
  );
});

test("contract/http-details: hundreds of clients that never finish their headers keep nobody else waiting", async (t) => {
  const { address, send } = await listening(t, { bounds: { headersMs: 1000, requestMs: 2000 } });
  const { hostname, port } = new URL(address);
  const slow = Array.from({ length: 300 }, () =>
    connect(Number(port), hostname).on("error", () => undefined),
  );
  t.after(() => {
    for (const socket of slow) socket.destroy();
  });
  for (const socket of slow) socket.write(`${get}${host}X-A: `);
  const started = performance.now();
  assert.equal((await send([`${get}${host}${key}${close}\r\n`])).status, 200);
  assert.ok(performance.now() - started < 1000);
  await until(() => slow.every((socket) => socket.readableEnded || socket.destroyed || socket.bytesRead > 0));
  const told = slow.filter((socket) => socket.bytesRead > 0).length;
  assert.equal(told, 300, "each is told 408 and let go");
});

test("contract/http-details: idle connections outlive a proxy's, slow heads and requests do not, and heads are bounded", (t) => {
  const { server } = testDoor(t).server;
  assert.deepEqual(
    [server.keepAliveTimeout, server.headersTimeout, server.requestTimeout],
    [65_000, 15_000, 30_000],
  );
  assert.deepEqual([server.maxHeadersCount, server.maxRequestsPerSocket], [100, 0]);
});

test("contract/http-details: a connection whose requests come faster than their answers ends, and no other does", async (t) => {
  const { address, send } = await listening(t);
  const { hostname, port } = new URL(address);
  const one = `GET /v1/nothing HTTP/1.1\r\n${host}\r\n`;
  const few = await send([one.repeat(30), `GET /v1/nothing HTTP/1.1\r\n${host}${close}\r\n`]);
  assert.equal(few.text.split("HTTP/1.1 404").length, 32);
  const flood = connect({ host: hostname, port: Number(port) }).on("error", () => {});
  const ended = once(flood, "close");
  flood.resume().write(one.repeat(1000));
  await ended;
  assert.equal((await send([`GET /v1/things HTTP/1.1\r\n${host}${key}${close}\r\n`])).status, 200);
});
