import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../test/fixtures/answers.ts";
import { comparison } from "./comparison.ts";
import { movedBesides } from "./moved-besides.ts";
import { scoreReport } from "./report.ts";

/** Eight prompts, twelve answers each, of which so many name Acme; the others name Bolt or nobody. */
const eight = (namedIn: (prompt: number) => number, rest: string[] = []) =>
  scoreReport(
    answersTo(
      Array.from({ length: 8 }, (_, prompt) =>
        Array.from({ length: 12 }, (_, at) => (at < namedIn(prompt) ? ["Acme"] : rest)),
      ),
    ),
    tracked,
  );

const besides = (before: ReturnType<typeof eight>, after: ReturnType<typeof eight>): string[] => {
  const compared = comparison(before, after, []);
  assert.equal(compared.change.direction, "flat");
  return movedBesides(compared, compared.change);
};

test("where how often a brand is named did not move, prompts and competitors that did are told", () => {
  const even = eight(() => 6);
  assert.deepEqual(
    besides(
      even,
      eight(() => 6),
    ),
    [],
  );
  assert.deepEqual(
    besides(
      even,
      eight((prompt) => (prompt < 4 ? 12 : 0)),
    ),
    ["8 prompts"],
  );
  assert.deepEqual(
    besides(
      even,
      eight(() => 6, ["Bolt"]),
    ),
    ["1 competitor"],
  );
});

test("a visibility that moved is told, and assistants where several answered", () => {
  const { change, ...compared } = comparison(
    eight(() => 6),
    eight(() => 6),
    [],
  );
  const up = { where: "both", change: { direction: "up" } } as (typeof compared.providers)[number];
  const moved = { ...compared, providers: [up, { ...up, change: null }] };
  const visibilityScoreDeltaCi: [number, number] = [-16.5, -8.1];
  assert.deepEqual(movedBesides(moved, { visibilityScoreDeltaCi }), ["its visibility", "1 assistant"]);
  assert.deepEqual(movedBesides({ ...compared, providers: [up] }, change), []);
});
