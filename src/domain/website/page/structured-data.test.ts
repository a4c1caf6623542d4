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
  ["broken JSON", "{", "Block 1 is not valid JSON."],
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
