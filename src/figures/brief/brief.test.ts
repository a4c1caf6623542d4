import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { draws } from "../../../test/depth.ts";
import { answer, answersTo, citation, failedCall, naming, tracked } from "../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { scoreReport } from "../report.ts";
import { changeBetween } from "../uncertainty/change.ts";
import { briefOf } from "./brief.ts";
import type { BriefFacts } from "./facts.ts";
import { briefMarkdown } from "./markdown.ts";
import { nextActionNames } from "./step.ts";

const facts = (answers: readonly MeasuredAnswer[], more: Partial<BriefFacts> = {}): BriefFacts => ({
  brand: tracked.own.name,
  domains: tracked.own.domains,
  project: { samples: 1, schedule: "off", promptCount: 2, timezone: "UTC" },
  scored: scoreReport(answers, tracked),
  sandbox: false,
  done: [],
  measuredAt: "2026-01-15T09:00:00.000Z",
  timeframe: "30d",
  outside: false,
  change: null,
  moved: [],
  ...more,
});
const actionsOf = (facts: BriefFacts) => briefOf(facts).nextActions.map(({ action }) => action);
const changed = (before: readonly MeasuredAnswer[], after: readonly MeasuredAnswer[]) =>
  facts(after, {
    change: changeBetween(scoreReport(before, tracked).cells, scoreReport(after, tracked).cells),
  });
/** Eight prompts, five answers each, so many of which name these. */
const eight = (named: number, names: string[] = ["Acme"], rest: string[] = []) =>
  answersTo(
    Array.from({ length: 8 }, () => Array.from({ length: 5 }, (_, at) => (at < named ? names : rest))),
  );

const withPerplexity = ({ scored, ...rest }: BriefFacts): BriefFacts => ({
  ...rest,
  scored: {
    ...scored,
    providers: [...scored.providers, { ...scored.providers[0]!, provider: "perplexity" }],
  },
});

const gapClosed = (given: readonly MeasuredAnswer[]) =>
  briefOf(facts(given, { change: changed(eight(2), eight(2)).change })).nextActions.find(
    ({ action }) => action === "close_gap",
  )!;

test("the gap to close is one that is more than chance, and where none is, it is said to be maybe chance", () => {
  const chance = [["Bolt"], ["Bolt"], ["Bolt", "Acme"], []];
  const even = Array.from({ length: 6 }, () => [["Acme"], ["Acme"], [], []]);
  const weak = gapClosed(answersTo([chance, ...even]));
  assert.deepEqual(weak.promptKeys, [answersTo([chance])[0]!.promptKey]);
  assert.match(weak.rationale, /That a competitor is ahead there may be chance\.$/);
  const many = Array.from({ length: 40 }, (_, at) => (at < 36 ? ["Bolt"] : ["Acme"]));
  const told = gapClosed(answersTo([[["Bolt"], []], ...even, many]));
  assert.equal(told.title, "Close the gap on “p8”");
  assert.doesNotMatch(told.rationale, /chance/);
});

for (const [what, given, says] of [
  [
    "nothing to compare with",
    facts(eight(2)),
    "Acme is named in 40% of 40 answers to 8 prompts (95% interval 25–57% over prompts like these); there is no earlier report to compare it with.",
  ],
  [
    "within the noise",
    changed(eight(2), eight(2)),
    "Acme is named in 40% of 40 answers to 8 prompts (95% interval 25–57% over prompts like these); no change in how often it is named from the previous report over 8 common prompts, within the noise.",
  ],
  [
    "a rise",
    changed(eight(1), eight(4)),
    "Acme is named in 80% of 40 answers to 8 prompts (95% interval 64–90% over prompts like these); up 60 points from the previous report over 8 common prompts, more than the noise.",
  ],
  [
    "a fall",
    changed(eight(4), eight(1)),
    "Acme is named in 20% of 40 answers to 8 prompts (95% interval 10–36% over prompts like these); down 60 points from the previous report over 8 common prompts, more than the noise.",
  ],
  [
    "an assistant that moved where the whole did not",
    withPerplexity({
      ...changed(eight(2), eight(2)),
      moved: [{ provider: "perplexity" as const, delta: -0.444 }],
    }),
    "Acme is named in 40% of 40 answers to 8 prompts (95% interval 25–57% over prompts like these); no change in how often it is named from the previous report over 8 common prompts, within the noise. Looked at alone, Perplexity is down 44 points, more than the noise.",
  ],
  [
    "two that moved apart",
    {
      ...changed(eight(2), eight(2)),
      moved: [
        { provider: "perplexity" as const, delta: -0.444 },
        { provider: "claude" as const, delta: 0.2 },
      ],
    },
    "Acme is named in 40% of 40 answers to 8 prompts (95% interval 25–57% over prompts like these); no change in how often it is named from the previous report over 8 common prompts, within the noise. Looked at alone, Perplexity is down 44 points and Claude up 20 points, more than the noise.",
  ],
  [
    "little in common",
    changed(answersTo([[["Acme"]]]), eight(2)),
    "Acme is named in 40% of 40 answers to 8 prompts (95% interval 25–57% over prompts like these); too little in common with the previous report to tell a change from noise.",
  ],
  [
    "other models",
    changed(
      eight(2).map((each) => ({ ...each, model: "model-0" })),
      eight(2),
    ),
    "Acme is named in 40% of 40 answers to 8 prompts (95% interval 25–57% over prompts like these); not compared with the previous report: the models have changed.",
  ],
  [
    "no answers",
    facts([failedCall(), failedCall()]),
    "Nothing is known about Acme: none of 2 calls was answered.",
  ],
] as const) {
  test(`the trend is true to its figures: ${what}`, () => {
    assert.equal(briefOf(given).trend, says);
  });
}

for (const [what, answers, says] of [
  [
    "a rival that leads beyond the noise",
    [...eight(5, ["Bolt"]).slice(5), ...answersTo([[["Bolt", "Acme"], [], [], [], []]])],
    /^Bolt is named in 36 of 40 answers and Acme in 1: a high threat\. Bolt is \d+\.\d points of visibility ahead of Acme, more than the noise \(95% interval over prompts like these 61\.0 to 100\.0\)\.$/,
  ],
  [
    "a rival whose lead may be noise",
    answersTo(Array.from({ length: 8 }, (_, at) => [at < 4 ? ["Bolt"] : at < 7 ? ["Acme"] : []])),
    /^Bolt is named in 4 of 8 answers and Acme in 3: too few mentions to say how great a threat it is\. Bolt is 12\.5 points of visibility ahead of Acme, which may be noise \(95% interval over prompts like these −70\.4 to 95\.4\)\.$/,
  ],
  [
    "too few prompts for an interval",
    answersTo([[["Bolt"]]]),
    /ahead of Acme, with no interval to tell that from noise\.$/,
  ],
  [
    "a brand that is ahead",
    answersTo([[["Acme", "Bolt"]]]),
    /^Bolt is named in 1 of 1 answer and Acme in 1: seen once, too few mentions to say how great a threat it is\. Acme is 36\.9 points of visibility ahead of Bolt, /,
  ],
  [
    "both level",
    answersTo([
      [
        ["Acme", "Bolt"],
        ["Bolt", "Acme"],
      ],
    ]),
    /: too few mentions to say how great a threat it is\. Both are equally visible in these answers\.$/,
  ],
  [
    "one answer of many",
    [...eight(0), ...answersTo([[["Bolt"]]])],
    /^Bolt is named in 1 of 41 answers and Acme in 0: seen once, too few mentions to say how great a threat it is\. /,
  ],
  [
    "ten mentions of the two",
    answersTo(Array.from({ length: 10 }, () => [["Bolt"]])),
    /^Bolt is named in 10 of 10 answers and Acme in 0: a high threat\. /,
  ],
  [
    "a lead that rounds to nothing",
    // 5000 answers name both, 2,501 of them Bolt first.
    answersTo(
      Array.from({ length: 10 }, (_, prompt) =>
        Array.from({ length: 500 }, (_, at) =>
          prompt * 500 + at < 2501 ? ["Bolt", "Acme"] : ["Acme", "Bolt"],
        ),
      ),
    ),
    /: a medium threat\. Bolt is less than 0\.1 points of visibility ahead of Acme, which may be noise/,
  ],
] as const) {
  test(`the competitor signal says who is ahead and whether that is settled: ${what}`, () => {
    assert.match(briefOf(facts(answers)).competitorSignal!.sentence, says);
  });
}

test("the signal is the rival of the greatest threat; without a rival that is named there is none", () => {
  assert.equal(briefOf(facts(answersTo([[["Cube", "Bolt"], ["Cube"]]]))).competitorSignal?.name, "Cube");
  assert.equal(briefOf(facts(answersTo([[["Acme"]]]))).competitorSignal, null);
  assert.equal(briefOf(facts([failedCall()])).competitorSignal, null);
});

const cited = (domain: string) =>
  Array.from({ length: 12 }, (_, at) =>
    answer({
      prompt: `p${at}`,
      searched: true,
      reading: naming(["Acme"], { citations: [citation(domain)] }),
    }),
  );

for (const [what, given, first] of [
  ["answers that were made up", facts(eight(2), { sandbox: true }), "connect_engine"],
  ["no answer at all", facts([failedCall()]), "run_again"],
  [
    "a fifth of the calls failed",
    facts([...eight(2), ...Array.from({ length: 10 }, () => failedCall())]),
    "run_again",
  ],
  ["fewer than five prompts", facts(answersTo([[["Acme"]]])), "add_prompts"],
  ["branded prompts only", facts(eight(2).map((each) => ({ ...each, branded: true }))), "add_prompts"],
  ["old answers", facts(eight(2), { outside: true }), "run_again"],
  [
    "old answers of an import",
    facts(
      eight(2).map((each) => ({ ...each, surface: "import" as const })),
      {
        outside: true,
        project: { samples: 1, schedule: "off", promptCount: 0, timezone: "UTC" },
      },
    ),
    "import_answers",
  ],
  [
    "no rivals",
    facts([], { scored: scoreReport(eight(2), { own: tracked.own, rivals: [] }) }),
    "add_competitors",
  ],
  ["one report", facts(eight(2)), "run_again"],
  ["a rival ahead", changed(eight(2, ["Bolt", "Acme"]), eight(2, ["Bolt", "Acme"])), "close_gap"],
  ["its own pages never cited", changed(cited("news.example"), cited("news.example")), "become_citable"],
] as const) {
  test(`the first next action meets what is most urgent: ${what}`, () => {
    assert.equal(actionsOf(given)[0], first);
  });
}

test("a rival named once is no reason to study it", () => {
  const given = changed([...eight(0), ...answersTo([[["Bolt"]]])], [...eight(0), ...answersTo([[["Bolt"]]])]);
  assert.equal(briefOf(given).competitorSignal?.threat.level, "high");
  assert.ok(!actionsOf(given).includes("study_competitor"));
});

test("a citation rate that weighs assistants by their calls is told as a rate, not as a count", () => {
  const searched = (domain: string, prompt: number, more: Partial<MeasuredAnswer> = {}) =>
    answer({
      ...{ prompt: `p${prompt}`, searched: true },
      ...{ reading: naming(["Acme"], { citations: [citation(domain)] }), ...more },
    });
  // ChatGPT answers all of 20 calls and cites Acme in 2; Claude answers 4 of 20 and cites it in 1.
  const answers = [
    ...Array.from({ length: 20 }, (_, at) => searched(at < 2 ? "acme.example" : "news.example", at % 10)),
    ...Array.from({ length: 4 }, (_, at) =>
      searched(at === 0 ? "acme.example" : "news.example", at, { provider: "claude" }),
    ),
    ...Array.from({ length: 4 }, (_, at) => failedCall({ prompt: `p${at + 4}`, provider: "claude" })),
  ];
  const step = briefOf(changed(answers, answers)).nextActions.find(
    ({ action }) => action === "become_citable",
  );
  assert.equal(
    step?.rationale,
    "The citation rate of Acme's own pages is 14% over 24 answers that searched the web.",
  );
});

test("a brand whose pages are cited often is not told to become a source", () => {
  assert.ok(!actionsOf(changed(cited("acme.example"), cited("acme.example"))).includes("become_citable"));
});

const names = [tracked.own, ...tracked.rivals].map(({ name }) => name);
const someAnswers = fc.array(
  fc
    .record({
      prompt: fc.integer({ min: 1, max: 12 }),
      provider: fc.constantFrom("chatgpt", "claude", "gemini"),
      sample: fc.integer({ min: 1, max: 2 }),
      names: fc.shuffledSubarray(names),
      domains: fc.subarray(["acme.example", "bolt.example", "news.example"]),
      searched: fc.constantFrom(true, false, null),
      branded: fc.boolean(),
      failed: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ names, domains, failed, prompt, provider, ...more }) => {
      const given = { ...more, prompt: `p${prompt}`, provider: provider as "chatgpt" };
      if (failed === 0) return failedCall(given);
      return answer({
        ...given,
        reading: naming(names, { citations: domains.map((domain) => citation(domain)) }),
      });
    }),
  { minLength: 1, maxLength: 60 },
);
const anyFacts = fc
  .record({
    before: someAnswers,
    after: someAnswers,
    compared: fc.boolean(),
    sandbox: fc.boolean(),
    outside: fc.boolean(),
    domains: fc.constantFrom([], ["acme.example"]),
    schedule: fc.constantFrom("off", "daily"),
    promptCount: fc.constantFrom(0, 12),
    rivals: fc.boolean(),
  })
  .map(({ before, after, compared, schedule, promptCount, rivals, ...more }) => {
    const brands = rivals ? tracked : { own: tracked.own, rivals: [] };
    const scored = scoreReport(after, brands);
    return facts(after, {
      ...more,
      scored,
      change: compared ? changeBetween(scoreReport(before, brands).cells, scored.cells) : null,
      project: {
        samples: 1,
        schedule: schedule as "off",
        promptCount,
        timezone: "Asia/Tokyo",
      },
    });
  });

test("contract/helper-routes: whatever was measured, there are exactly three next actions, no two alike, each with its route and reason", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { nextActions } = briefOf(facts);
      assert.deepEqual(
        nextActions.map(({ priority }) => priority),
        [1, 2, 3],
      );
      assert.equal(new Set(nextActions.map(({ action }) => action)).size, 3);
      const keys = new Set(facts.scored.prompts.map(({ promptKey }) => promptKey));
      for (const { action, title, rationale, promptKeys, suggestedRoute } of nextActions) {
        assert.ok(nextActionNames.includes(action) && title && /\.$/.test(rationale), rationale);
        assert.match(suggestedRoute, /^(GET|POST|PUT|PATCH) \/v1\//);
        assert.ok(promptKeys.length <= 5 && promptKeys.every((key) => keys.has(key)));
      }
    }),
  );
});

test("a project that only imports is not told to add prompts that nobody asks", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const titles = briefOf({ ...facts, project: { ...facts.project, promptCount: 0 } }).nextActions.map(
        ({ title }) => title,
      );
      assert.ok(
        titles.every((title) => !title.startsWith("Add prompts")),
        titles.join("; "),
      );
    }),
  );
});

test("the document is for people: it names no route", () => {
  const given = facts(eight(2));
  assert.doesNotMatch(briefMarkdown(given, briefOf(given)), /\/v1|POST|PATCH/);
});

test("the same facts make the same brief, and no figure in it is NaN, undefined or infinite", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const document = briefMarkdown(facts, briefOf(facts));
      assert.equal(briefMarkdown(facts, briefOf(facts)), document);
      assert.doesNotMatch(document, /NaN|undefined|Infinity|null|\[object/);
      if (facts.scored.metrics.answers === 0) assert.doesNotMatch(document, /\d ?%/);
    }),
  );
});

test("the document says first what its reader must know: made-up, old and failed answers", () => {
  const given = facts([...eight(2), failedCall()], { sandbox: true, outside: true });
  assert.match(
    briefMarkdown(given, briefOf(given)),
    /^# Acme: what AI assistants say\n\n40 answers of ChatGPT to 8 prompts, .*The newest is from 15 January 2026\.\n\n> Some of these answers were made up by the built-in sandbox\. Nothing was measured in the last 30 days; this is the newest earlier report\. 1 call failed: what it would have said is unknown, and each assistant weighs by all its calls, failed ones too\.\n\n## Trend\n/,
  );
});

test("the document says which question its intervals answer", () => {
  const given = facts([...eight(2), ...cited("news.example")]);
  const document = briefMarkdown(given, briefOf(given));
  assert.match(document, /\| Figure \| Value \| 95% interval, over prompts like these \|/);
  assert.match(document, /\| Share of all \(95% interval, over prompts like these\) \|/);
});

for (const [who, answers, how] of [
  ["vendors", eight(2), "of ChatGPT to 8 prompts, through the vendors' APIs."],
  [
    "a model of one's own",
    eight(2).map((each) => ({ ...each, provider: "local" as const })),
    "of a local model to 8 prompts, through its API.",
  ],
  [
    "both",
    eight(2).map((each, at) => (at % 2 ? each : { ...each, provider: "local" as const })),
    "of ChatGPT and a local model to 8 prompts, through their APIs.",
  ],
  [
    "a vendor, beside a call of a model of one's own that failed",
    [...eight(2), failedCall({ provider: "local" })],
    "of ChatGPT to 8 prompts, through the vendors' APIs.",
  ],
] as const) {
  test(`the document says how the answers were obtained: of ${who}`, () => {
    const given = facts(answers);
    assert.ok(briefMarkdown(given, briefOf(given)).includes(`\n\n40 answers ${how} The newest is`));
  });
}

const hostile = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    "![x](https://evil.example/x.png)",
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "https://evil.example/?q=1",
    "www.evil.example",
    "a | b\n\n# heading",
    "`code` **bold** _it_",
    "1. list",
    "- list",
    "---",
    "&lt;b&gt;",
    "\\",
    "[ref]: https://evil.example",
  ),
);

test("a document over a part of the answers says so in its heading", () => {
  const headingOf = (part?: BriefFacts["part"]) => {
    const given = facts(eight(2), part ? { part } : {});
    return briefMarkdown(given, briefOf(given)).split("\n")[0];
  };
  assert.equal(headingOf(), "# Acme: what AI assistants say");
  assert.equal(
    headingOf({ tag: "CRM", provider: null }),
    "# Acme: what AI assistants say to prompts tagged CRM",
  );
  assert.equal(
    headingOf({ tag: "a*b", provider: "gemini" }),
    "# Acme: what Gemini says to prompts tagged a\\*b",
  );
});

test("names and prompts show as they are in the document: no link, image, markup or HTML comes of them", () => {
  const markdown = new MarkdownIt({ html: true, linkify: true });
  fc.assert(
    fc.property(hostile, hostile, hostile, (brand, rival, prompt) => {
      const brands = {
        own: { ...tracked.own, name: brand },
        rivals: [{ ...tracked.rivals[0]!, name: `${rival}·` }],
      };
      const mention = (name: string, own: boolean) => ({
        ...naming(["Bolt"]).mentions[0]!,
        name,
        isOwnBrand: own,
      });
      const answers = [answer({ prompt, reading: naming([], { mentions: [mention(`${rival}·`, false)] }) })];
      const given = { ...facts([]), brand, scored: scoreReport(answers, brands) };
      const tokens = markdown
        .parse(briefMarkdown(given, briefOf(given)), {})
        .flatMap((token) => [token, ...(token.children ?? [])]);
      const strange = tokens.filter(({ type }) =>
        /^(link|image|html|fence|code_block|hr|bullet|em_open)/.test(type),
      );
      assert.deepEqual(
        strange.map(({ type, content }) => [type, content]),
        [],
      );
      assert.equal(tokens.filter(({ type }) => type === "heading_open").length, 6);
    }),
    { numRuns: draws(300, 60) },
  );
});
