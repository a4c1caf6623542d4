import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../mention.ts";

const brand = (name: string, more: { aliases?: string[]; domains?: string[]; about?: string } = {}) => ({
  ...{ name, aliases: [], domains: [], about: null },
  ...more,
});

/** The rule that decided each place where the first brand is spelled; "+" where it counts. */
function rules(text: string, own: ReturnType<typeof brand>, prompt: string | null = null): string[] {
  const reader = compileMentionReader({ own, rivals: [brand("Zyndra")] });
  const { occurrences: counted, notCounted } = findMentions(reader, parseAnswer(text), prompt);
  return [
    ...counted.filter(({ brand }) => brand === 0).map(({ evidence }) => ({ ...evidence, sign: "+" })),
    ...notCounted.filter(({ name }) => name === own.name).map((evidence) => ({ ...evidence, sign: "-" })),
  ]
    .sort((a, b) => a.start - b.start)
    .map(({ sign, rule }) => `${sign}${rule}`);
}

const quantor = brand("Quantor", { domains: ["quantor.example"] });

test("a coined name counts, inflected too", () => {
  assert.deepEqual(rules("Quantor is fine, and so is Quantor's app.", quantor), ["+name", "+inflected"]);
});

test("where no reader sees it, or it only cites, it does not count", () => {
  assert.deepEqual(rules("Run `quantor --help`.", quantor), ["-code"]);
  assert.deepEqual(rules("![Quantor logo](https://x.example/a.png)", quantor), ["-image"]);
  assert.deepEqual(
    rules("It lasts ([quantor.example](https://quantor.example/a)).", quantor).includes("+name"),
    false,
  );
});

test("the brand's own domain in prose names it, another's does not", () => {
  assert.deepEqual(rules("Order at quantor.example today.", quantor), ["+domain"]);
  assert.deepEqual(rules("Order at quantor.shop.com today.", quantor), ["-other_domain"]);
});

test("a host that is another name of the brand is its own, that of its name under another label is not", () => {
  const alphabet = brand("Alphabet", { aliases: ["Fitbit", "Nest"], domains: ["abc.xyz"] });
  assert.deepEqual(rules("Set it up at nest.com first.", alphabet), ["+domain_in_prose"]);
  assert.deepEqual(rules("Teach it with alphabet.com today.", alphabet), ["-other_domain"]);
});

test("what is merely like the brand is something else", () => {
  assert.deepEqual(rules("A Quantor-like device.", quantor), ["-derivative"]);
});

test("the question said again, or nothing known of it, is no mention", () => {
  assert.deepEqual(rules("I found no information about Quantor.", quantor), ["-absence"]);
});

test("an ordinary word in lower case is a word", () => {
  assert.deepEqual(rules("Put it on the slack rope.", brand("Slack", { about: "chat for teams" })), [
    "-ordinary_word",
  ]);
});

test("the same place is judged the same wherever it stands in the answer", () => {
  const sentence = "Quantor is a fine choice for teams.";
  const [first, second] = rules(`${sentence}\n\nSome other words come here.\n\n${sentence}`, quantor);
  assert.equal(first, second);
});
