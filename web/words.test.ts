import assert from "node:assert/strict";
import { test } from "node:test";
import { rateOrCount } from "../src/figures/figures-in-words.ts";
import { destinations } from "./words/organization.ts";
import { rival } from "./words/rivals.ts";
import { before, brands, changed, likely, namedIn, overview, ranked, sure } from "./words.ts";

const said = (brand: string, appearance_rate: number | null, mentions: number, answers: number) =>
  namedIn(brand, { appearance_rate, mentions, answers }).join("");

test("a rate is said over enough answers, a count over few, and nothing as not known", () => {
  assert.equal(said("Sony", 0.7292, 35, 48), "Sony is named in 73% of answers.");
  assert.equal(said("Sony", 0.4583, 11, 24), "Sony is named in 11 of 24 answers.");
  assert.equal(said("Sony", null, 0, 0), "Sony: not known yet.");
  assert.equal(likely([0.4567, 0.8985]), "Likely between 46% and 90% over prompts like these.");
  assert.equal(likely(null), "The likely range is not known.");
});

test("a place over prompts that name a brand is said as that", () => {
  const given = { standing: { from: 1, to: 1, of: 4 }, metrics: { mentions: 9 }, only_branded: true };
  assert.equal(
    ranked(given as Parameters<typeof ranked>[0]),
    "First of 4 tracked brands by visibility, over prompts that name one.",
  );
});

test("a place is said as far as the answers tell it, and none where nobody names the brand", () => {
  const said = (from: number, to: number, mentions = 9) =>
    ranked({ standing: { from, to, of: 5 }, metrics: { mentions } } as Parameters<typeof ranked>[0]);
  assert.equal(said(2, 2), "Second of 5 tracked brands by visibility.");
  assert.equal(said(1, 3), "Between first and third of 5 tracked brands by visibility.");
  assert.equal(said(1, 5), "Its place among 5 tracked brands cannot be told.");
  assert.equal(said(2, 5, 0), "");
  assert.equal(ranked({ standing: null, metrics: { mentions: 9 } } as Parameters<typeof ranked>[0]), "");
});

test("a count that is not the rate is not said: after failures assistants weigh by their calls", () => {
  assert.equal(
    said("Sony", 0.5, 9, 24),
    "Sony is named in 50% of 24 answers, each assistant weighed by its calls.",
  );
  assert.equal(rateOrCount(0.5, { mentions: 9, answers: 24 }), "50%");
  assert.equal(rateOrCount(0.375, { mentions: 9, answers: 24 }), "9 of 24");
});

const change = (
  direction: Change["direction"],
  delta: number | null,
  ends: number[] | null = null,
  reports = 1,
) =>
  ({
    ...{
      direction,
      appearance_rate_delta: delta,
      appearance_rate_delta_ci: ends,
      compared_reports: reports,
      newest_reports: 1,
      answers_failed: 0,
      prompts: 24,
      unjudged_because: null,
    },
  }) as Change;

type Change = NonNullable<Parameters<typeof changed>[0]>;

test("within noise a change has no figure and no direction; beyond it has both, and its range", () => {
  assert.equal(
    changed(change("flat", -0.1042), "9 November"),
    "In how often it is named, no change since 9 November can be told from chance.",
  );
  assert.equal(
    changed(change("down", -0.2, [-0.31, -0.09]), "9 November"),
    "Down 20 points since 9 November over 24 common prompts, likely 9 to 31: more than chance.",
  );
  assert.equal(
    changed(change("up", 0.012, [0.004, 0.02]), "9 November"),
    "Up 1 point since 9 November over 24 common prompts, likely 0.4 to 2: more than chance.",
  );
  assert.match(changed(change("model_changed", null), ""), /no change to state/);
  assert.match(changed(change("insufficient_data", null), ""), /Too few prompts or answers are in both/);
});

test("a change that failed calls may have made is told as that", () => {
  assert.equal(
    changed({ ...change("failures_differ", 0.12), answers_failed: 31 }, "9 November"),
    "Whether there is a change since 9 November cannot be told: 31 calls failed.",
  );
});

test("a change from the mean of several reports is told as that, not as one since the last", () => {
  assert.equal(
    changed(change("up", 0.09, [0.03, 0.15], 8), "9 November"),
    "Up 9 points from the mean of the 8 reports before over 24 common prompts, likely 3 to 15: more than chance.",
  );
  assert.equal(
    changed(change("flat", 0.01, null, 12), "9 November"),
    "In how often it is named, no change from the mean of the 12 reports before can be told from chance.",
  );
  assert.equal(
    changed({ ...change("down", -0.09, [-0.15, -0.03], 8), newest_reports: 2 }, "9 November"),
    "Down 9 points over 2 reports from the mean of the 8 before over 24 common prompts, likely 3 to 15: more than chance.",
  );
});

test("a likely range names no end that is not there", () => {
  assert.equal(likely([0, 0.004]), "Likely between 0% and 0.4% over prompts like these.");
});

test("order is said of whom the paired comparison tells apart", () => {
  assert.equal(
    brands.order("named", "Sony", { ahead: ["Soundcore"], behind: ["Bose", "JBL"], level: ["Sennheiser"] }),
    "Compared prompt by prompt on how often each is named, Soundcore is ahead of Sony, and Bose and JBL are behind it, by more than chance. Sennheiser cannot be told apart from Sony.",
  );
  assert.match(
    brands.order("visibility", "Sony", { ahead: [], behind: [], level: ["Bose"] }),
    /no order here is more than chance/,
  );
});

test("the report before is said with its figure, a count where answers were few, and not at all where it has none", () => {
  const previous = { appearance_rate: 0.7083, mentions: 34, answers: 48 };
  assert.equal(before(previous, "9 November"), "The report before, of 9 November, had 71%.");
  assert.equal(
    before({ appearance_rate: 0.5, mentions: 6, answers: 12 }, "9 November"),
    "The report before, of 9 November, had 6 of 12.",
  );
  assert.equal(before({ appearance_rate: null, mentions: 0, answers: 0 }, "9 November"), "");
  assert.equal(before(null, "9 November"), "");
});

test("it says whose answers are counted: a few assistants by name, many by their number", () => {
  assert.equal(overview.answersOf(["chatgpt", "claude"], 24), "Answers of ChatGPT and Claude to 24 prompts,");
  assert.equal(
    overview.answersOf(["chatgpt", "claude", "gemini", "grok"], 1),
    "Answers of four assistants to 1 prompt,",
  );
});

test("what would make it surer says how often each prompt is asked", () => {
  assert.equal(sure.later(24, 2), "24 prompts, twice each");
  assert.equal(sure.later(37, 3), "37 prompts, three times each");
  assert.equal(sure.later(37, 1), "37 prompts");
  assert.equal(sure.wide(0.1), "20 points");
  assert.equal(sure.shows(1), "none");
});

test("the rates of two reports add up with the points between them, or say why they do not", () => {
  const of = (rate: number, answers = 48) => ({ appearance_rate: rate, mentions: 20, answers });
  const down = change("down", -0.398, [-0.5, -0.3]);
  assert.equal(
    before(of(0.614), "9 November", of(0.216), down),
    "The report before, of 9 November, had 61.4%, and this one 21.6%.",
  );
  assert.equal(
    before(of(0.61), "9 November", of(0.22), change("down", -0.39)),
    "The report before, of 9 November, had 61%.",
  );
  assert.equal(
    before(of(0.614), "9 November", of(0.32), down),
    "The report before, of 9 November, had 61%. The change is over what both have in common.",
  );
  const overSeries = change("down", -0.398, [-0.5, -0.3], 8);
  assert.equal(
    before(of(0.614), "9 November", of(0.216), overSeries),
    "The report before, of 9 November, had 61%.",
  );
});

test("a competitor that is not told apart has the range of it alone, and one that is has none with 0 in it", () => {
  assert.equal(rival.range(0.3, 9, false), "By itself it is likely 0.3 to 9.0 points ahead.");
  assert.equal(rival.range(0, 9, true), "Likely under 0.1 to 9.0 points ahead.");
  assert.equal(rival.range(-9, 0, true), "Likely under 0.1 to 9.0 points behind.");
  assert.equal(rival.range(-3, 9, false), "Likely between 3.0 points behind and 9.0 ahead.");
});

test("why a destination took no message is said by its status, where that tells more", () => {
  assert.match(destinations.why("refused", 404), /^nothing waits at this address.*n8n.* \(404\)$/);
  assert.match(destinations.why("refused", 401), /asks for a key.* \(401\)$/);
  assert.equal(destinations.why("refused", 500), "it refused (500)");
  assert.equal(destinations.why("gone", 404), "it is gone (404)");
  assert.equal(destinations.why("timeout", null), "no answer within 10 seconds");
});
