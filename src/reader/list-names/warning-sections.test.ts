import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { AvoidedSections } from "./warning-sections.ts";

/** The blocks of an answer that stand under a warning. */
function avoided(text: string): string[] {
  const answer = parseAnswer(text);
  const sections = new AvoidedSections(answer);
  return answer.blocks
    .filter((block) => sections.enter(block))
    .map(({ start, end }) => text.slice(start, end));
}

test("the section of a heading that warns ends at the next heading of its level", () => {
  const text = "## Brands to avoid\n\n- Acme\n\n### Cheap ones\n\n- Bolt\n\n## Picks\n\n- Cord";
  assert.deepEqual(avoided(text), ["Acme", "Cheap ones", "Bolt"]);
});

test("a label that warns is about the list right below it", () => {
  assert.deepEqual(avoided("Avoid these:\n\n- Acme\n- Bolt\n\nOthers:\n\n- Cord"), ["Acme", "Bolt"]);
});

test("a warning in German warns too", () => {
  assert.deepEqual(avoided("## Nicht empfohlen\n\n- Acme"), ["Acme"]);
});

for (const text of [
  "## Mistakes to avoid\n\n- Acme",
  "To avoid back pain, try these:\n\n- Acme",
  "## Best brands, and which to avoid\n\n- Acme",
  "Avoid hurry.\n\n- Acme",
])
  test(`${JSON.stringify(text)} warns of no brand`, () => assert.deepEqual(avoided(text), []));
