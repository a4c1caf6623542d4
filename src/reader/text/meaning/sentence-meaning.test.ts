import assert from "node:assert/strict";
import { test } from "node:test";
import { topicOf } from "../topic.ts";
import { wordsOf } from "../words.ts";
import { sentenceNearness } from "./sentence-meaning.ts";

const topic = (text: string) => topicOf(wordsOf(text));
const near = (text: string, other: string, less: string[] = []) =>
  sentenceNearness(topic(text), topic(other), less)?.nearness ?? null;

test("a text is nearer to what it is about than to anything else", () => {
  const insurance = "car insurance for young drivers";
  const claims = near("Compare quotes and add a named driver before the policy renews.", insurance)!;
  const baking = near("Bake the base for twenty minutes and cover it with sugar.", insurance)!;
  assert.ok(claims > baking + 0.2, `${claims} ${baking}`);
});

test("the words of the name itself can be left out", () => {
  const sold = "chocolate bars";
  assert.ok(
    near("mars planet orbit telescope chocolate", sold)! >
      near("mars planet orbit telescope chocolate", sold, ["chocolate"])!,
  );
});

test("too few known words say nothing", () => {
  assert.equal(near("qzx of", "car insurance"), null);
  assert.equal(near("a policy for young drivers", "zzqx"), null);
});

test("it says on how many words it rests", () => {
  assert.equal(sentenceNearness(topic("bank loan mortgage credit"), topic("money"), ["loan"])?.wordCount, 3);
});
