import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, citation, failedCall, naming } from "../../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../answer/answer.ts";
import type { ReadCitation } from "../../answer/reading.ts";
import { sourcesOf } from "./sources.ts";
import { inOrder } from "./tally.ts";

const citing = (citations: ReadCitation[], more: Partial<MeasuredAnswer> = {}) =>
  answer({ searched: true, reading: naming([], { citations }), ...more });
const of = (...answers: MeasuredAnswer[]) => sourcesOf(inOrder(answers));

test("a domain's share is of all citations, the most cited comes first", () => {
  const { domains } = of(
    citing([citation("news.example"), citation("wiki.example")]),
    citing([citation("wiki.example")], { provider: "claude" }),
    failedCall(),
  );
  assert.deepEqual(
    domains.map(({ domain, citations, citationShare, providers }) => [
      domain,
      citations,
      citationShare,
      providers,
    ]),
    [
      ["wiki.example", 2, 2 / 3, ["chatgpt", "claude"]],
      ["news.example", 1, 1 / 3, ["chatgpt"]],
    ],
  );
});

test("pages that an engine only retrieved are no sources", () => {
  assert.deepEqual(of(citing([citation("news.example", { cited: false })])), { domains: [], urls: [] });
});

test("equally cited domains stand in alphabetical order", () => {
  const { domains } = of(citing([citation("b.example"), citation("a.example")]));
  assert.deepEqual(
    domains.map(({ domain }) => domain),
    ["a.example", "b.example"],
  );
});

test("a page has the first title that any engine gave it, and the prompts it answers", () => {
  const page = { url: "https://a.example/x" };
  const one = citing([citation("a.example", page)], { prompt: "p1", promptKey: "p_1" });
  const two = citing([citation("a.example", { ...page, title: "X" })], { prompt: "p2", promptKey: "p_2" });
  const again = citing([citation("a.example", { ...page, title: "Y" })], {
    prompt: "p2",
    promptKey: "p_2",
    sample: 2,
  });
  assert.deepEqual(of(again, two, one).urls, [
    { url: page.url, title: "X", citations: 3, promptKeys: ["p_1", "p_2"] },
  ]);
});

test("the word share of a domain is its mean over the answers that cite, null where nothing is attributed", () => {
  const answers = [
    citing([citation("a.example", { wordShare: 0.75 }), citation("b.example", { wordShare: 0.25 })]),
    citing([citation("b.example", { wordShare: 1 })], { sample: 2 }),
    citing([], { sample: 3 }),
  ];
  assert.deepEqual(
    of(...answers).domains.map(({ domain, wordShare, wordShareAnswers }) => [
      domain,
      wordShare,
      wordShareAnswers,
    ]),
    [
      ["b.example", 0.625, 2],
      ["a.example", 0.375, 2],
    ],
  );
  assert.equal(of(citing([citation("a.example")])).domains[0]?.wordShare, null);
});

test("the lists are bounded, the shares are still of everything", () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    citation(`site${String(at).padStart(4, "0")}.example`),
  );
  const { domains, urls } = of(citing(many));
  assert.deepEqual([domains.length, urls.length, domains[0]?.citationShare], [200, 200, 1 / 1000]);
});
