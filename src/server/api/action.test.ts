import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { canonicalUuid, newId } from "../kernel/id.ts";
import { problems } from "../kernel/problem.ts";
import { placeOf, route } from "./action.ts";
import { fingerprintOf } from "./replay.ts";
import { isReply, reply } from "./reply.ts";

test("a route is its method, its path and the parameters in it", () => {
  assert.deepEqual(route("GET /v1/projects/{projectId}/competitors/{competitor}"), {
    method: "GET",
    path: "/v1/projects/{projectId}/competitors/{competitor}",
    parameters: ["projectId", "competitor"],
  });
});

for (const [http, field, place] of [
  ["GET /v1/reports/{reportId}", "reportId", "path"],
  ["GET /v1/reports/{reportId}", "view", "query"],
  ["DELETE /v1/keys/{keyId}", "force", "query"],
  ["POST /v1/analyze", "projectId", "body"],
  ["PATCH /v1/projects/{projectId}", "projectId", "path"],
] as const) {
  test(`${field} of ${http} travels in the ${place}`, () => assert.equal(placeOf(http, field), place));
}

test("ids sort by the time of their making", () => {
  const ids = Array.from({ length: 1000 }, newId);
  assert.deepEqual([...ids].sort(), ids);
  assert.ok(ids.every((id) => canonicalUuid(id) === id));
});

for (const text of [
  "",
  "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13\n",
  "{0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13}",
  "0197a3c25b7e7c419d1e2f4a6b8c0d13",
  "０197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13",
]) {
  test(`${JSON.stringify(text)} is no UUID`, () => assert.equal(canonicalUuid(text), null));
}

test("equal payloads have equal fingerprints, whatever the order of their keys", async () => {
  assert.equal(
    await fingerprintOf({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }),
    await fingerprintOf({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
  );
  assert.notEqual(await fingerprintOf({ a: [1, 2] }), await fingerprintOf({ a: [2, 1] }));
  assert.notEqual(await fingerprintOf({ a: "1" }), await fingerprintOf({ a: 1 }));
});

test("a fingerprint is of the JSON text with sorted keys, and what was stored with one stays known", async () => {
  const rows = [{ a: [1, null, { b: "é", c: [] }], d: {} }, "x", 2];
  for (const payload of [
    {},
    { rows },
    { input: { projectId: "p", rows }, organization: "o" },
    { a: null, b: [] },
  ])
    assert.equal(
      await fingerprintOf(payload),
      createHash("sha256").update(JSON.stringify(payload)).digest("base64url"),
    );
  assert.equal(await fingerprintOf({ a: 1, b: undefined }), await fingerprintOf({ a: 1 }));
});

test("a large payload gives others a turn while it is fingerprinted", async () => {
  const rows = Array.from({ length: 2_000 }, () => ({ answer: "Acme. ".repeat(700) }));
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  await fingerprintOf({ rows });
  clearInterval(count);
  assert.ok(turns > 1, `${turns}`);
});

test("data that looks like a reply is not one", () => {
  assert.equal(isReply({ data: 1, status: 200 }), false);
  assert.equal(isReply(reply(1)), true);
  assert.equal(isReply(null), false);
});

test("every problem has a status of its own and words that end in a period", () => {
  for (const [code, { status, says }] of Object.entries(problems)) {
    assert.match(code, /^[A-Z][A-Z_]+$/);
    assert.ok(status >= 400 && status <= 503 && Number(status) !== 422, code);
    assert.match(says, /^[A-Z].*\.$/, code);
  }
});
