import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, testDoor } from "../../../../test/http/door.ts";
import { issuesOf, json, post } from "../../../../test/http/requests.ts";

test("a repeated request with the same key gets the first answer and says so", async (t) => {
  const door = testDoor(t);
  const send = (body: string, key = "k-1") => door.inject(post(body, { ...json, "idempotency-key": key }));
  const first = await send('{"name":"a","size":1}');
  const again = await send('{"size":1,"name":"a"}', '"k-1"');
  assert.deepEqual(
    [again.statusCode, again.json().data, again.headers.location],
    [201, first.json().data, first.headers.location],
  );
  assert.deepEqual(
    [again.headers["idempotent-replayed"], again.json().meta.idempotent_replay],
    ["true", true],
  );
  assert.notEqual(again.json().meta.request_id, first.json().meta.request_id);
  assert.equal(first.headers["idempotent-replayed"], undefined);
  assert.equal((await send('{"name":"b"}')).json().error.code, "IDEMPOTENCY_KEY_REUSED");
});

test("a failed attempt keeps no answer: the key may be used again", async (t) => {
  const door = testDoor(t);
  assert.equal((await door.inject(post("{}", { ...json, "idempotency-key": "k" }))).statusCode, 400);
  assert.equal(
    (await door.inject(post('{"name":"a"}', { ...json, "idempotency-key": "k" }))).statusCode,
    201,
  );
});

test("a secret is never shown twice", async (t) => {
  const door = testDoor(t);
  const send = () =>
    door.inject({
      method: "POST",
      url: "/v1/secrets",
      headers: { ...bearer("session"), "idempotency-key": "k" },
    });
  assert.equal((await send()).statusCode, 201);
  const again = await send();
  assert.deepEqual(
    [again.statusCode, again.json().error.code, again.json().error.details],
    [409, "SECRET_ALREADY_SHOWN", { id: "s1" }],
  );
  assert.doesNotMatch(JSON.stringify([...door.ports.replayed.values()]), /kkkk/);
});

for (const key of ["", "é", '"', '"open', "x".repeat(256), "\u007f"]) {
  test(`the idempotency key ${JSON.stringify(key.slice(0, 8))} is refused`, async (t) => {
    const response = await testDoor(t).inject(post('{"name":"a"}', { ...json, "idempotency-key": key }));
    assert.deepEqual(issuesOf(response), ["header /Idempotency-Key bad_format"]);
  });
}

test("an idempotency key on a GET means nothing", async (t) => {
  const response = await testDoor(t).inject({
    url: "/v1/things",
    headers: { ...bearer(), "idempotency-key": "é" },
  });
  assert.equal(response.statusCode, 200);
});

for (const [prefer, seconds] of [
  ["wait=5", 5],
  ["respond-async, wait=100", 25],
  ["wait=0", 0],
  ["wait=-1", null],
  ["wait=x", null],
  [undefined, null],
] as const) {
  test(`Prefer: ${prefer ?? "(absent)"} waits for ${seconds ?? "the usual"} seconds`, async (t) => {
    const headers = { ...bearer(), ...(prefer ? { prefer } : {}) };
    const response = await testDoor(t).inject({ method: "POST", url: "/v1/things/maybe", headers });
    assert.equal(response.json().data.seen.waitSeconds, seconds);
  });
}

test("contract/http-details: the caller's trace is named in the log, anything else in its place is not", async (t) => {
  const door = testDoor(t);
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  await door.inject({
    url: "/v1/things",
    headers: { ...bearer(), traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  await door.inject({ url: "/v1/things", headers: { ...bearer(), traceparent: `00-${trace}` } });
  assert.deepEqual(
    door.ports.logged.map(({ trace_id }) => trace_id),
    [trace, undefined],
  );
});
