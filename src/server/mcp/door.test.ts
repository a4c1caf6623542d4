import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { testActions } from "../../../test/http/actions.ts";
import { testDoor } from "../../../test/http/door.ts";
import { legacy, modern, rpc } from "../../../test/mcp.ts";
import type { Authorization } from "../auth/oauth/authorization.ts";

/** One tool that reads and one that writes, beside actions that have none. */
const actions = testActions.map((action) => {
  if (action.name === "list_things") return { ...action, tool: true };
  return action.name === "make_thing" ? { ...action, tool: true, scope: "projects:write" as const } : action;
});
const authorization = { issuer: "http://site.test" } as Authorization;
const door = (t: TestContext) => testDoor(t, { actions, authorization });
const call = (name: string, fields: Record<string, unknown> = {}) => ({
  method: "tools/call",
  params: { name, arguments: fields },
});

test("contract/assistants: without a token it is 401, and the challenge says where to get one and what to ask for", async (t) => {
  const answer = await rpc(door(t), { method: "tools/list" }, { token: null });
  assert.equal(answer.status, 401);
  assert.equal(
    answer.headers["www-authenticate"],
    'Bearer resource_metadata="http://site.test/.well-known/oauth-protected-resource/mcp", scope="visibility:read"',
  );
  assert.equal(answer.error.data?.code, "UNAUTHORIZED");
});

for (const token of ["key", "session", "nonsense"]) {
  test(`${token}: only a connector token opens it`, async (t) => {
    const answer = await rpc(door(t), { method: "tools/list" }, { token });
    assert.equal(answer.status, 401);
    assert.match(answer.headers["www-authenticate"] ?? "", /error="invalid_token"/);
    if (token !== "nonsense")
      assert.match(answer.error.message, /Connect by OAuth, or send the key of a connector/);
  });
}

test("the resource says who gives out its tokens, at each of its addresses", async (t) => {
  const { inject } = door(t);
  const wellKnown = "/.well-known/oauth-protected-resource";
  for (const url of [wellKnown, `${wellKnown}/mcp`, `${wellKnown}/mcp/`]) {
    const { statusCode, body } = await inject({ method: "GET", url });
    assert.equal(statusCode, 200);
    const { resource, authorization_servers, scopes_supported } = JSON.parse(body);
    assert.deepEqual([resource, authorization_servers], ["http://site.test/mcp", ["http://site.test"]]);
    assert.ok(scopes_supported.includes("visibility:read") && scopes_supported.includes("offline_access"));
  }
});

for (const version of [modern, legacy, "2025-06-18"]) {
  test(`${version}: tools are listed with schemas and hints, those of the token's scopes only`, async (t) => {
    const all = await rpc(door(t), { method: "tools/list" }, { version });
    assert.equal(all.status, 200, all.text);
    const names = all.result.tools.map(({ name }: { name: string }) => name);
    assert.ok(names.includes("list_things") && names.includes("make_thing"), names.join());
    for (const { inputSchema, outputSchema, annotations } of all.result.tools) {
      assert.equal(inputSchema.type, "object");
      assert.ok(outputSchema);
      assert.equal(typeof annotations.readOnlyHint, "boolean");
    }
    const some = await rpc(door(t), { method: "tools/list" }, { version, token: "reader" });
    assert.ok(!some.result.tools.some(({ name }: { name: string }) => name === "make_thing"));
  });

  test(`${version}: a call answers the route's data in the one shape of all results, and it in short to read`, async (t) => {
    const { result, text } = await rpc(door(t), call("list_things"), { version });
    assert.ok(result && !result.isError, text);
    assert.ok(Array.isArray(result.structuredContent.result));
    assert.deepEqual(Object.keys(result.structuredContent), ["result"]);
    assert.equal(result.content.length, 1);
    assert.match(result.content[0].text, /\nBEGIN ([\w-]{11})\n\d+ items?\.\n[\s\S]*\nEND \1$/);
  });
}

test("contract/assistants: a problem is a result marked as an error, with code, message and request id", async (t) => {
  const { status, result, headers } = await rpc(door(t), call("make_thing"));
  assert.equal(status, 200);
  assert.equal(result.isError, true);
  const error = JSON.parse(result.content[0].text);
  assert.equal(error.code, "VALIDATION_ERROR");
  assert.equal(error.request_id, headers["x-request-id"]);
  assert.equal(result.structuredContent, undefined);
});

test("a call beyond the token's scopes is 403 and says which scope to ask for", async (t) => {
  const answer = await rpc(door(t), call("make_thing"), { token: "reader" });
  assert.equal(answer.status, 403);
  assert.match(
    answer.headers["www-authenticate"] ?? "",
    /error="insufficient_scope", scope="projects:write"/,
  );
  assert.match(answer.error.message, /requires the scope projects:write, .*connect this assistant again/);
});

test("arguments that come as JSON text are read, and text that is no object is refused", async (t) => {
  const inject = door(t);
  const given = (fields: unknown) => rpc(inject, call("list_things", fields as Record<string, unknown>));
  for (const fields of ["{}", "", ' {"limit": 1} '])
    assert.equal((await given(fields)).result?.isError, undefined, String(fields));
  for (const fields of ["[]", "limit", '{"limit": 1, "limit": 2}', "{"])
    assert.ok((await given(fields)).error, String(fields));
});

test("a client that accepts anything, or does not say what, is answered", async (t) => {
  for (const accept of ["*/*", "text/html, */*;q=0.1", ""]) {
    const answer = await rpc(door(t), call("list_things"), { version: legacy, headers: { accept } });
    assert.deepEqual([answer.status, answer.result?.isError], [200, undefined], accept);
  }
  const page = { version: legacy, headers: { accept: "text/html" } };
  assert.equal((await rpc(door(t), call("list_things"), page)).status, 406);
});

test("a tool that does not exist is answered with the one that was probably meant", async (t) => {
  const inject = door(t);
  assert.match((await rpc(inject, call("list_thing"))).error.message, /did you mean list_things\?/);
  assert.match((await rpc(inject, call("qqqqqqqqqq"))).error.message, /There is no such tool\.$/);
});

for (const [what, host, origin, status] of [
  ["our own name", "site.test", undefined, 200],
  ["our own name, as DNS ends it", "site.test.", undefined, 200],
  ["loopback, as behind a proxy", "127.0.0.1:8787", undefined, 200],
  ["a name that was made to point here", "evil.example", undefined, 403],
  ["no name", "[::1", undefined, 403],
  ["a page of ours", "site.test", "http://site.test", 200],
  ["a page that is allowed", "site.test", "http://app.test", 200],
  ["a foreign page", "site.test", "https://evil.example", 403],
  ["a page without origin", "site.test", "null", 403],
] as const) {
  test(`Host and Origin: ${what} → ${status}`, async (t) => {
    const answer = await rpc(door(t), { method: "tools/list" }, { headers: { host, origin } });
    assert.equal(answer.status, status, answer.text);
    if (origin === "https://evil.example") assert.match(answer.text, /OVERHEARD_CORS_ORIGINS/);
    if (origin === "null") assert.doesNotMatch(answer.text, /OVERHEARD_CORS_ORIGINS/);
  });
}

const big = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: { x: "x".repeat(300_000) },
});

for (const [what, options, status, code] of [
  ["a batch", { body: '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]' }, 400, -32600],
  ["no JSON", { body: "{" }, 400, -32700],
  ["a key given twice", { body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}' }, 400, -32700],
  ["no UTF-8", { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 400, -32700],
  ["a bare number", { body: "1" }, 400, -32600],
  ["an empty body", { body: "" }, 400, -32700],
  ["an oversized body", { body: big }, 413, -32600],
  ["another version than the body's", { headers: { "mcp-protocol-version": "2025-11-25" } }, 400, -32020],
  ["another method than the body's", { headers: { "mcp-method": "tools/call" } }, 400, -32020],
  ["no method in the headers", { headers: { "mcp-method": undefined } }, 400, -32020],
  ["an unknown version", { version: "2099-01-01" }, 400, -32022],
  ["another media type", { headers: { "content-type": "text/plain" } }, 415, -32000],
] as const) {
  test(`${what} → ${status} and the protocol's own error`, async (t) => {
    const answer = await rpc(door(t), { method: "tools/list" }, options);
    assert.deepEqual([answer.status, answer.error?.code], [status, code], answer.text);
    assert.doesNotMatch(answer.text, /node_modules|\.ts:/);
  });
}

for (const [what, message, status, code] of [
  ["an unknown method", { method: "tools/destroy" }, 404, -32601],
  ["an unknown tool", call("create_key"), 200, -32602],
  ["a tool without name", { method: "tools/call", params: {} }, 200, -32602],
  ["an unknown prompt", { method: "prompts/get", params: { name: "x" } }, 200, -32602],
] as const) {
  test(`${what} → ${code}`, async (t) => {
    const answer = await rpc(door(t), message);
    assert.equal(answer.error?.code, code, answer.text);
    assert.equal(answer.status, status);
  });
}

for (const version of [modern, legacy]) {
  test(`${version}: null in place of parameters, and a slash behind the address, are as nothing`, async (t) => {
    const answer = await rpc(
      door(t),
      { method: "tools/list", params: { cursor: null } },
      { version, url: "/mcp/" },
    );
    assert.ok(answer.result?.tools.length > 0, answer.text);
    const called = await rpc(
      door(t),
      { method: "tools/call", params: { name: "list_things", arguments: null } },
      { version },
    );
    assert.ok(called.result && !called.result.isError, called.text);
    if (version === legacy) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: null });
      assert.ok((await rpc(door(t), { method: "tools/list" }, { version, body })).result?.tools.length > 0);
    }
  });

  test(`${version}: an object that comes as JSON text is read, and judged as if it had come as one`, async (t) => {
    const make = async (extra: unknown) =>
      (await rpc(door(t), call("make_thing", { name: "{}", extra }), { version })).result;
    const made = await make(' {"a": [1, "{}"]}');
    assert.deepEqual(made.structuredContent.result.seen, { name: "{}", extra: { a: [1, "{}"] } });
    const codeOf = async (extra: unknown) => {
      const { code, details } = JSON.parse((await make(extra)).content[0].text);
      return [code, details.reason];
    };
    assert.deepEqual(await codeOf('{"a": 1, "a": 2}'), ["INVALID_JSON", "duplicate_key"]);
    assert.deepEqual(await codeOf(`{"a": ${"[".repeat(32)}${"]".repeat(32)}}`), ["INVALID_JSON", "too_deep"]);
    assert.deepEqual(await codeOf('{"a": '), ["INVALID_JSON", "syntax"]);
    assert.deepEqual(await codeOf("a"), ["VALIDATION_ERROR", undefined]);
    assert.deepEqual(await codeOf("[]"), ["VALIDATION_ERROR", undefined]);
  });
}

test("a number or a flag that comes as text is read where a tool takes no text, and nothing else is", async (t) => {
  const inject = door(t);
  const make = async (fields: Record<string, unknown>) =>
    (await rpc(inject, call("make_thing", { name: "5", ...fields }))).result;
  const made = await make({ size: " 5 ", flag: "true" });
  assert.deepEqual(made.structuredContent.result.seen, { name: "5", size: 5, flag: true });
  const filled = await make({ size: null, flag: "null" });
  assert.deepEqual(filled.structuredContent.result.seen, { name: "5" }, "null says nothing there");
  assert.ok((await make({ name: null })).isError);
  for (const size of ["5px", "five", "007", "", "1.5", "11", "[5]", "1e999", "9007199254740993"]) {
    const { isError, content } = await make({ size });
    assert.ok(isError, size);
    assert.equal(JSON.parse(content[0].text).code, "VALIDATION_ERROR", size);
  }
});

test("an unknown version in the old style is refused", async (t) => {
  const answer = await rpc(door(t), { method: "tools/list" }, { version: "2020-01-01" });
  assert.equal(answer.status, 400, answer.text);
});

test("there are no streams to open and no sessions to end", async (t) => {
  for (const httpMethod of ["GET", "DELETE"]) {
    const { status } = await rpc(door(t), { method: "x" }, { httpMethod });
    assert.equal(status, 405, httpMethod);
  }
});

test("a notification is taken without an answer", async (t) => {
  const message = { method: "notifications/initialized", id: undefined };
  const { status, text } = await rpc(door(t), message, { version: legacy });
  assert.deepEqual([status, text], [202, ""]);
});

test("an old client is greeted, and told what this is", async (t) => {
  for (const protocolVersion of ["2025-11-25", "2025-06-18"]) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "1" } };
    const { result } = await rpc(door(t), { method: "initialize", params }, { version: protocolVersion });
    assert.equal(result.protocolVersion, protocolVersion);
    assert.equal(result.serverInfo.name, "overheard");
  }
  const { result } = await rpc(door(t), { method: "server/discover" });
  assert.ok(result.supportedVersions.includes(modern));
});

for (const [what, params] of [
  ["no clientInfo", { protocolVersion: legacy, capabilities: {} }],
  ["no version", { protocolVersion: legacy, capabilities: {}, clientInfo: { name: "old" } }],
  ["a number for a version", { protocolVersion: legacy, clientInfo: { name: "old", version: 1 } }],
  ["nothing for abilities", { protocolVersion: legacy, capabilities: { roots: null, sampling: null } }],
  ["a list for abilities", { protocolVersion: legacy, capabilities: [] }],
  ["no version of the protocol", { clientInfo: { name: "old", version: "1" } }],
  ["a version that nobody knows", { protocolVersion: "1.0", capabilities: {} }],
  ["a number for a version of the protocol", { protocolVersion: 2 }],
  ["nothing", {}],
] as const)
  test(`an old client that says ${what} of itself is greeted`, async (t) => {
    for (const version of [legacy, undefined]) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
      const headers = { "mcp-protocol-version": version };
      const { result, text } = await rpc(
        door(t),
        { method: "initialize" },
        { version: legacy, headers, body },
      );
      assert.equal(result?.protocolVersion, legacy, text);
    }
  });

test("a greeting without parameters, and one with members that JSON-RPC does not know, are answered", async (t) => {
  for (const more of [{}, { params: null }, { params: {}, trace: "x" }]) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", ...more });
    const { result, text } = await rpc(door(t), { method: "initialize" }, { version: legacy, body });
    assert.equal(result?.protocolVersion, legacy, text);
  }
});

test("a client that takes JSON alone gets it, and no news of progress", async (t) => {
  for (const version of [modern, legacy])
    for (const accept of ["application/json", "application/json;q=0.9", "application/*"]) {
      const asked = call("list_things");
      const params = { ...asked.params, _meta: { progressToken: 7 } };
      const answer = await rpc(door(t), { ...asked, params }, { version, headers: { accept } });
      assert.deepEqual([answer.status, answer.headers["content-type"]], [200, "application/json"], accept);
      assert.ok(answer.result?.structuredContent, answer.text);
    }
});

test("an old client that takes events alone is answered in one", async (t) => {
  const headers = { accept: "text/event-stream" };
  const answer = await rpc(door(t), call("list_things"), { version: legacy, headers });
  assert.deepEqual([answer.status, answer.headers["content-type"]], [200, "text/event-stream"]);
  assert.ok(answer.result?.structuredContent, answer.text);
});

test("a version that is said twice is one version, and two versions are none", async (t) => {
  const listed = async (version: string) =>
    (
      await rpc(
        door(t),
        { method: "tools/list" },
        { version: legacy, headers: { "mcp-protocol-version": version } },
      )
    ).status;
  assert.equal(await listed("2025-06-18, 2025-06-18"), 200);
  assert.equal(await listed("2025-06-18, 2025-11-25"), 400);
});

test("a notification with an id of null is taken for one", async (t) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, method: "notifications/initialized" });
  const { status } = await rpc(door(t), { method: "x" }, { version: legacy, body });
  assert.equal(status, 202);
});

for (const [what, message, says] of [
  ["no version of JSON-RPC", { id: 1, method: "ping" }, /`jsonrpc` must be "2\.0"/],
  ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, /`id` must be a text or a whole number/],
  ["half an id", { jsonrpc: "2.0", id: 1.5, method: "ping" }, /`id` must be/],
  [
    "a list of parameters",
    { jsonrpc: "2.0", id: 1, method: "ping", params: [] },
    /`params` must be an object/,
  ],
  ["a method that is a number", { jsonrpc: "2.0", id: 1, method: 5 }, /`method` must be a text/],
  [
    "a list of arguments",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_things", arguments: [] } },
    /^params\.arguments is missing or is not of the kind that it must be: object\.$/,
  ],
  [
    "a tool without a name",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { arguments: {} } },
    /^params\.name is missing/,
  ],
  [
    "another server's name before a tool's",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "mcp__overheard__list_things" } },
    /did you mean list_things\?/,
  ],
] as const)
  test(`what is wrong with ${what} is said in one sentence`, async (t) => {
    const body = JSON.stringify(message);
    const { error, text } = await rpc(door(t), { method: "x" }, { version: legacy, body });
    assert.match(error?.message ?? text, says);
  });

test("a client's words in a message of the library are not read as its list of faults, however many there are", async (t) => {
  for (const uri of ['overheard://x[{"path":]', `overheard://x"path":${"[{".repeat(110_000)}`]) {
    const began = performance.now();
    const read = { method: "resources/read", params: { uri } };
    const { status, error } = await rpc(door(t), read, { version: legacy });
    assert.deepEqual([status, error?.message.startsWith("Resource not found")], [200, true]);
    assert.ok(performance.now() - began < 4_000, "the thread is held by a search");
  }
});

test("an encoded body is told as that", async (t) => {
  const headers = { "content-encoding": "gzip" };
  const answer = await rpc(door(t), { method: "tools/list" }, { headers, body: Buffer.from([0x1f, 0x8b]) });
  assert.deepEqual([answer.status, /without a content encoding/.test(answer.error.message)], [415, true]);
});

test("tools draw from the counter of their route, and say so", async (t) => {
  const limited = door(t);
  const first = await rpc(limited, call("list_things"));
  const viaRest = await limited.inject({
    method: "GET",
    url: "/v1/things",
    headers: { authorization: "Bearer key" },
  });
  const { remaining } = first.result._meta["overheard/meta"].limit;
  assert.equal(Number(viaRest.headers["ratelimit-remaining"]), remaining - 1);
});

for (const [what, message] of [
  ["tools/list", { method: "tools/list" }],
  ["prompts/list", { method: "prompts/list" }],
  ["resources/list", { method: "resources/list" }],
  ["resources/templates/list", { method: "resources/templates/list" }],
  ["the glossary", { method: "resources/read", params: { uri: "overheard://glossary" } }],
  ["an unknown method", { method: "tools/destroy" }],
  ["an unknown tool", call("nothing")],
  ["server/discover", { method: "server/discover" }],
] as const)
  test(`${what} can be asked for so often, by each caller for itself`, async (t) => {
    const limited = door(t);
    const statuses = [];
    for (let n = 0; n < 121; n += 1) statuses.push((await rpc(limited, message)).status);
    assert.ok(statuses.slice(0, 120).every((status) => status !== 429));
    const refused = await rpc(limited, message);
    assert.deepEqual([statuses[120], refused.status, refused.error.data?.code], [429, 429, "RATE_LIMITED"]);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    assert.equal((await rpc(limited, message, { token: "reader" })).status === 429, false);
    assert.equal((await rpc(limited, call("list_things"))).status, 200);
  });

test("the glossary says what each figure means; an unknown resource is the protocol's own error", async (t) => {
  const list = await rpc(door(t), { method: "resources/list" });
  const { uri } = list.result.resources[0];
  const { result } = await rpc(door(t), { method: "resources/read", params: { uri } });
  assert.match(result.contents[0].text, /`appearance_rate`: Share of the answers/);
  const missing = await rpc(door(t), { method: "resources/read", params: { uri: "overheard://nothing" } });
  assert.ok([-32602, -32002].includes(missing.error.code), missing.text);
});

test("prompts name only tools that are there", async (t) => {
  const { result } = await rpc(door(t), { method: "prompts/list" });
  assert.deepEqual(
    result.prompts.map(({ name }: { name: string }) => name),
    ["weekly_brief", "why_did_we_drop", "content_plan"],
  );
  for (const { name } of result.prompts) {
    const prompt = await rpc(door(t), {
      method: "prompts/get",
      params: { name, arguments: { project: "Acme" } },
    });
    assert.doesNotMatch(prompt.result.messages[0].content.text, /`get_client_brief`/);
  }
});

for (const version of [modern, legacy, "2025-06-18"]) {
  for (const [what, message] of [
    ["a list", call("list_things")],
    ["an object", call("make_thing", { name: "x", extra: { deep: [1, "é", null] } })],
    ["a problem", call("make_thing", { size: 99 })],
    ["an unknown field", call("list_things", { frobnicate: 1 })],
  ] as const) {
    test(`${version}: ${what} is answered by the short way as the protocol's library answers it`, async (t) => {
      const headers = { "x-request-id": "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d99" };
      const [short, long] = [door(t), door(t)];
      const plain = await rpc(short, message, { version, headers });
      // A charset in other words is one thing too many for the short way.
      const judged = { ...headers, "content-type": 'application/json; charset="UTF-8"' };
      const library = await rpc(long, message, { version, headers: judged });
      assert.deepEqual(unmarked(plain.result), unmarked(library.result));
      assert.deepEqual([plain.status, library.status], [200, 200]);
      assert.equal(plain.headers["content-type"], library.headers["content-type"]);
    });
  }
}

/** A result without the mark that each answer has for itself. */
const unmarked = (result: unknown) =>
  JSON.parse(JSON.stringify(result).replaceAll(/(END|BEGIN) [\w-]{11}/g, "$1"));

test("every answer has the security headers and the request's id", async (t) => {
  for (const token of ["connector", null]) {
    const { headers } = await rpc(door(t), { method: "tools/list" }, { token });
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/);
    assert.match(headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
  }
});
