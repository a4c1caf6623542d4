import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../mention.ts";

const reader = compileMentionReader({
  own: { name: "Acme Labs", aliases: ["Acme"], domains: ["acme.com"], about: null },
  rivals: [{ name: "Booking", aliases: [], domains: ["booking.com"], about: null }],
});
const rulesIn = (text: string) => findMentions(reader, parseAnswer(text), null);

const markers = [
  "It lasts all day. ([acme.com](https://acme.com/tests/?utm_source=openai))",
  "It lasts all day ([acme.com](https://www.acme.com/tests)).",
  "It lasts all day ([acme.com](https://acme.com)), which few do.",
  "It lasts all day.([Acme Labs][1], [Other][2])\n\n[1]: https://acme.com/x\n[2]: https://other.example/",
  "| Cheap | ([Other][1], [Acme Labs][4]) |\n|---|---|\n| a | b |",
  "* water resistance([Acme][4], [Other][5])\n* more",
  "It lasts all day ([Acme Labs](https://acme.com/best-batteries/)).",
  "It lasts. ([Acme: the best batteries of 2025](https://acme.com/best)) It is cheap.",
  "It lasts.[Acme Labs][3]",
  "It lasts. [acme.com](https://acme.com/a)\n\nNext.",
  '[1]: https://acme.com/x "Acme Labs: tests"',
  "It lasts 【12†Acme Labs】.",
  "It lasts [3†acme.com].",
  "Es hält lange (Quelle: Acme Labs).",
  "It lasts (source: [Acme Labs](https://acme.com)).",
  "It lasts (via [Acme Labs](https://acme.com)).",
  "It lasts.\n\nSource: Acme Labs",
  "It lasts.\n\nSources: Acme Labs, Other Magazine, https://x.example",
  "It lasts.\n\n**Sources:**\n\n- [Acme Labs, batteries](https://acme.com/b)\n- [Other](https://o.example/)",
  "## 参考文献\n\n1. [Acme Labs](https://acme.com/b)",
  "It lasts.[^1]\n\n[^1]: Acme Labs, “Batteries”, https://acme.com/b",
  "It lasts [1].\n\n[1] Acme Labs – https://acme.com/b\n[2] Other – https://o.example/",
  "It lasts all day.Acme Labs+2Other+1",
  "It lasts all day.\nAcme Labs+2\nIt is cheap.",
  "Most people like it (acme.com).",
  "Most people like it. (other.example, acme.com)",
];

for (const text of markers) {
  test(`a citation is no mention: ${JSON.stringify(text)}`, () => {
    const { occurrences: counted, notCounted } = rulesIn(text);
    assert.deepEqual(
      counted.map(({ evidence }) => evidence.text),
      [],
    );
    assert.ok(notCounted.some(({ rule }) => rule === "citation_marker"));
  });
}

const mentions = [
  "[Acme Labs](https://acme.com) makes the best ones.",
  "According to [Acme Labs][1], it lasts.\n\n[1]: https://other.example/",
  "Look at a rival ([Acme Labs](https://acme.com) or another) first.",
  "The best ones ([Acme Labs](https://acme.com)) last all day.",
  "Acme Labs (acme.com) makes the best ones.",
  "Try Acme (acme.com).",
  "Go to acme.com for the best ones.",
  "1. **[Acme Labs][1]**: lasts all day",
  "| Brand | Price |\n|---|---|\n| [Acme Labs](https://acme.com) | 3 |",
  "It lasts. [Acme Labs](https://acme.com) makes it.",
  "It comes from a small maker (Acme Labs).",
  "The source: Acme Labs makes both the cell and the case, and sells them together.",
  "Sources of joy are many, and Acme Labs is one.",
  "Acme Labs+ costs 5 a month.",
  "[^1]: Acme Labs raised its prices in May.",
];

for (const text of mentions) {
  test(`what only looks like a citation is a mention: ${JSON.stringify(text)}`, () => {
    assert.ok(rulesIn(text).occurrences.length > 0);
  });
}

test("many links in one bracket are read in one pass", () => {
  const text = `It lasts. (${"[Acme][1], ".repeat(20_000)}[Acme][1])`;
  assert.equal(rulesIn(text).occurrences.length, 0);
});
