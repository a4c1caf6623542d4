import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentencesOf } from "../sentence.ts";
import { sentimentReader } from "./sentiment.ts";
import { sentimentByBrand } from "./sentiment-of-brands.ts";

function sentiment(text: string, ...names: string[]): (number | undefined)[] {
  const answer = parseAnswer(text);
  const counted = names
    .flatMap((name, brand) =>
      [...text.matchAll(new RegExp(name, "g"))].map(({ index }) => ({
        brand,
        evidence: { start: index, end: index + name.length, text: name, rule: "name", confidence: 1 },
      })),
    )
    .sort((one, other) => one.evidence.start - other.evidence.start);
  const scores = sentimentByBrand(sentimentReader(answer), sentencesOf(answer), counted);
  return names.map((_, brand) => scores.get(brand));
}

test("each brand has the tone of the sentences that name it", () => {
  const [acme, bolt, cord] = sentiment(
    "Acme is excellent. Bolt is terrible. Cord is a kettle.",
    "Acme",
    "Bolt",
    "Cord",
  );
  assert.ok(acme! > 50 && bolt! < 50);
  assert.equal(cord, 50);
});

test("a sentence counts once, however often it names a brand", () => {
  const once = sentiment("Acme is excellent. Acme is a kettle.", "Acme");
  const often = sentiment("Acme, yes Acme, is excellent. Acme is a kettle.", "Acme");
  assert.deepEqual(once, often);
});

test("a brand in another language has no sentiment", () => {
  const text = "Acme ist ausgezeichnet und die beste Wahl für alle, die einen leisen Kessel suchen.";
  assert.deepEqual(sentiment(text, "Acme"), [undefined]);
});
