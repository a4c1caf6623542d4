import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, answersTo, citation, naming, tracked } from "../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../reader/answer.ts";
import { type Gap, gapsOf } from "./gaps.ts";
import { inOrder, tallyOf } from "./metrics/tally.ts";

const of = (answers: readonly MeasuredAnswer[], brands = tracked): Gap[] => {
  const ordered = inOrder(answers);
  return gapsOf(ordered, brands, tallyOf(ordered, brands));
};

test("a prompt in which rivals are named and the brand never is, is a gap", () => {
  const [gap, ...others] = of(answersTo([[["Bolt", "Cube"], ["Bolt"], ["Bolt"], []]]));
  assert.deepEqual(others, []);
  assert.deepEqual([gap?.gapType, gap?.competitors, gap?.severity], ["absent", ["Bolt", "Cube"], "high"]);
  assert.deepEqual([gap?.answers, gap?.mentions], [4, 0]);
  assert.equal(
    gap?.suggestion,
    "Bolt is named in 3 of 4 answers to this prompt and Acme in none. Answer this question on your website and say what Acme offers there; the content plan knows which page to improve, or that it is a new one.",
  );
});

test("a brand named behind a rival is outranked, and only the rivals ahead are said", () => {
  const [gap] = of(
    answersTo([
      [
        ["Bolt", "Acme", "Cube"],
        ["Bolt", "Acme"],
      ],
    ]),
  );
  assert.deepEqual([gap?.gapType, gap?.competitors, gap?.severity], ["outranked", ["Bolt"], "medium"]);
  assert.deepEqual([gap?.answers, gap?.mentions], [2, 2]);
  assert.match(gap!.suggestion, /^Bolt is named in 2 of 2 answers to this prompt and comes before Acme\. /);
});

test("a rival that is named more often is said with both counts", () => {
  const [gap] = of(answersTo([[["Bolt"], ["Bolt"], ["Acme"]]]));
  assert.match(gap!.suggestion, /^Bolt is named in 2 of 3 answers to this prompt, Acme in 1\. /);
});

test("a brand that is ahead, or a prompt where nobody is named, is no gap", () => {
  assert.deepEqual(of(answersTo([[["Acme", "Bolt"]], [[]]])), []);
});

test("only the assistants in which rivals are ahead are named", () => {
  const [gap] = of([
    ...answersTo([[["Bolt"], ["Bolt"]]], { provider: "claude" }),
    ...answersTo([[["Acme", "Bolt"]]], { provider: "chatgpt" }),
  ]);
  assert.deepEqual(gap?.providers, ["claude"]);
});

test("one or two answers make no gap severe", () => {
  assert.equal(of(answersTo([[["Bolt"], ["Bolt"]]]))[0]?.severity, "medium");
});

const citing = (domains: readonly string[], sample = 1) =>
  answer({
    searched: true,
    sample,
    reading: naming(["Acme"], { citations: domains.map((domain) => citation(domain)) }),
  });

test("answers that cite sources and never the brand's pages are a gap, the severer the more rivals are cited", () => {
  const [gap] = of([
    citing(["bolt.example", "news.example"], 1),
    citing(["bolt.example"], 2),
    citing(["wiki.example"], 3),
  ]);
  assert.deepEqual([gap?.gapType, gap?.competitors, gap?.severity], ["not_cited", ["Bolt"], "high"]);
  assert.match(
    gap!.suggestion,
    /^3 answers to this prompt cite sources, and none of them is acme\.example; Bolt's own pages are cited in 2\. /,
  );
  assert.equal(of([citing(["wiki.example"])])[0]?.severity, "low");
});

test("a cited page of the brand closes the gap, and without a known domain there is none to close", () => {
  assert.deepEqual(of([citing(["acme.example"]), citing(["wiki.example"], 2)]), []);
  const homeless = { ...tracked, own: { ...tracked.own, domains: [] } };
  assert.deepEqual(of([citing(["wiki.example"])], homeless), []);
});

test("the advice names the source that the answers cite most", () => {
  const cited = (sample: number) =>
    answer({
      sample,
      reading: naming(["Bolt"], { citations: [citation("news.example"), citation("bolt.example")] }),
    });
  assert.match(
    of([cited(1), cited(2)])[0]!.suggestion,
    /Get Acme onto news\.example, which these answers cite most \(2 times\)/,
  );
});

test("the severest gaps come first, at most 50", () => {
  const mild = Array.from({ length: 60 }, () => [
    ["Bolt"],
    ["Acme"],
    ["Acme", "Bolt"],
    ["Bolt", "Acme"],
    ["Bolt"],
  ]);
  const gaps = of(answersTo([...mild, [["Cube"], ["Cube"], ["Cube"]]]));
  assert.deepEqual([gaps.length, gaps[0]?.severity, gaps[0]?.prompt], [50, "high", "p61"]);
});
