import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, testDoor } from "../../../../test/http/door.ts";

for (const [given, status] of [
  ["(the tag)", 304],
  ['"x", (the tag)', 304],
  ["*", 304],
  ["(strong)", 304],
  ["(gzip)", 304],
  ['"x"', 200],
  ['W/"x"', 200],
  ["nonsense", 200],
] as const) {
  test(`If-None-Match ${given} is ${status}`, async (t) => {
    const door = testDoor(t);
    const { headers } = await door.inject({ url: "/v1/things", headers: bearer() });
    const etag = String(headers.etag);
    assert.match(etag, /^W\/"/);
    const sent = given
      .replace("(the tag)", etag)
      .replace("(strong)", etag.slice(2))
      // As Apache sends it on after it has compressed the response.
      .replace("(gzip)", etag.replace(/"$/, '-gzip"'));
    const response = await door.inject({
      url: "/v1/things",
      headers: { ...bearer(), "if-none-match": sent },
    });
    assert.equal(response.statusCode, status);
    if (status === 304) {
      assert.deepEqual(
        [response.body, response.headers["content-type"], response.headers.etag],
        ["", undefined, etag],
      );
      assert.ok(response.headers["x-request-id"]);
      assert.equal(response.headers["cache-control"], "private, no-cache");
      assert.equal(door.ports.observed.at(-1)!.status, 304);
    }
  });
}

test("the tag does not change with the time or the quota", async (t) => {
  const door = testDoor(t);
  const tags = [
    await door.inject({ url: "/v1/things", headers: bearer() }),
    await door.inject({ url: "/v1/things", headers: bearer("other") }),
  ];
  assert.equal(tags[0]!.headers.etag, tags[1]!.headers.etag);
});
