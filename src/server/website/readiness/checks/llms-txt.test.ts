import assert from "node:assert/strict";
import test from "node:test";
import { llmsTxtErrors } from "./llms-txt.ts";

for (const [what, text] of [
  ["a name alone", "# Acme"],
  [
    "name, summary, notes and sections",
    "# Acme\n\n> What we do.\n\nSome notes.\n\n- a point\n\n## Docs\n\n- [Start](https://acme.example/start.md): how to begin\n- [API](/api.md)\n\n## Optional\n\n- [Blog](https://acme.example/blog)\n",
  ],
  ["a byte order mark", "\uFEFF# Acme\n\n## Docs\n\n* [Start](guide/s.md)\n"],
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
    "Between an entry's link and the colon before its notes stands something else.",
  ],
  [
    "front matter, and nothing else that is wrong",
    "---\ntitle: Acme\n---\n\n# Acme\n\n## Docs\n\n- [Start](/s): how\n",
    "It begins with front matter; the heading of level 1 that names the site must come first.",
  ],
  [
    "a code block around it",
    "```markdown\n# Acme\n\n## Docs\n\n- [Start](/s)\n```\n",
    "All of it stands in a code block.",
  ],
  [
    "text before its name",
    "Hello.\n\n# Acme\n",
    "Something stands before its heading of level 1, which must come first.",
  ],
  ["no space behind the mark", "#Acme\n", "The `#` of its heading of level 1 needs a space behind it."],
  [
    "a dash before the notes",
    "# Acme\n\n## Docs\n\n- [Start](/s) - notes\n- [API](/a) \u2013 notes\n",
    "The notes of an entry follow its link without a colon: write `[name](address): notes`.",
  ],
  [
    "bare addresses",
    "# Acme\n\n## Docs\n\n- https://acme.example/start\n",
    "An entry of a section is a bare address; write it as `[name](address)`.",
  ],
  [
    "numbers",
    "# Acme\n\n## Docs\n\n1. [Start](/s)\n",
    "A section numbers its links; its list must be one with `-`.",
  ],
  [
    "a space in an address",
    "# Acme\n\n## Docs\n\n- [Start](/a b.md): notes\n",
    "The address of an entry contains a space; write `%20`.",
  ],
] as const)
  test(`llms.txt is not valid with ${what}`, () => assert.deepEqual(llmsTxtErrors(text), [error]));
