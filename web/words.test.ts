import assert from "node:assert/strict";
import { test } from "node:test";
import { brands, changed, likely, namedIn, ranked } from "./words.ts";

const said = (...given: Parameters<typeof namedIn>) => namedIn(...given).join("");

test("a rate is said over enough answers, a count over few, and nothing as not known", () => {
  assert.equal(said("Sony", 0.7292, 35, 48), "Sony is named in 73% of answers.");
  assert.equal(said("Sony", 0.4583, 11, 24), "Sony is named in 11 of 24 answers.");
  assert.equal(said("Sony", null, 0, 0), "Sony: not known yet.");
  assert.equal(likely([0.4567, 0.8985]), "Likely between 46% and 90%.");
  assert.equal(likely(null), "The likely range is not known.");
  assert.equal(ranked(2, 5), "Second of five brands by visibility.");
});

const change = (direction: string, delta: number | null, ends: number[] | null = null) => ({
  ...{ direction, appearance_rate_delta: delta, appearance_rate_delta_ci: ends },
});

test("within noise a change has no figure and no direction; beyond it has both, and its range", () => {
  assert.equal(changed(change("flat", -0.1042), "9 November"), "No real change since 9 November.");
  assert.equal(
    changed(change("down", -0.2, [-0.31, -0.09]), "9 November"),
    "Down 20 points since 9 November, likely 9 to 31: more than chance.",
  );
  assert.match(changed(change("model_changed", null), ""), /no change to state/);
  assert.match(changed(change("insufficient_data", null), ""), /Too few answers/);
});

test("order is said of whom the paired comparison tells apart", () => {
  assert.equal(
    brands.order("Sony", ["Soundcore"], ["Bose", "JBL"], ["Sennheiser"]),
    "Compared prompt by prompt on visibility, Soundcore is ahead of Sony, and Bose and JBL are behind it, by more than chance. The order of the rest may still change.",
  );
  assert.match(brands.order("Sony", [], [], ["Bose"]), /no order here is more than chance/);
});
