import assert from "node:assert/strict";
import { test } from "node:test";
import { statementTemplate } from "./statement-template.ts";

for (const [given, shown] of [
  ["select * from reports where id = $1 and n > 12.5", "select * from reports where id = $1 and n > ?"],
  ["select 'it''s secret', E'a\\'b', $$dollar$$, $x$y$x$", "select ?, …"],
  ["select 1 from t1 where \"c2\" = 'a -- b'", 'select ? from t1 where "c2" = ?'],
  ["insert into asks values ($1, $2, $3), ($4, $5, $6)", "insert into asks values ($1, …), …"],
  ["select a\n  from   b -- for somebody\n where c in ($1,$2)", "select a from b where c in ($1, …)"],
] as const)
  test(`a statement is shown without its values: ${shown}`, () => {
    assert.equal(statementTemplate(given), shown);
  });

test("a long statement is cut", () => {
  assert.equal(statementTemplate(`select ${"a, ".repeat(1_000)}b`).length, 600);
});
