import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JsonError, parseJson } from "./json.ts";
import { faultPosition } from "./json-position.ts";

function faultOf(text: string) {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error.fault;
    throw error;
  }
  return null;
}

test("what JSON.stringify writes is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const unsafe = /(?<![\d.])-?\d{16,}(?![\d.eE])/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'));
      if (!unsafe) assert.deepEqual(parseJson(text), JSON.parse(text));
    }),
  );
});

test("any text is read as JSON.parse reads it, or refused with a reason", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ue1-.0 ntrf\u0001'), maxLength: 30 }),
      (text) => {
        const fault = faultOf(text);
        if (fault === null) return assert.deepEqual(parseJson(text), JSON.parse(text));
        if (fault.reason === "syntax") assert.throws(() => JSON.parse(text));
        return undefined;
      },
    ),
    { numRuns: 5000 },
  );
});

test("a key given twice in one object is found, in two objects it is fine", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (key, other) => {
      const [a, b] = [JSON.stringify(key), JSON.stringify(other)];
      assert.equal(faultOf(`{${a}:1,"x${b.slice(1)}:[{${a}:2}],${a}:3}`)?.reason, "duplicate_key");
      assert.equal(faultOf(`{${a}:{${a}:{${a}:1}}}`), null);
      assert.equal(faultOf(`[{${a}:1},{${a}:"${a.slice(1)}}]`), null);
    }),
  );
});

for (const [text, position] of [
  ["", 0],
  ["  ", 2],
  ['{"name": hunter2}', 9],
  ['{"a":}', 5],
  ["[,]", 1],
  ["[1,]", 3],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ["[1 2]", 3],
  ["{} {}", 3],
  ["[1}", 2],
  ['{"a":1]', 6],
  ['"a\nb"', 0],
  ['["\\x"]', 1],
  ["[01]", 2],
  ["[1", 2],
  ["nul", 0],
  ["{1:2}", 1],
  ["]", 0],
] as const) {
  test(`the mistake in ${JSON.stringify(text)} is at ${position}`, () => {
    assert.deepEqual(faultOf(text), { reason: "syntax", position });
  });
}

test("where JSON.parse takes a text, no mistake is placed inside it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.equal(faultPosition(text), text.length);
    }),
  );
});

test("32 levels are read, 33 are not", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assert.equal(faultOf(nested(32)), null);
  assert.deepEqual(faultOf(nested(33)), { reason: "too_deep", position: 32 });
});

test("10,000 levels are refused within 20 ms", () => {
  const started = process.threadCpuUsage();
  assert.equal(faultOf("[".repeat(10_000) + "]".repeat(10_000))?.reason, "too_deep");
  assert.ok(process.threadCpuUsage(started).user < 20_000);
});

for (const [text, read] of [
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", null],
  ["-9007199254740993", null],
  ["0.12345678901234567890", 0.12345678901234568],
  ["1e308", 1e308],
  ["1e309", null],
  ["-1E+999", null],
  ["1e-999", 0],
] as const) {
  test(`the number ${text} is ${read === null ? "refused" : "read"}`, () => {
    if (read === null) assert.equal(faultOf(text)?.reason, "number_out_of_range");
    else assert.equal(parseJson(text), read);
  });
}

test("__proto__ is a key like any other", () => {
  const value = parseJson('{"__proto__":{"polluted":1}}') as object;
  assert.deepEqual(Object.keys(value), ["__proto__"]);
  assert.equal((value as { polluted?: number }).polluted, undefined);
});

test("more values than a request needs are refused before they are made, strings of any length are not", () => {
  const refused = (text: string) => {
    const started = process.threadCpuUsage();
    assert.equal(faultOf(text)?.reason, "too_many_values");
    assert.ok(process.threadCpuUsage(started).user < 100_000);
  };
  const many = Array.from({ length: 700_000 }, (_, at) => `"k${at}":1`);
  refused(`{${many.join()}}`);
  refused(`[${"[],".repeat(2_000_000)}[]]`);
  refused(`[${"1,".repeat(4_000_000)}1]`);
  assert.equal(faultOf(JSON.stringify(["[{,".repeat(100_000)])), null);
  assert.equal(faultOf(`{${many.slice(0, 40_000).join()}}`), null);
});

test("8 MiB of text take less than half a second, however they are made", () => {
  const size = 4 * 2 ** 20;
  for (const text of [
    `["${'\\"'.repeat(size)}"]`,
    `["${"\\\\".repeat(size)}"]`,
    `["${"a".repeat(size * 2)}"]`,
  ]) {
    const started = process.threadCpuUsage();
    parseJson(text);
    assert.ok(process.threadCpuUsage(started).user < 500_000);
  }
});
