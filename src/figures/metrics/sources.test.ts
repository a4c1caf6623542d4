import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, citation, failedCall, naming } from "../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { ReadCitation } from "../../reader/reading.ts";
import { isEqual } from "../uncertainty/interval.ts";
import { citingIn } from "./cited-domain.ts";
import { sourcesOf } from "./sources.ts";
import { inOrder } from "./tally.ts";

const citing = (citations: ReadCitation[], more: Partial<MeasuredAnswer> = {}) =>
  answer({ searched: true, reading: naming([], { citations }), ...more });
const of = (...answers: MeasuredAnswer[]) => sourcesOf(citingIn(inOrder(answers)));

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

test("a domain's shares have intervals over prompts like these, which contain them", () => {
  const answers = Array.from({ length: 8 }, (_, prompt) =>
    [1, 2, 3].map((sample) =>
      citing(
        [
          citation("a.example", { wordShare: prompt % 2 ? 0.9 : 0.5 }),
          citation("b.example", { wordShare: prompt % 2 ? 0.1 : 0.5 }),
          ...(prompt < 2 ? [citation("c.example", { wordShare: null })] : []),
        ],
        { prompt: `p${prompt}`, sample },
      ),
    ),
  ).flat();
  const { domains } = of(...answers);
  const [a, b, c] = domains.map(({ citationShareCi }) => citationShareCi!);
  assert.deepEqual(a, b, "equally cited");
  // 24 of 54 citations, evenly over the prompts; 6 of 54, from two of them.
  assert.ok(a![0] > 0.25 && a![0] < 24 / 54 && a![1] > 24 / 54 && a![1] < 0.65, `${a}`);
  assert.ok(c![0] < 0.05 && c![1] > 6 / 54 && c![1] > 0.2, `${c}`);
  const words = domains[0]!;
  assert.ok(isEqual(words.wordShare!, 0.7));
  assert.ok(words.wordShareCi![0] < 0.7 && words.wordShareCi![1] > 0.7, `${words.wordShareCi}`);
});

test("a domain that has every citation can have them all, and one prompt proves little", () => {
  const [only] = of(citing([citation("a.example", { wordShare: 1 })])).domains;
  assert.deepEqual([only!.citationShareCi![1], only!.wordShareCi![1]], [1, 1]);
  assert.ok(only!.citationShareCi![0] < 0.3, `${only!.citationShareCi}`);
});

test("a page is one source, shown as its commonest address", () => {
  const of1 = (url: string) => citing([{ ...citation("a.example"), url }]);
  const { urls } = of(
    of1("http://a.example/x"),
    of1("https://www.a.example/x/"),
    of1("https://www.a.example/x/"),
  );
  assert.deepEqual(
    urls.map(({ url, citations }) => [url, citations]),
    [["https://www.a.example/x/", 3]],
  );
});
