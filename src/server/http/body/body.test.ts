import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, testDoor } from "../../../../test/http/door.ts";
import { issuesOf, json, post, rows } from "../../../../test/http/requests.ts";

for (const [what, payload, reason] of [
  ["malformed JSON", '{"name":', "syntax"],
  ["two values", "{} {}", "syntax"],
  ["a trailing comma", '{"name":"a",}', "syntax"],
  ["a list", "[]", "not_an_object"],
  ["a text", '"name"', "not_an_object"],
  ["null", "null", "not_an_object"],
  ["a key given twice", '{"name":"a","name":"a"}', "duplicate_key"],
  ["a key given twice in two spellings", '{"name":"a","n\\u0061me":"b"}', "duplicate_key"],
  ["a key given twice deep inside", '{"name":"a","extra":{"x":[{"y":1,"y":2}]}}', "duplicate_key"],
  ["33 levels", `{"extra":${"[".repeat(32)}${"]".repeat(32)}}`, "too_deep"],
  ["10,000 levels", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, "too_deep"],
  ["a number beyond a double", '{"name":"a","size":1e999}', "number_out_of_range"],
  [
    "an integer that a double would change",
    '{"name":"a","extra":{"id":9007199254740993}}',
    "number_out_of_range",
  ],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "not_utf8"],
  ["two byte order marks", "\ufeff\ufeff{}", "syntax"],
] as const) {
  test(`contract/http-details: ${what} in the body is 400 INVALID_JSON`, async (t) => {
    const response = await testDoor(t).inject(post(payload));
    const { code, details } = response.json().error;
    assert.deepEqual([response.statusCode, code, details.reason], [400, "INVALID_JSON", reason]);
  });
}

test("contract/http-details: the position of a mistake is told, its text never", async (t) => {
  const response = await testDoor(t).inject(post('{"name": hunter2}'));
  assert.equal(response.json().error.details.position, 9);
  assert.doesNotMatch(response.body, /hunter/);
});

test("contract/http-details: an empty body where fields are required is a validation error", async (t) => {
  for (const payload of ["", "{}"]) {
    const response = await testDoor(t).inject({
      ...post(payload),
      ...(payload === "" ? { headers: bearer() } : {}),
    });
    assert.deepEqual(issuesOf(response), ["body /name required"]);
  }
});

for (const [what, options] of [
  ["absent", {}],
  [
    "of length 0 with a JSON content type",
    { headers: { "content-type": "application/json", "content-length": "0" } },
  ],
  ["an empty object", { headers: json, payload: "{}" }],
] as const) {
  test(`contract/http-details: where nothing is required the body may be ${what}`, async (t) => {
    const given = { method: "POST" as const, url: "/v1/things/maybe", ...options };
    const response = await testDoor(t).inject({
      ...given,
      headers: { ...bearer(), ...("headers" in options ? options.headers : {}) },
    });
    assert.equal(response.statusCode, 202);
  });
}

test("contract/http-details: __proto__ and constructor are data and change nothing", async (t) => {
  const response = await testDoor(t).inject(
    post('{"__proto__":{"name":"a"},"constructor":{"prototype":{"polluted":1}},"name":"b","extra":{"a":1}}'),
  );
  assert.deepEqual(response.json().data.seen, { name: "b", extra: { a: 1 } });
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test("contract/http-details: among free properties, which are kept as they come, they are refused", async (t) => {
  const response = await testDoor(t).inject(post('{"name":"b","extra":{"__proto__":{"polluted":1}}}'));
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().error.details.issues[0].path, "/extra/__proto__");
});

for (const [value, status] of [
  ["1.0", 201],
  ["-0", 201],
  ["1e0", 201],
  ["1.5", 400],
  ["11", 400],
  ["-1", 400],
  ['"5"', 400],
  ["true", 400],
  ["null", 400],
] as const) {
  test(`contract/http-details: ${value} for a whole number is ${status}`, async (t) => {
    assert.equal((await testDoor(t).inject(post(`{"name":"a","size":${value}}`))).statusCode, status);
  });
}

for (const value of ['"true"', "1", '"yes"', "null"]) {
  test(`contract/http-details: ${value} is no boolean`, async (t) => {
    assert.deepEqual(issuesOf(await testDoor(t).inject(post(`{"name":"a","flag":${value}}`))), [
      "body /flag wrong_type",
    ]);
  });
}

test("contract/http-details: one byte order mark is taken off", async (t) => {
  assert.equal((await testDoor(t).inject(post('\ufeff{"name":"a"}'))).statusCode, 201);
});

for (const [what, payload, code] of [
  ["half of a surrogate pair", '{"name":"a\\ud800"}', "lone_surrogate"],
  ["a NUL", '{"name":"a\\u0000b"}', "control_character"],
  ["an escape", '{"name":"a\\u001bb"}', "control_character"],
] as const) {
  test(`contract/http-details: ${what} in a text is a 400 that names the field`, async (t) => {
    assert.deepEqual(issuesOf(await testDoor(t).inject(post(payload))), [`body /name ${code}`]);
  });
}

test("contract/http-details: a control character in the name of a free field is a 400", async (t) => {
  assert.equal((await testDoor(t).inject(post('{"name":"a","extra":{"\\u0000":1}}'))).statusCode, 400);
});

for (const [type, status] of [
  ["application/json", 201],
  ["Application/JSON; Charset=UTF-8", 201],
  ['application/json;charset="utf-8"', 201],
  ["application/vnd.api+json", 201],
  ["application/json; charset=us-ascii", 201],
  ["application/json; charset=latin1", 415],
  ["application/jsonp", 415],
  ["text/plain", 415],
  ["application/x-www-form-urlencoded", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/x-ndjson", 415],
  ["nonsense", 415],
  [undefined, 415],
] as const) {
  test(`contract/http-details: a body of type ${type ?? "(none)"} is ${status}`, async (t) => {
    const response = await testDoor(t).inject(
      post(Buffer.from('{"name":"a"}'), type ? { "content-type": type } : {}),
    );
    assert.equal(response.statusCode, status);
    if (status === 415) assert.equal(response.json().error.code, "UNSUPPORTED_MEDIA_TYPE");
  });
}

test("contract/http-details: the body of a GET is ignored", async (t) => {
  const response = await testDoor(t).inject({
    method: "GET",
    url: "/v1/things",
    headers: { ...bearer(), ...json },
    payload: "{not json",
  });
  assert.equal(response.statusCode, 200);
});

for (const encoding of ["gzip", "br", "identity, gzip"]) {
  test(`contract/http-details: a body encoded as ${encoding} is 415`, async (t) => {
    assert.equal(
      (await testDoor(t).inject(post("{}", { ...json, "content-encoding": encoding }))).statusCode,
      415,
    );
  });
}

test("contract/http-details: 256 KiB is read, one byte more is 413", async (t) => {
  const door = testDoor(t);
  const around = '{"name":"a","extra":{"x":""}}'.length;
  const body = (bytes: number) => `{"name":"a","extra":{"x":"${"x".repeat(bytes - around)}"}}`;
  assert.equal((await door.inject(post(body(256 * 1024)))).statusCode, 201);
  const refused = await door.inject(post(body(256 * 1024 + 1)));
  assert.deepEqual(
    [refused.statusCode, refused.json().error.code, refused.headers.connection],
    [413, "PAYLOAD_TOO_LARGE", "close"],
  );
});

test("a body is measured in the order media type, size, JSON", async (t) => {
  const door = testDoor(t);
  const large = `{${"x".repeat(300 * 1024)}`;
  assert.equal((await door.inject(post(large, { "content-type": "text/plain" }))).statusCode, 415);
  assert.equal((await door.inject(post(large))).statusCode, 413);
});

test("rows come as a JSON list or as JSON Lines", async (t) => {
  const door = testDoor(t);
  const list = await door.inject(rows('[{"name":"a","answer":" b "},{"name":"c","answer":"d"}]'));
  const lines = await door.inject(
    rows('{"name":"a","answer":" b "}\r\n\n{"name":"c","answer":"d"}\n', "application/x-ndjson"),
  );
  assert.deepEqual(list.json().data, lines.json().data);
  assert.equal(list.json().data.seen.rows[0].answer, " b ");
});

test("a row that does not parse is named by its line", async (t) => {
  const response = await testDoor(t).inject(
    rows('{"name":"a","answer":"b"}\n\n{"name":"hunter2"\n', "application/x-ndjson"),
  );
  const { code, details } = response.json().error;
  assert.deepEqual([code, details.line, details.reason], ["INVALID_JSON", 3, "syntax"]);
  assert.doesNotMatch(response.body, /hunter2/);
});

test("of JSON Lines up to ten lines that do not parse are named", async (t) => {
  const lines = ['{"name":"a","answer":"b"}', "{", '{"name":"a","name":"b"}', ...Array(20).fill("x")].join(
    "\n",
  );
  const { details } = (await testDoor(t).inject(rows(lines, "application/x-ndjson"))).json().error;
  assert.deepEqual(
    details.lines.map(({ line, reason }: { line: number; reason: string }) => `${line} ${reason}`),
    ["2 syntax", "3 duplicate_key", ...Array.from({ length: 8 }, (_, at) => `${at + 4} syntax`)],
  );
  assert.equal(details.line, 2);
});

test("a mistake in the last of many rows is named where it is, however many values stand before it", async (t) => {
  const row = `{"name":"a","extra":[${Array(1_000).fill("1").join()}]}`;
  const before = `[${`${row},`.repeat(100)}`;
  const { details } = (await testDoor(t).inject(rows(`${before}{"name":}]`))).json().error;
  assert.deepEqual([details.reason, details.position], ["syntax", before.length + '{"name":'.length]);
});

test("a row that is not valid is named by its place", async (t) => {
  const response = await testDoor(t).inject(
    rows('[{"name":"a","answer":"b"},{"name":5,"answer":"\\u0000"}]'),
  );
  assert.deepEqual(issuesOf(response), ["body /1/answer control_character", "body /1/name wrong_type"]);
  const { issues } = response.json().error.details;
  assert.deepEqual(
    issues.map(({ row }: { row: number }) => row),
    [2, 2],
  );
});

test("too many rows are refused without looking at each", async (t) => {
  const many = `${'{"name":"a","answer":"b"}\n'.repeat(20_000)}`;
  assert.deepEqual(issuesOf(await testDoor(t).inject(rows(many, "application/x-ndjson"))), [
    "body  too_many",
  ]);
  const list = `[${Array(200_000).fill("1").join()}]`;
  assert.equal(issuesOf(await testDoor(t).inject(rows(list)))[0], "body  too_many");
});

test("a body of rows has its own bound", async (t) => {
  const response = await testDoor(t).inject(rows(`[${JSON.stringify("x".repeat(1024 * 1024))}]`));
  assert.equal(response.statusCode, 413);
  assert.equal(response.json().error.details.limit_bytes, 1024 * 1024);
});
