import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentencesOf } from "../sentence.ts";
import { listNamesOf } from "./list-name.ts";

const named = (text: string) => {
  const answer = parseAnswer(text);
  return listNamesOf(answer, sentencesOf(answer), () => false);
};
const shown = (text: string) => named(text).map(({ name: shown }) => shown);

test("what stands first in each item of a list is its name, with its rank", () => {
  const names = named("1. **Acme Hush**: quiet.\n2. **Bolt**: fast.\n");
  assert.deepEqual(
    names.map(({ name: shown, rank }) => [shown, rank]),
    [
      ["Acme Hush", 1],
      ["Bolt", 2],
    ],
  );
  assert.equal(names[0]!.group, names[1]!.group);
});

test("the first cell of a row is its name, and the header's is none", () => {
  assert.deepEqual(shown("| Kettle | Price |\n|---|---|\n| Acme | 40 |\n| Bolt | 50 |\n"), ["Acme", "Bolt"]);
});

test("the title of the whole answer ranks nothing", () => {
  assert.ok(!shown("# The best kettles\n\n1. Acme\n2. Bolt\n").includes("The best kettles"));
});

test("an inner item stands below the outer one", () => {
  const names = named("1. Acme\n   - Quiet\n2. Bolt\n");
  assert.deepEqual(
    names.map(({ parent }) => parent),
    [null, 0, null],
  );
});

test("what stands under a heading that warns of brands is avoided, until the next heading", () => {
  const text = "Kettles.\n\n## Brands to avoid\n\n- Bolt\n\n## Best picks\n\n- Acme\n";
  assert.deepEqual(
    named(text)
      .filter(({ name: shown }) => ["Acme", "Bolt"].includes(shown))
      .map(({ name: shown, avoided }) => [shown, avoided]),
    [
      ["Bolt", true],
      ["Acme", false],
    ],
  );
});

test("“mistakes to avoid” warns of no brand", () => {
  const text = "Kettles.\n\n## Mistakes to avoid\n\n- Acme without water\n";
  assert.ok(named(text).every(({ avoided }) => !avoided));
});
