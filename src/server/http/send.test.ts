import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { made } from "../../../test/http/actions.ts";
import { bearer, testDoor, until } from "../../../test/http/door.ts";
import type { Exchange } from "./exchange.ts";
import { sendStream } from "./send.ts";

const line = (number: number) => `${number},${"x".repeat(80)}\n`;

test("an export arrives whole, under its type and name", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/export?lines=1000", headers: bearer() });
  assert.equal(response.body, Array.from({ length: 1000 }, (_, number) => line(number)).join(""));
  assert.equal(response.headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(response.headers["content-disposition"], 'attachment; filename="things.csv"');
  assert.ok(response.headers["ratelimit-limit"]);
});

for (const [encoding, unpack] of [
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
] as const) {
  test(`an export is compressed as ${encoding} for who wants that`, async (t) => {
    const response = await testDoor(t).inject({
      url: "/v1/things/export?lines=100",
      headers: { ...bearer(), "accept-encoding": encoding },
    });
    assert.equal(response.headers["content-encoding"], encoding);
    assert.ok(response.rawPayload.length < 5000);
    assert.equal(unpack(response.rawPayload).toString().split("\n").length, 101);
  });
}

test("HEAD of an export sends its headers and makes nothing", async (t) => {
  const response = await testDoor(t).inject({
    method: "HEAD",
    url: "/v1/things/export?lines=1000&failAt=0",
    headers: bearer(),
  });
  assert.deepEqual(
    [response.statusCode, response.body, response.headers["content-type"]],
    [200, "", "text/csv; charset=utf-8"],
  );
});

test("an empty export is an empty body", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/export?lines=0", headers: bearer() });
  assert.deepEqual([response.statusCode, response.body], [200, ""]);
});

test("an export that fails before its first piece is a proper 500", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/export?lines=5&failAt=0", headers: bearer() });
  assert.deepEqual([response.statusCode, response.json().error.code], [500, "INTERNAL_ERROR"]);
  assert.doesNotMatch(response.body, /secret/);
});

test("an export that fails midway is cut, so that nobody takes it for whole", async (t) => {
  const door = testDoor(t);
  const address = await door.listen({ host: "127.0.0.1", port: 0 });
  const read = async () =>
    (await fetch(`${address}/v1/things/export?lines=5&failAt=3`, { headers: bearer() })).text();
  await assert.rejects(read());
  await until(() => door.ports.logged.length > 1);
  assert.match(JSON.stringify(door.ports.logged), /secret text of a failure/);
});

test("an export of what is deleted midway is cut, and is no error in the log", async (t) => {
  const door = testDoor(t);
  const address = await door.listen({ host: "127.0.0.1", port: 0 });
  const read = async () =>
    (await fetch(`${address}/v1/things/export?lines=5&goneAt=3`, { headers: bearer() })).text();
  await assert.rejects(read());
  await until(() => door.ports.logged.some(({ msg }) => msg === "answer cut off" || msg === "answer failed"));
  assert.ok(!door.ports.logged.some(({ level }) => level === "error"), JSON.stringify(door.ports.logged));
});

test("contract/http-details: a reader that stands still gets nothing made for it meanwhile", async (t) => {
  const door = testDoor(t);
  const address = new URL(await door.listen({ host: "127.0.0.1", port: 0 }));
  made.lines = 0;
  const socket = connect(Number(address.port), address.hostname);
  socket.write(
    "GET /v1/things/export?lines=1000000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key\r\n\r\n",
  );
  socket.pause();
  let before = -1;
  for (let tries = 0; tries < 20 && before !== made.lines; tries += 1) {
    before = made.lines;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  assert.ok(made.lines > 0 && made.lines < 500_000, `${made.lines} lines of a million were made`);
  assert.equal(made.lines, before);
  socket.destroy();
  await until(() => door.ports.observed.length > 0);
  assert.equal(
    door.ports.logged.some(({ level }) => Number(level) >= 50),
    false,
  );
});

for (const [who, bounds, reads] of [
  ["takes nothing", { idleMs: 200, wholeMs: 60_000 }, false],
  ["is not done in time", { idleMs: 400, wholeMs: 300 }, true],
] as const)
  test(`contract/organizations: a reader who ${who} is cut off, and what was made for it ends`, async (t) => {
    const ended = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) {
          yield "x".repeat(65_536);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      } finally {
        ended.resolve();
      }
    }
    const server = createServer((request, response) => {
      const exchange = { request, response, method: "GET", closing: () => false } as unknown as Exchange;
      sendStream(exchange, 200, [], endless(), null, bounds).catch(() => undefined);
    });
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    t.after(() => socket.destroy());
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    if (reads) socket.resume();
    else socket.pause();
    await ended.promise;
  });
