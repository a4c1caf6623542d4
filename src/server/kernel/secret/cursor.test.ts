import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Problem } from "../problem.ts";
import { createCursors } from "./cursor.ts";

const cursors = createCursors("a secret of the server");

test("a cursor opens where it was sealed", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (scope, position) => {
      const text = position.toWellFormed();
      assert.equal(cursors.open(scope, cursors.seal(scope, text)), text);
    }),
  );
});

test("no cursor is the first page", () => assert.equal(cursors.open("raw r1", undefined), undefined));

const sealed = cursors.seal("raw r1", "100");

for (const [what, scope, cursor] of [
  ["of another list", "raw r2", sealed],
  ["of another server", "raw r1", createCursors("another secret").seal("raw r1", "100")],
  ["that was changed", "raw r1", `${sealed.slice(0, -1)}${sealed.endsWith("A") ? "B" : "A"}`],
  ["that was cut", "raw r1", sealed.slice(0, 10)],
  ["that is nonsense", "raw r1", "💥"],
  ["that is empty", "raw r1", ""],
] as const) {
  test(`a cursor ${what} is a 400`, () => {
    assert.throws(
      () => cursors.open(scope, cursor),
      (error: unknown) => error instanceof Problem && error.status === 400,
    );
  });
}
