import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../../test/fixtures/occurrence.ts";
import type { FeatureName, Found } from "./feature-name.ts";
import { addLine } from "./line.ts";

function found(text: string): Found {
  const features: Found = new Set<FeatureName>();
  addLine(occurrenceIn(text, "Bolt"), features);
  return features;
}

test("a line whose words all have capitals is a title", () => {
  assert.ok(found("How Bolt Changed City Travel").has("title_case_line"));
  assert.ok(!found("how Bolt changed city travel").has("title_case_line"));
});

test("a name with nothing around it is alone", () => {
  assert.ok(found("- Bolt").has("alone_in_block"));
  assert.ok(!found("- Bolt offers rides").has("alone_in_block"));
});

test("headings are on display, and German capitals tell nothing", () => {
  assert.ok(found("## Bolt\n\ntext").has("display_line"));
  assert.ok(
    found("Der Fahrer hat den Bolt in das Auto und die Garage gebracht").has("noun_capitals_language"),
  );
});

test("colours beside a name make it a colour", () => {
  assert.ok(found("in black, Bolt, green and white").has("among_colours"));
});
