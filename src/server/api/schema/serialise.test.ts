import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { serialise } from "./serialise.ts";

const Thing = Type.Object({ name: Type.String(), size: Type.Integer() }, { additionalProperties: false });
const OrNull = Type.Object({ thing: Type.Unsafe<unknown>({ anyOf: [Thing, { type: "null" }] }) });

test("only what is declared leaves, at every depth", () => {
  const { json } = serialise(Type.Object({ things: Type.Array(Thing) }), {
    things: [{ name: "a", size: 1, secret: 1 }],
    user_id: 1,
  });
  assert.equal(json, '{"things":[{"name":"a","size":1}]}');
});

test("a declared property that is missing is a mistake of ours", () => {
  assert.throws(() => serialise(Thing, { name: "a" }));
});

test("an object or null is written as what it is", () => {
  assert.equal(serialise(OrNull, { thing: null }).json, '{"thing":null}');
  assert.equal(
    serialise(OrNull, { thing: { name: "a", size: 1, secret: 1 } }).json,
    '{"thing":{"name":"a","size":1}}',
  );
});

test("nullable text is written as text or null", () => {
  const schema = Type.Object({ at: Type.Unsafe<unknown>({ type: ["string", "null"], format: "date-time" }) });
  assert.equal(serialise(schema, { at: null }).json, '{"at":null}');
  assert.equal(
    serialise(schema, { at: "2026-01-15T09:00:00.000Z" }).json,
    '{"at":"2026-01-15T09:00:00.000Z"}',
  );
});

test("a union is written by the branch its data names", () => {
  const branch = (view: unknown, name: string) =>
    Type.Object({ kind: Type.String(), view: Type.Unsafe<unknown>(view as object), [name]: Type.String() });
  const schema = Type.Union([
    branch({ type: "string", enum: ["raw"] }, "rows"),
    branch({ const: "full" }, "trends"),
    branch({ type: "null" }, "draft"),
  ]);
  for (const [view, name] of [
    ["raw", "rows"],
    ["full", "trends"],
    [null, "draft"],
  ] as const) {
    const data = { kind: "x", view, rows: "r", trends: "t", draft: "d" };
    assert.deepEqual(JSON.parse(serialise(schema, data).json), { kind: "x", view, [name]: data[name] });
  }
  assert.throws(() => serialise(schema, { kind: "x", view: "other" }));
});

test("equal data has an equal tag, other data another", () => {
  const tag = (size: number) => serialise(Thing, { name: "a", size }).etag;
  assert.equal(tag(1), tag(1));
  assert.notEqual(tag(1), tag(2));
  assert.match(tag(1), /^W\/"[\w-]+"$/);
});

test("what is frozen is written once per schema, what is not each time", () => {
  const frozen = Object.freeze({ name: "a", size: 1 });
  assert.equal(serialise(Thing, frozen), serialise(Thing, frozen));
  const Name = Type.Object({ name: Type.String() });
  assert.equal(serialise(Name, frozen).json, '{"name":"a"}');
  const changing = { name: "a", size: 1 };
  serialise(Thing, changing);
  changing.size = 2;
  assert.equal(serialise(Thing, changing).json, '{"name":"a","size":2}');
});

test("text is escaped", () => {
  const name = '"\\\n\u2028</script>\u0000😀';
  assert.equal(JSON.parse(serialise(Thing, { name, size: 1 }).json).name, name);
});
