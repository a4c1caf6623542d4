import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { compileReader, readAnswer } from "../../reader/read.ts";
import { untrackedIn } from "./untracked.ts";

const reader = compileReader({ own: { name: "Acme", aliases: [], domains: [], about: null }, rivals: [] });

const answer = (text: string): MeasuredAnswer =>
  ({
    reading: readAnswer(reader, { text, citations: [], prompt: "Which headphones?" }),
  }) as unknown as MeasuredAnswer;

test("untracked names count once an answer, products of one maker together, the commonest first", () => {
  const answers = [
    answer("1. **Jabra Elite 8** – sport.\n2. **Jabra Evolve 2** – office.\n3. **Acme** – cheap."),
    answer("1. **Jabra Elite 8** – sport.\n2. **Wrike** – no headphones."),
    answer("1. **Acme** – cheap."),
  ];
  assert.deepEqual(untrackedIn(answers), [
    { name: "Jabra", answers: 2 },
    { name: "Wrike", answers: 1 },
  ]);
});

test("the maker stands for its products, and words that several makers begin with stand for nobody", () => {
  const offered = (...names: string[]) =>
    untrackedIn([answer(names.map((name, at) => `${at + 1}. **${name}** – good.`).join("\n"))]).map(
      ({ name }) => name,
    );
  assert.deepEqual(offered("Zalqora Vertuo", "Zalqora"), ["Zalqora"]);
  assert.deepEqual(offered("Dyson V15 Detect", "Dyson Airwrap", "Clas Ohlson"), ["Clas Ohlson", "Dyson"]);
  assert.deepEqual(offered("Jabra Elite 8", "Clas Ohlson"), ["Clas Ohlson", "Jabra Elite 8"]);
  assert.deepEqual(offered("Michael Kors", "Michael Page"), ["Michael Kors"]);
  assert.deepEqual(offered("Johnson & Johnson", "Johnson & Murphy"), ["Johnson & Murphy"]);
  assert.deepEqual(offered("Zalqor – Home", "Zalqor – Office"), ["Zalqor"]);
  assert.deepEqual(offered("New Zalqor", "New Frooza"), ["New Frooza"]);
});

test("answers that failed name nobody, and the list is bounded", () => {
  assert.deepEqual(untrackedIn([{ reading: null } as MeasuredAnswer]), []);
  const many = Array.from(
    { length: 30 },
    (_, at) => `${at + 1}. **Brandname${String.fromCharCode(65 + at)}x** – good.`,
  );
  assert.equal(untrackedIn([answer(many.join("\n"))]).length, 20);
});
