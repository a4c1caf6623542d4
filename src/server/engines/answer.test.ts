import assert from "node:assert/strict";
import { test } from "node:test";
import { textShown } from "../../reader/hidden-parts/not-shown.ts";
import { answerFrom, type FoundCitation } from "./answer.ts";
import { answerBytesMax } from "./engine.ts";

const asked = { model: "m", prices: [], moreTokens: null };
const ending = "complete" as const;
const text = "Acme is light. Bolt is soft.";
const used = { searched: true, searches: 1, inputTokens: 1, outputTokens: 1 };

function citationsOf(citations: FoundCitation[]) {
  return answerFrom({ text, ending, citations, model: "m", ...used }, asked).citations;
}

test("cited pages come in the order of the answer, before what was only retrieved", () => {
  const given = citationsOf([
    { url: "https://retrieved.example/", cited: false },
    { url: "https://later.example/", cited: true, span: { start: 15, end: 28 } },
    { url: "https://first.example/", cited: true, span: { start: 0, end: 14 } },
    { url: "https://first.example/", cited: false },
  ]);
  assert.deepEqual(
    given.map(({ url, cited }) => [url, cited]),
    [
      ["https://first.example/", true],
      ["https://later.example/", true],
      ["https://retrieved.example/", false],
    ],
  );
});

test("a page that OpenAI tags where it cites it is not listed as retrieved besides", () => {
  const given = citationsOf([
    { url: "https://a.example/x", cited: false },
    { url: "https://a.example/x?utm_source=openai", cited: true, span: { start: 0, end: 14 } },
  ]);
  assert.deepEqual(
    given.map(({ url }) => url),
    ["https://a.example/x?utm_source=openai"],
  );
});

test("a page cited twice is kept with both spans, once each", () => {
  const at = { url: "https://a.example/", cited: true, span: { start: 0, end: 14 } };
  const given = citationsOf([at, at, { ...at, span: { start: 15, end: 28 } }]);
  assert.deepEqual(
    given.map(({ span }) => span?.start),
    [0, 15],
  );
});

for (const url of [
  "javascript:alert(1)",
  "ftp://a.example/",
  "a.example",
  "",
  "http://",
  7,
  null,
  "https://[",
  {},
]) {
  test(`${JSON.stringify(url)} is no citation`, () =>
    assert.deepEqual(citationsOf([{ url, cited: true }]), []));
}

test("a span outside the text is left away, the citation stays", () => {
  const url = "https://a.example/";
  for (const span of [
    { start: 40, end: 50 },
    { start: -1, end: 5 },
    { start: 5, end: 5 },
    { start: Number.NaN, end: 5 },
  ]) {
    assert.deepEqual(citationsOf([{ url, cited: true, span }]), [{ url, title: null, cited: true }]);
  }
});

test("ten thousand citations are bounded, and so are titles and addresses", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    url: `https://a.example/${index}`,
    cited: true,
  }));
  assert.equal(citationsOf(many).length, 100);
  const [long] = citationsOf([{ url: "https://a.example/", title: "é".repeat(9_999), cited: true }]);
  assert.equal(long?.title?.length, 500);
  assert.deepEqual(citationsOf([{ url: `https://a.example/${"a".repeat(5_000)}`, cited: true }]), []);
});

test("of an answer's pages the first hundred are kept and the others counted, repeats and what is no address aside", () => {
  const page = (at: number) => ({ url: `https://a.example/${at}`, cited: true });
  const many = [...Array.from({ length: 130 }, (_, at) => page(at)), page(3), { url: "none", cited: true }];
  const given = { text, ending, citations: many, model: "m", ...used };
  const { citations, citationsLeftOut } = answerFrom(given, asked);
  assert.deepEqual(
    [citations.length, citations.at(-1)?.url, citationsLeftOut],
    [100, "https://a.example/99", 30],
  );
});

test("a model that is no text is not taken", () => {
  const used = { searched: null, searches: null, inputTokens: null, outputTokens: null };
  assert.equal(answerFrom({ text, ending, citations: [], model: { name: "m" }, ...used }, asked).model, null);
});

test("what was searched for is bounded and in order, whatever a vendor sends", () => {
  const used = { searched: true, searches: 1, inputTokens: null, outputTokens: null };
  const read = (queries: readonly unknown[]) =>
    answerFrom({ text: "", ending, citations: [], model: null, queries, ...used }, asked).queries;
  assert.deepEqual(read([" b ", "a", null, 7, "", "b\0"]), ["b", "a", "b\uFFFD"]);
  assert.deepEqual(read(["🎧".repeat(600)]), ["🎧".repeat(250)]);
  assert.equal(read(Array.from({ length: 60 }, () => "again")).length, 50);
});

for (const [what, open, close] of [
  ["between marks", "<think>", "</think>\n"],
  ["whose opening mark was in the prompt", "", "</think>\n"],
  ["of gpt-oss", "<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  ["in words", "Thought: ", "\nFinal Answer: "],
] as const)
  test(`a thought ${what} that fills the bound does not push the answer out`, () => {
    const said = "Buy a Smeg, not a Northwind.";
    const text = `${open}${"Fellow, é or not. ".repeat(20_000)}${close}${said}`;
    const span = { start: text.indexOf("Smeg"), end: text.length };
    const citations = [{ url: "https://a.example/", cited: true, span }];
    const got = answerFrom({ text, ending, citations, model: "m", ...used }, asked);

    assert.ok(!got.truncated && Buffer.byteLength(got.text) <= answerBytesMax);
    assert.ok(
      Buffer.byteLength(got.text) > answerBytesMax - 10,
      "as much of the thought as there is room for",
    );
    assert.equal(textShown(got.text), said);
    const place = got.citations[0]!.span!;
    assert.equal(got.text.slice(place.start, place.end), "Smeg, not a Northwind.");
  });

test("of an answer over the bound its end is cut, and the thought before it goes first", () => {
  const text = `<think>${"a ".repeat(1_000)}</think>${"b ".repeat(answerBytesMax)}`;
  const got = answerFrom({ text, ending, citations: [], model: "m", ...used }, asked);
  assert.ok(got.truncated && Buffer.byteLength(got.text) === answerBytesMax);
  assert.ok(got.text.indexOf("b") < 600);
});
