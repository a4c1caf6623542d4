import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentimentOf, sentimentReader } from "./sentiment.ts";

function score(said: string, name?: string): number | null {
  const text = parseAnswer(said);
  const at = name === undefined ? -1 : said.indexOf(name);
  const names = at === -1 || name === undefined ? [] : [{ start: at, end: at + name.length }];
  return sentimentOf(sentimentReader(text), { start: 0, end: said.length }, names);
}

function above(better: string, worse: string): void {
  assert.ok(score(better)! > score(worse)!, `${score(better)} > ${score(worse)}`);
}

for (const said of [
  "Acme is outstanding.",
  "The app is intuitive and versatile.",
  "It is user-friendly and not expensive.",
  "It is **durable**.",
])
  test(`praise is above 50: ${said}`, () => assert.ok(score(said)! > 55, String(score(said))));

for (const said of [
  "I would avoid Acme.",
  "Acme is unreliable.",
  "It is not durable.",
  "The app is clunky and overpriced.",
  "It isn’t intuitive.",
])
  test(`blame is below 50: ${said}`, () => assert.ok(score(said)! < 45, String(score(said))));

for (const said of [
  "Acme is a company in Berlin.",
  "Acme, Bolt, Cord",
  "It has noise cancelling and fraud protection.",
  "",
])
  test(`what judges nothing is 50: ${said}`, () => assert.equal(score(said), 50));

test("a name is no praise", () => {
  assert.equal(score("Outstanding Foods sells it.", "Outstanding Foods"), 50);
});

test("degree, negation and comparison count", () => {
  above("Acme is extremely durable.", "Acme is durable.");
  above("Acme is durable.", "Acme is slightly durable.");
  above("Acme is less expensive.", "Acme is expensive.");
  above("It is not only durable.", "It is not durable.");
  above("It is lag-free and crash-free.", "It is laggy and crashes.");
  above("It is sturdy without sacrificing comfort.", "It is sturdy.");
});

test("what follows but weighs more", () => {
  above("It is pricey but durable.", "It is durable but pricey.");
});

for (const said of [
  "Acme ist hervorragend und nicht teuer.",
  "Acme est excellent et pas cher pour les équipes.",
  "Acme es una buena opción para los equipos.",
  "Acme on erinomainen ja edullinen.",
  "Это отличный выбор.",
  "これは素晴らしいです。",
  "最好的选择。",
  "أفضل خيار هو Acme لأنه خفيف.",
])
  test(`what the lexicon does not cover has no score: ${said}`, () => assert.equal(score(said), null));

test("a quotation in another language has no score inside an English answer", () => {
  const said = "Acme is good for the most of us.\nDas ist für die Teams mit der App nicht so gut.";
  const reader = sentimentReader(parseAnswer(said));
  assert.equal(sentimentOf(reader, { start: said.indexOf("Das"), end: said.length }, []), null);
});

test("a score stays within 0 and 100", () => {
  assert.ok(score("outstanding ".repeat(1000))! <= 100);
  assert.ok(score("unreliable ".repeat(1000))! >= 0);
});
