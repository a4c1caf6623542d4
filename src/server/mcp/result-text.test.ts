import assert from "node:assert/strict";
import { test } from "node:test";
import { shortForm } from "./result-text.ts";
import { tokensIn } from "./token-count.ts";

const prompts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{
      prompt_key: `p_${String(at).padStart(20, "0")}`,
      prompt: `which one is best for case number ${at}?`,
    },
    ...{ mentions_before: 5, answers_before: 6, mentions: 1, answers: 6, beyond_noise: null },
  }));
const rivals = ["Bose", "Sony"].map((name) => ({ name, where: "both", beyond_noise: true }));

test("no list has a head without rows, however many there are", () => {
  for (let lists = 1; lists < 40; lists += 1) {
    const many = Object.fromEntries(Array.from({ length: lists }, (_, at) => [`list_${at}`, prompts(14)]));
    const { text, cut } = shortForm({ headline: "It fell.", ...many, competitors: rivals }, 1_600);
    assert.doesNotMatch(text, /---\|\n*(?:\n\w|$)/, text);
    assert.ok(tokensIn(text) <= 1_600);
    const shown = text.includes("\ncompetitors (2)");
    assert.ok((shown && /\| Sony/.test(text)) || cut.length > 0, text);
  }
});

test("of lists that are too long together each keeps some rows, and its head says how many", () => {
  const { text } = shortForm(
    { headline: "It fell.", risen: prompts(9), fallen: prompts(14), competitors: rivals },
    1_600,
  );
  assert.match(text, /fallen \(14, the first \d+\)/);
  assert.match(text, /competitors \(2\)\n\| name .*\n.*\n\| Bose .*\n\| Sony /);
});

test("what could not be judged is said once for the list", () => {
  const { text } = shortForm({ headline: "It fell.", fallen: prompts(3) }, 1_600);
  assert.equal(text.split("too few answers per question to judge each").length, 2);
  const [one] = prompts(1);
  assert.match(
    shortForm({ fallen: [{ ...one, beyond_noise: true }] }, 1_600).text,
    /beyond_noise .*\| true/s,
  );
});

test("an assistant's change shows with its interval", () => {
  const change = {
    direction: "down",
    appearance_rate_delta: -0.26,
    appearance_rate_delta_ci: [-0.49, -0.04],
  };
  const { text } = shortForm({ providers: [{ provider: "claude", change }] }, 1_600);
  assert.match(text, /\| claude \| down -0\.26 \[-0\.49, -0\.04\] \|/);
});

test("a brief and an answer begin with what they say", () => {
  assert.match(shortForm({ brand: "Sony", trend: { sentence: "Sony fell." } }, 1_600).text, /^Sony fell\./);
  const answer = { provider: "claude", prompt: "Which one?", sample: 2, answer_text: "This one." };
  assert.match(shortForm(answer, 1_600).text, /^Answer 2 of claude to: Which one\?/);
});

test("what has no sentence begins with its name or its change, never with a word that says nothing", () => {
  const change = { direction: "flat", appearance_rate_delta: 0.02, appearance_rate_delta_ci: [-0.03, 0.07] };
  assert.match(
    shortForm({ brand: "Sony", points: [{ at: "2026-11-01" }], change }, 1_600).text,
    /^Sony: 1 report; change of the newest: flat 0\.02 \[-0\.03, 0\.07\]\./,
  );
  assert.match(shortForm({ name: "Bose", slug: "bose" }, 1_600).text, /^Bose:\n/);
  assert.match(shortForm({ revoked: true }, 1_600).text, /^revoked true/);
});

test("projects show the report to read next", () => {
  const project = {
    id: "1",
    name: "a",
    brand: "b",
    website_url: "https://a.example",
    latest_report_id: "r1",
  };
  assert.match(shortForm([project], 1_600).text, /latest_report_id .*\| r1 /s);
});

test("a figure whose ranges do not fit is left out with them", () => {
  const row = Object.fromEntries(
    ["appearance_rate", "visibility_score", "share_of_voice", "average_position"].flatMap((name) => [
      [name, 0.5],
      [`${name}_ci`, [0.4, 0.6]],
      [`${name}_ci_same_prompts`, [0.45, 0.55]],
    ]),
  );
  const { text } = shortForm({ points: [row] }, 1_600);
  const [head = ""] = /\| app.*/.exec(text) ?? [];
  for (const name of Object.keys(row).filter((each) => !each.includes("_ci"))) {
    const ranges = [`${name}_ci `, `${name}_ci_same_prompts `].filter((each) => head.includes(each));
    assert.equal(ranges.length, head.includes(`| ${name} `) ? 2 : 0, head);
  }
  assert.match(head, /share_of_voice_ci_same_prompts \|$/);
});

test("a part's sentence stands in the text, however long it is", () => {
  const sentence = `Bolt is named in 36 of 40 answers and Acme in 1: a high threat. ${"It is ahead. ".repeat(10)}`;
  const signal = { name: "Bolt", threat_level: "high", sentence };
  const { text } = shortForm({ trend: { sentence: "Acme fell." }, competitor_signal: signal }, 1_600);
  assert.ok(text.includes(`competitor_signal: ${sentence}`), text);
});

test("figures stand beside their ranges, in a trend the narrow one too", () => {
  const metrics = {
    share_of_voice: 0.3,
    extra: 1,
    average_position: 2,
    share_of_voice_ci: [0.2, 0.4],
    average_position_ci: [1.5, 2.5],
  };
  assert.match(
    shortForm({ metrics }, 1_600).text,
    /share_of_voice 0\.3; share_of_voice_ci \[0\.2, 0\.4\]; average_position 2; average_position_ci \[1\.5, 2\.5\]; extra/,
  );
  const point = {
    ...{ at: "2026-11-01", report_id: "r1", answers: 120, prompts: 20 },
    ...{
      visibility_score: 50,
      visibility_score_ci: [30, 70],
      appearance_rate: 0.5,
      appearance_rate_ci: [0.3, 0.7],
    },
    appearance_rate_ci_same_prompts: [0.43, 0.57],
  };
  assert.match(shortForm({ points: [point] }, 1_600).text, /\[0\.3, 0\.7\] \| \[0\.43, 0\.57\] .* 120 \|/s);
});
