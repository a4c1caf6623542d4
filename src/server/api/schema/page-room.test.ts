import assert from "node:assert/strict";
import test from "node:test";
import { fittingInTurn } from "./page-room.ts";

test("long pages that are asked for at once give everybody else a turn between them", async () => {
  const entries = Array.from({ length: 100 }, (_, at) => ({ id: at, text: 'quoted "text" '.repeat(400) }));
  let [turns, making] = [0, true];
  const count = () => {
    turns += 1;
    if (making) setImmediate(count);
  };
  setImmediate(count);
  const pages = await Promise.all(Array.from({ length: 60 }, () => fittingInTurn(() => entries)));
  making = false;
  assert.ok(turns > 3, `${turns}`);
  assert.ok(pages.every(({ length }) => length > 0 && length < entries.length));
});
