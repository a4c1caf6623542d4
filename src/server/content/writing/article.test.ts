import assert from "node:assert/strict";
import test from "node:test";
import { articleBody } from "./article.ts";

for (const [rule, markdown, body] of [
  ["a first heading that repeats the title is left out", "# Which CRM?\n\nAcme.", "Acme."],
  ["also in another case or spacing", "#  which  crm? #\nAcme.", "Acme."],
  ["a heading that says something else stays", "# In short\n\nAcme.", "# In short\n\nAcme."],
  ["a heading of a lower level stays", "## Which CRM?\n\nAcme.", "## Which CRM?\n\nAcme."],
  ["a title further down stays", "Acme.\n\n# Which CRM?", "Acme.\n\n# Which CRM?"],
  ["a text that is its title alone is empty", "# Which CRM?", ""],
  ["blanks around a text are none of it", "\n\n  Acme.\n", "Acme."],
] as const)
  test(rule, () => assert.equal(articleBody(markdown, "Which CRM?"), body));

test("a heading of a hundred thousand blanks is read at once", () => {
  assert.ok(articleBody(`# a${" ".repeat(100_000)}#b`, "x").length > 100_000);
});
