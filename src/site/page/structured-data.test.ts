import assert from "node:assert/strict";
import test from "node:test";
import { structuredData } from "./structured-data.ts";

const read = (...blocks: unknown[]) =>
  structuredData(blocks.map((block) => (typeof block === "string" ? block : JSON.stringify(block))));
const context = { "@context": "https://schema.org" };
const organization = { "@type": "Organization", name: "Acme", url: "https://acme.example" };

test("items are found at every depth, in graphs and in lists", () => {
  const { items, errors } = read(
    {
      ...context,
      "@graph": [
        organization,
        {
          "@type": ["Article", "https://schema.org/TechArticle"],
          headline: "H",
          datePublished: "2026-01-01",
          author: { "@type": "Person", name: "Ann" },
        },
      ],
    },
    [{ ...context, "@type": "WebSite", name: "Acme", url: "https://acme.example" }],
  );
  assert.deepEqual(
    [items.map(({ types }) => types.join("+")), errors],
    [["Organization", "Article+TechArticle", "Person", "WebSite"], []],
  );
});

for (const [what, block, error] of [
  ["broken JSON", "{", "Block 1 is not valid JSON: it ends too early at line 1, column 2."],
  ["nothing in it", " ", "Block 1 is not valid JSON: it ends too early at line 1, column 2."],
  [
    "a comma too many",
    '{"@context":"https://schema.org",\n"@type":"Person","name":"A",}',
    "Block 1 is not valid JSON: a comma has nothing behind it at line 2, column 29.",
  ],
  ["a comma too few", '{"a":1\n"b":2}', "Block 1 is not valid JSON: a comma is missing at line 2, column 1."],
  [
    "curly quotation marks",
    "{\u201ca\u201d:1}",
    "Block 1 is not valid JSON: the quotation marks are not those of JSON at line 1, column 2.",
  ],
  ["a text without an end", '{"a":"b}', "Block 1 is not valid JSON: a text has no end at line 1, column 6."],
  [
    "a mark of a template",
    '{"a":{{ page.title }}}',
    "Block 1 is not valid JSON: a name in quotation marks is missing at line 1, column 7.",
  ],
  [
    "nothing of schema.org",
    { "@type": "Organization", name: "A" },
    "Block 1 does not name https://schema.org as its @context.",
  ],
  ["no name", { ...context, "@type": "Organization", url: "https://a.example" }, "Organization lacks name."],
  [
    "nothing to judge a product by",
    { ...context, "@type": "Product", name: "P" },
    "Product lacks offers or review or aggregateRating or description.",
  ],
  ["an empty value", { ...context, "@type": "Person", name: "" }, "Person lacks name."],
  [
    "a question without an answer",
    { ...context, "@type": "FAQPage", mainEntity: [{ "@type": "Question", name: "Q?" }] },
    "FAQPage has a question without an acceptedAnswer text.",
  ],
  [
    "a narrower type that lacks the same",
    { ...context, "@type": "BlogPosting", headline: "H", author: "Ann" },
    "BlogPosting lacks datePublished or dateModified.",
  ],
] as const)
  test(`structured data with ${what} has an error`, () => assert.deepEqual(read(block).errors, [error]));

const person = '{"@context":"https://schema.org","@type":"Person","name":"Ann // <!-- Lee"}';
for (const [what, block] of [
  ["//<![CDATA[ and //]]>", `\n//<![CDATA[\n${person}\n//]]>\n`],
  ["// <![CDATA[ and an escaped end", `// <![CDATA[\n${person}\n// ]]&gt;`],
  ["/*<![CDATA[*/ and /*]]>*/", `/*<![CDATA[*/${person}/*]]>*/`],
  ["/* <![CDATA[ */", `/* <![CDATA[ */\n${person}\n/* ]]> */`],
  ["a bare CDATA section", `<![CDATA[${person}]]>`],
  ["a comment of HTML", `<!--\n${person}\n//-->`],
  ["a semicolon", `${person};`],
  ["a comment behind it", `${person}\n/* made by x */ // y`],
  ["a byte order mark", `\uFEFF${person}`],
  ["CDATA, a mark and a semicolon together", `\uFEFF//<![CDATA[\n${person};\n//]]>`],
  ["comments of JavaScript", `/* made by x */ // y\n${person.replace(",", ", // z\n")}`],
  ["a line break and a tab in a text", person.replace("Ann", "Ann\n\t")],
  ["quotation marks as entities", person.replaceAll('"', "&quot;")],
] as const)
  test(`structured data with ${what} is read`, () => {
    const { items, errors } = read(block);
    assert.deepEqual([items.map(({ types }) => types), errors], [[["Person"]], []]);
  });

test("several objects in one block are all read, and those before a fault are kept", () => {
  const types = (block: string) => read(block).items.map(({ types }) => types[0]);
  const site = '{"@type":"WebSite","name":"A","url":"https://a.example"}';
  assert.deepEqual(
    [types(`${person}\n${site}`), types(`${person},${site}`)],
    [
      ["Person", "WebSite"],
      ["Person", "WebSite"],
    ],
  );
  assert.deepEqual([types(`${person}{`), read(`${person}{`).errors.length], [["Person"], 1]);
});

test("an item that only refers to another lacks nothing", () => {
  assert.deepEqual(
    read({ ...context, "@graph": [organization, { "@type": "Organization", "@id": "#acme" }] }).errors,
    [],
  );
});

test("values of hostile shape are data and no harm", () => {
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const names = JSON.parse(
    '{"@context":"https://schema.org","@type":["__proto__","constructor",7,null],"__proto__":{"name":"x"}}',
  );
  assert.deepEqual(
    [read(deep).items, read(names).errors, read("null", "[]", '"x"', "1").items],
    [[], [], []],
  );
});
