import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, testDoor } from "../../../../test/http/door.ts";
import { ownProjectId } from "../../../../test/http/ports.ts";
import { issuesOf, json, post, rows } from "../../../../test/http/requests.ts";

for (const [query, issue] of [
  ["view=raw&view=full", "query /view duplicate"],
  ["view=", "query /view empty"],
  ["view", "query /view empty"],
  ["view=RAW", "query /view not_allowed"],
  ["view=raw%20", "query /view not_allowed"],
  ["view=%zz", "query /view bad_percent"],
  ["limit=5.5", "query /limit wrong_type"],
  ["limit=0x5", "query /limit wrong_type"],
  ["limit=+5", "query /limit wrong_type"],
  ["limit=05", "query /limit wrong_type"],
  ["limit=1e1", "query /limit wrong_type"],
  ["limit=51", "query /limit too_large"],
  ["exact=1", "query /exact wrong_type"],
  ["exact=TRUE", "query /exact wrong_type"],
  ["text=%00", "query /text control_character"],
  ["text=%ff", "query /text bad_percent"],
  ["projectId=nope", "query /projectId bad_format"],
  [`projectId=${ownProjectId}%0A`, "query /projectId bad_format"],
  [`projectId=%7B${ownProjectId}%7D`, "query /projectId bad_format"],
  [`projectId=urn:uuid:${ownProjectId}`, "query /projectId bad_format"],
  [`projectId=${ownProjectId.replace("0", "０")}`.replace("０", "%EF%BC%90"), "query /projectId bad_format"],
] as const) {
  test(`contract/http-details: ?${query} is refused as ${issue}`, async (t) => {
    const response = await testDoor(t).inject({ url: `/v1/things/find?${query}`, headers: bearer() });
    assert.equal(response.statusCode, 400);
    assert.deepEqual(issuesOf(response), [issue]);
  });
}

for (const [query, seen] of [
  ["limit=5&exact=true", { limit: 5, exact: true }],
  ["exact=false", { exact: false }],
  ["text=a+b%20c%2Bd", { text: "a b c+d" }],
  ["text=5", { text: "5" }],
  ["text=true&&", { text: "true" }],
  [`projectId=${ownProjectId.toUpperCase()}`, { projectId: ownProjectId }],
  ["projectId=00000000-0000-0000-0000-000000000000", { projectId: "00000000-0000-0000-0000-000000000000" }],
  ["__proto__=x", {}],
] as const) {
  test(`contract/http-details: ?${query} is read`, async (t) => {
    const response = await testDoor(t).inject({ url: `/v1/things/find?${query}`, headers: bearer() });
    assert.deepEqual(response.json().data?.seen, seen);
  });
}

test("contract/http-details: an unknown parameter is ignored and reported, with what was probably meant", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/find?Limt=5&view[]=raw", headers: bearer() });
  const { data, meta } = response.json();
  assert.deepEqual(data.seen, {});
  assert.deepEqual(
    meta.warnings.map(({ code, path, did_you_mean }: Record<string, string>) => [code, path, did_you_mean]),
    [
      ["UNKNOWN_PARAMETER", "/Limt", "limit"],
      ["UNKNOWN_PARAMETER", "/view[]", "view"],
    ],
  );
});

test("a field of the body is not taken from the query, nor one of the path from the body", async (t) => {
  const door = testDoor(t);
  const query = await door.inject({ ...post("{}"), url: "/v1/things?name=a" });
  assert.deepEqual(issuesOf(query), ["body /name required"]);
  const body = await door.inject({
    method: "PUT",
    url: "/v1/things/one",
    headers: { ...bearer(), ...json },
    payload: '{"thing":"two","name":"x"}',
  });
  assert.deepEqual(body.json().data.seen, { thing: "one", name: "x" });
  assert.equal(body.json().meta.warnings[0].path, "/thing");
});

test("contract/http-details: a malformed project in the path is 400, a foreign one 404, in the same words as a missing one", async (t) => {
  const door = testDoor(t);
  const send = (id: string, token = "key") =>
    door.inject({
      ...rows('[{"name":"a","answer":"b"}]'),
      url: `/v1/projects/${id}/things`,
      headers: { ...bearer(token), ...json },
    });
  assert.deepEqual(issuesOf(await send("nope")), ["path /projectId bad_format"]);
  const [foreign, missing] = [
    await send(ownProjectId, "other"),
    await send("00000000-0000-0000-0000-000000000000"),
  ];
  const less = (text: string) => text.replace(/"request_id":"[^"]+"/, "");
  assert.deepEqual([foreign.statusCode, less(foreign.body)], [404, less(missing.body)]);
  assert.equal((await send(ownProjectId.toUpperCase())).statusCode, 200);
});
