import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Automaton, buildAutomaton, step } from "./automaton.ts";

const units = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

function found(automaton: Automaton, text: string): string[] {
  let state = 0;
  return units(text).flatMap((unit, at) => {
    const kind = automaton.classOf[unit] as number;
    state = kind === 0 ? 0 : step(automaton, state, kind);
    const ended: string[] = [];
    for (let output = automaton.outputs[automaton.output[state] as number]; output; ) {
      ended.push(...output.patterns.map((pattern) => `${pattern}@${at}`));
      output = automaton.outputs[output.shorter];
    }
    return ended;
  });
}

function search(patterns: readonly string[], text: string): string[] {
  return patterns.flatMap((pattern, index) =>
    Array.from({ length: text.length }, (_, at) => at)
      .filter((at) => pattern !== "" && text.startsWith(pattern, at))
      .map((at) => `${index}@${at + pattern.length - 1}`),
  );
}

test("one pass finds what looking for every pattern by itself finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 60 }),
      (patterns, text) => {
        const automaton = buildAutomaton(patterns.map(units));
        assert.deepEqual(found(automaton, text).sort(), search(patterns, text).sort());
      },
    ),
  );
});

test("patterns too many for full rows are found as well", () => {
  const patterns = Array.from({ length: 3000 }, (_, index) =>
    String.fromCharCode(0x4e00 + index, 0x5e00 + (index % 700), 0x6e00 + ((index * 7) % 900)),
  );
  const automaton = buildAutomaton(patterns.map(units));
  assert.ok(automaton.full < automaton.fail.length);
  const text = [2999, 5, 1234, 77].map((index) => `x${patterns[index]}`).join("");
  assert.deepEqual(
    found(automaton, text),
    search(patterns, text).sort((a, b) => Number(a.split("@")[1]) - Number(b.split("@")[1])),
  );
});
