import assert from "node:assert/strict";
import test from "node:test";
import { llmsTxtErrors } from "./llms-txt.ts";

for (const [what, text] of [
  ["a name alone", "# Acme"],
  [
    "name, summary, notes and sections",
    "# Acme\n\n> What we do.\n\nSome notes.\n\n- a point\n\n## Docs\n\n- [Start](https://acme.example/start.md): how to begin\n- [API](/api.md)\n\n## Optional\n\n- [Blog](https://acme.example/blog)\n",
  ],
  ["a section without entries yet", "# Acme\n\n## Docs\n"],
] as const)
  test(`llms.txt is valid with ${what}`, () => assert.deepEqual(llmsTxtErrors(text), []));

for (const [what, text, error] of [
  ["nothing in it", "", "It does not begin with a heading of level 1 that names the site."],
  ["a name of level 2", "## Acme\n", "It does not begin with a heading of level 1 that names the site."],
  ["two names", "# Acme\n\n# Bolt\n", "It has a second heading of level 1."],
  ["headings in its notes", "# Acme\n\n### Notes\n", "It has headings below level 2."],
  [
    "text in a section",
    "# Acme\n\n## Docs\n\nRead this first.\n",
    "A section of level 2 holds something other than a list of links.",
  ],
  [
    "entries without a link",
    "# Acme\n\n## Docs\n\n- the handbook\n",
    "An entry of a section does not begin with a link.",
  ],
  [
    "words between link and colon",
    "# Acme\n\n## Docs\n\n- [Start](/s) for you: notes\n",
    "An entry of a section does not begin with a link.",
  ],
] as const)
  test(`llms.txt is not valid with ${what}`, () => assert.deepEqual(llmsTxtErrors(text), [error]));
