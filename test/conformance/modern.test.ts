import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Authorization } from "../../src/server/auth/oauth/authorization.ts";
import { testActions } from "../http/actions.ts";
import { testDoor } from "../http/door.ts";
import { legacy, modern, type RpcOptions, rpc } from "../mcp.ts";

/*
 * What protocol 2026-07-28 asks of a server beyond what the official suite looks at, or what that cannot see of the
 * product, which lacks the suite's own tools. Mismatching headers, batches and garbage are in src/server/mcp/door.test.ts.
 */

const authorization = { issuer: "http://site.test" } as Authorization;
const actions = testActions.map((action) => {
  if (action.name === "list_things") return { ...action, tool: true };
  return action.name === "make_thing" ? { ...action, tool: true, scope: "projects:write" as const } : action;
});
const door = (t: TestContext) => testDoor(t, { actions, authorization });
const call = { method: "tools/call", params: { name: "list_things", arguments: {} }, id: 7 };

const envelope = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": 1,
};

for (const [what, params] of [
  ["no parameters", undefined],
  ["an envelope that is none", { _meta: envelope }],
] as const) {
  test(`a request with ${what} is refused as one of wrong parameters, under its own id`, async (t) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "server/discover", params });
    const { status, error, text } = await rpc(door(t), { method: "server/discover" }, { body });
    assert.deepEqual([status, error?.code, JSON.parse(text).id], [400, -32602, 7], text);
  });
}

test("discovery says what is there, and whatever is there answers", async (t) => {
  const { result } = await rpc(door(t), { method: "server/discover" });
  assert.ok(result.supportedVersions.includes(modern));
  assert.equal(result._meta["io.modelcontextprotocol/serverInfo"].name, "overheard");
  assert.deepEqual(Object.keys(result.capabilities).sort(), ["prompts", "resources", "tools"]);
  for (const what of Object.keys(result.capabilities)) {
    const listed = await rpc(door(t), { method: `${what}/list` });
    assert.ok(Array.isArray(listed.result[what]), listed.text);
  }
});

for (const method of ["subscriptions/listen", "completion/complete"]) {
  test(`${method} is not there: 404, under the request's own id`, async (t) => {
    const { status, error, text } = await rpc(door(t), { method, id: "mine" });
    assert.deepEqual([status, error?.code, JSON.parse(text).id], [404, -32601, "mine"], text);
  });
}

const named = (value: string) => `=?base64?${Buffer.from(value).toString("base64")}?=`;

for (const [what, headers, status] of [
  ["a name in Base64", { "mcp-name": named("list_things") }, 200],
  ["another name in Base64", { "mcp-name": named("make_thing") }, 400],
  ["Base64 that is none", { "mcp-name": "=?base64?###?=" }, 400],
  ["a session of former days", { "mcp-session-id": "stale" }, 200],
  ["a stream of former days", { "last-event-id": "7" }, 200],
  ["only JSON accepted", { accept: "application/json" }, 200],
] as const satisfies [string, RpcOptions["headers"], number][]) {
  test(`headers with ${what} → ${status}`, async (t) => {
    const answer = await rpc(door(t), call, { headers });
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.error?.code, status === 200 ? undefined : -32020);
    assert.equal(answer.headers["mcp-session-id"], undefined);
  });
}

test("what depends on the token may be kept for nobody else", async (t) => {
  for (const [method, params] of [
    ["tools/list", {}],
    ["resources/templates/list", {}],
    ["resources/read", { uri: "overheard://glossary" }],
  ] as const) {
    const { result } = await rpc(door(t), { method, params });
    assert.equal(result.cacheScope, "private", method);
    assert.equal(result.resultType, "complete", method);
  }
});

test("lists are the same for whoever asks again, with anything in between", async (t) => {
  const same = door(t);
  const list = async () => (await rpc(same, { method: "tools/list" })).result.tools;
  const first = await list();
  await rpc(same, call);
  await rpc(same, { method: "prompts/list" });
  assert.deepEqual(await list(), first);
});

test("a call beyond the token's scopes is refused under its own id", async (t) => {
  const params = { name: "make_thing", arguments: {} };
  for (const version of [modern, legacy]) {
    const given = { method: "tools/call", params, id: 7 };
    const { status, text } = await rpc(door(t), given, { token: "reader", version });
    assert.deepEqual([status, JSON.parse(text).id], [403, 7]);
  }
});

test("no log is sent to a client that has not asked for one", async (t) => {
  const params = { ...call.params, _meta: { progressToken: "p" } };
  const { notifications } = await rpc(door(t), { ...call, params });
  assert.deepEqual(
    notifications.filter(({ method }) => method === "notifications/message"),
    [],
  );
});
