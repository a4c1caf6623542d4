import assert from "node:assert/strict";
import { test } from "node:test";
import { sharesTopic, stemOf, topicOf } from "./topic.ts";

const topic = (text: string) => topicOf(text.split(" "));

test("two texts share a topic by a word, in the singular or plural", () => {
  assert.ok(sharesTopic(topic("electric kettles"), topic("a kettle")));
  assert.ok(!sharesTopic(topic("electric kettles"), topic("running shoes")));
});

test("two texts share a topic by their trade, without a common word", () => {
  assert.ok(sharesTopic(topic("laptop"), topic("computer")));
});

test("words that fit every trade share nothing", () => {
  assert.ok(!sharesTopic(topic("best app company"), topic("best app company")));
});

test("a seller of everything suits any topic", () => {
  assert.ok(topic("online marketplace").anything);
  assert.ok(!topic("running shoes").anything);
});

test("words are counted", () => {
  assert.deepEqual(
    [...topic("tea for tea").words],
    [
      ["tea", 2],
      ["for", 1],
    ],
  );
});

for (const [word, stem] of [
  ["batteries", "battery"],
  ["watches", "watch"],
  ["shoes", "shoe"],
  ["glass", "glass"],
  ["bus", "bus"],
  ["ties", "tie"],
] as const)
  test(`the singular of "${word}" is "${stem}"`, () => assert.equal(stemOf(word), stem));
