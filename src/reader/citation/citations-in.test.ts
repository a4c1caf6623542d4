import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import type { GivenCitation } from "../reading.ts";
import { sentencesOf } from "../sentence.ts";
import { citationsIn } from "./citations-in.ts";

const read = (answer: string, given: readonly GivenCitation[] = []) => {
  const text = parseAnswer(answer);
  return citationsIn(text, sentencesOf(text), given, () => "other");
};
const cites = (url: string, span?: { start: number; end: number }): GivenCitation => ({
  url,
  title: null,
  cited: true,
  ...(span && { span }),
});
const urls = (answer: string, given?: readonly GivenCitation[]) => read(answer, given).map(({ url }) => url);

test("links, footnotes and addresses in the text are citations, once each, in the order of the text", () => {
  const answer = [
    "See [the test](https://b.example/x?utm_source=y) and https://a.example/.",
    "Also [Lab][1] and [the test again](https://b.example/x#part).",
    "",
    '[1]: https://c.example/ "The lab"',
  ].join("\n");
  assert.deepEqual(
    read(answer).map(({ url, title, position, cited }) => [url, title, position, cited]),
    [
      ["https://b.example/x", "the test", 1, true],
      ["https://a.example/", null, 2, true],
      ["https://c.example/", "The lab", 3, true],
    ],
  );
});

test("what the engine gave and what the text links to are one citation", () => {
  const given = [{ url: "https://a.example/?utm_source=x", title: "A", cited: true }];
  assert.deepEqual(
    read("Read [this](https://a.example/).", given).map(({ url, title }) => [url, title]),
    [["https://a.example/", "A"]],
  );
});

test("given citations without a place keep their order, before those that the text adds behind them", () => {
  assert.deepEqual(
    urls("See https://c.example/ now.", [cites("https://b.example/"), cites("https://a.example/")]),
    ["https://b.example/", "https://a.example/", "https://c.example/"],
  );
});

test("given citations with spans stand in the order of their first span", () => {
  const given = [
    cites("https://a.example/", { start: 5, end: 9 }),
    cites("https://b.example/", { start: 0, end: 4 }),
  ];
  assert.deepEqual(urls("Good stuff.", given), ["https://b.example/", "https://a.example/"]);
});

test("what was only retrieved comes last and is not cited, unless the text links to it", () => {
  const given = [
    { url: "https://a.example/", title: null, cited: false },
    { url: "https://b.example/", title: null, cited: false },
    { url: "https://c.example/", title: null, cited: true },
  ];
  assert.deepEqual(
    read("See [b](https://b.example/).", given).map(({ url, cited }) => [url, cited]),
    [
      ["https://b.example/", true],
      ["https://c.example/", true],
      ["https://a.example/", false],
    ],
  );
});

test("what is no web page is no citation", () => {
  assert.deepEqual(
    urls("Write to [us](mailto:a@b.example), a@b.example, [up](#top) or [x](javascript:alert(1)).", [
      cites("nonsense"),
    ]),
    [],
  );
});

test("an image is no citation", () => {
  assert.deepEqual(urls("![shot](https://a.example/shot.png)"), []);
});

test("numbers in brackets cite what was given in that place", () => {
  const given = [cites("https://a.example/"), cites("https://b.example/")];
  const [a, b] = read("One two three four.[2] Five six seven eight.[1][2]", given);
  // Sentence 1 weighs 4, sentence 2 weighs 4/e; b has the first and half of the second.
  const whole = 4 + 4 / Math.E;
  assert.deepEqual([b?.url, a?.url], ["https://a.example/", "https://b.example/"]);
  assert.ok(Math.abs(a!.wordShare! - (4 + 2 / Math.E) / whole) < 1e-12);
  assert.ok(Math.abs(b!.wordShare! - 2 / Math.E / whole) < 1e-12);
});

test("the words of one sentence are shared by its citations", () => {
  const given = [
    cites("https://a.example/", { start: 0, end: 4 }),
    cites("https://b.example/", { start: 0, end: 4 }),
  ];
  assert.deepEqual(
    read("Good stuff.", given).map(({ wordShare }) => wordShare),
    [0.5, 0.5],
  );
});

test("word shares add up to one, and are null where nothing says what a citation supports", () => {
  const places = [cites("https://a.example/", { start: 0, end: 4 }), cites("https://b.example/")];
  assert.deepEqual(
    read("Good stuff. More of it.", places).map(({ wordShare }) => wordShare),
    [1, null],
  );
  assert.deepEqual(
    read("Good stuff.", [cites("https://a.example/")]).map(({ wordShare }) => wordShare),
    [null],
  );
});

test("a source named behind the full stop supports the sentence before it", () => {
  const shares = read("One two.([Lab](https://a.example/)) Three four.([Shop](https://b.example/))");
  const whole = 1 + 1 / Math.E;
  assert.ok(Math.abs(shares[0]!.wordShare! - 1 / whole) < 1e-12);
  assert.ok(Math.abs(shares[1]!.wordShare! - 1 / Math.E / whole) < 1e-12);
});

test("a span outside the answer is as good as none", () => {
  const given = [
    cites("https://a.example/", { start: 5, end: 500 }),
    cites("https://b.example/", { start: -3, end: 2 }),
  ];
  assert.deepEqual(
    read("Good stuff.", given).map(({ wordShare }) => wordShare),
    [null, null],
  );
});

test("http, https, www. and a slash at the end do not make another page", () => {
  const given = ["http://www.a.example/x/", "https://a.example/x#y", "https://a.example/x?utm_source=openai"];
  assert.deepEqual(
    urls(
      "x",
      given.map((url) => cites(url)),
    ),
    ["http://www.a.example/x/"],
  );
});

const grounding = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC";
for (const [url, title, page] of [
  [grounding, " sony.com ", "https://sony.com/"],
  [grounding, "müller.de", "https://xn--mller-kva.de/"],
  [grounding, "Best kettles of 2026", undefined],
  [grounding, "Node.js", undefined],
  [grounding, null, undefined],
  ["https://www.google.com/url?q=https://a.example/x&sa=U", "A page", "https://a.example/x"],
  ["https://www.google.com/url?sa=t", "smeg.com", "https://smeg.com/"],
  ["https://www.google.com/url?sa=t", "A page", undefined],
] as const)
  test(`${url.slice(8, 40)} with the title ${title} is ${page ?? "no known page"}`, () =>
    assert.equal(urls("x", [{ url, title, cited: true }])[0], page));
