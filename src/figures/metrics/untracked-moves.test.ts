import assert from "node:assert/strict";
import { test } from "node:test";
import { untrackedMoves } from "./untracked-moves.ts";

const side = (answers: number, names: Record<string, number>) => ({
  metrics: { answers },
  untracked: Object.entries(names).map(([name, answers]) => ({ name, answers })),
});

test("who is named now and was not before comes first, by its share of the answers", () => {
  assert.deepEqual(
    untrackedMoves(
      side(48, { Altra: 4, "On Cloudmonster": 6 }),
      side(24, { "Topo Phantom": 8, "On Cloud": 3 }),
    ),
    [
      { name: "Topo Phantom", answersBefore: 0, answers: 8 },
      { name: "Altra", answersBefore: 4, answers: 0 },
    ],
  );
});

test("a list that is full does not tell who else was named", () => {
  const full = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Maker${at}`, 30 - at]));
  const [first] = untrackedMoves(side(48, full), side(48, { ...full, Maker0: 30, Topo: 25 }));
  assert.deepEqual(first, { name: "Topo", answersBefore: null, answers: 25 });
});

test("readings that know no untracked names have no moves", () => {
  assert.deepEqual(untrackedMoves({ metrics: { answers: 3 } }, side(3, { Topo: 1 })), []);
});
