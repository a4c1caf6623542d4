import assert from "node:assert/strict";
import { test } from "node:test";
import type { Match } from "../matching/match.ts";
import { decideOnce, emptyJudgementCache, type Situation } from "./judgement-cache.ts";

const match = { pattern: {} } as Match;
const yes = { counts: true, rule: "name", confidence: 0.9 } as const;
const situation = (before: string): Situation => ({ before, surface: "Acme", after: "", claims: "" });

test("what was decided in the same situation is not decided again", () => {
  const decided = emptyJudgementCache(100);
  let times = 0;
  const decide = () => {
    times++;
    return yes;
  };
  for (const before of ["a", "b", "a", "b", "b"]) decideOnce(decided, match, situation(before), decide);
  assert.equal(times, 2);
});

test("an answer of one name again and again is decided up to a bound", () => {
  const decided = emptyJudgementCache(10);
  const rules = Array.from({ length: 1100 }, (_, at) =>
    decideOnce(decided, match, situation(String(at)), () => yes),
  ).map(({ rule }) => rule);
  assert.deepEqual([rules[999], rules[1000]], ["name", "crowded"]);
});
