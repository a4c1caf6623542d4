import assert from "node:assert/strict";
import { test } from "node:test";
import { testActions } from "../../../test/http/actions.ts";
import { createRoutes } from "./routes.ts";

const routes = createRoutes(testActions);

for (const [method, path, name, parameters] of [
  ["GET", "/v1/things", "list_things", {}],
  ["HEAD", "/v1/things", "list_things", {}],
  ["POST", "/v1/things", "make_thing", {}],
  ["GET", "/v1/things/latest", "latest_thing", {}],
  ["GET", "/v1/things/latest%20", "get_thing", { thing: "latest%20" }],
  ["POST", "/v1/projects/p%2Fq/things", "import_things", { projectId: "p%2Fq" }],
] as const) {
  test(`${method} ${path} leads to ${name}, its parameters untouched`, () => {
    const match = routes.match(method, path);
    assert.deepEqual([match.action?.name, match.parameters], [name, parameters]);
  });
}

test("an empty parameter leads nowhere", () => {
  assert.deepEqual(routes.match("GET", "/v1/things/"), { action: null, parameters: null, allow: [] });
});

test("a fixed path that lacks a method does not fall through to a parameter", () => {
  assert.equal(routes.match("PUT", "/v1/things/latest").action, null);
});

test("the same route twice is a mistake of ours, found at the start", () => {
  assert.throws(() => createRoutes([testActions[0]!, testActions[0]!]), /declared twice/);
});
