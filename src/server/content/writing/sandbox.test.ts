import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { draws } from "../../../../test/depth.ts";
import { draftTerms } from "../../../../test/fixtures/draft-terms.ts";
import { readDraft } from "./check.ts";
import { contentKinds, type DraftPlatform, type DraftTerms, promptTypes } from "./draft.ts";
import { draftMaterial } from "./material.ts";
import { draftRequest } from "./request.ts";
import { sandboxDraft } from "./sandbox.ts";

const platforms: Record<DraftTerms["kind"], DraftPlatform> = {
  article: "blog",
  update_brief: "blog",
  post: "linkedin",
  thread: "thread",
};

/** Words, markup, addresses, figures and letters that are not seen: whatever a caller may type. */
const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength }),
    fc.string({ unit: "binary", maxLength }),
    fc
      .array(
        fc.constantFrom(
          ...[
            "# ",
            "[1]",
            "![x](",
            "https://evil.example/x?",
            "<script>",
            "2.026",
            "1,5 %",
            "€7",
            "**",
            "|",
            "\n",
          ],
          ...[
            "&#33;",
            "`",
            "\\",
            "{brand}",
            "$&",
            "Größe",
            "請求書",
            "\u200b",
            "word ",
            "-",
            ".",
            "C++",
            "www.x.example",
          ],
        ),
        { maxLength: maxLength / 10 },
      )
      .map((parts) => parts.join("")),
  );

const terms: fc.Arbitrary<DraftTerms> = fc
  .record({
    kind: fc.constantFrom(...contentKinds),
    topic: anyText(300),
    promptType: fc.constantFrom(...promptTypes),
    language: fc.constantFrom("en", "en-GB", "de", "de-AT", "ja", "nb", "x"),
    brand: anyText(120),
    rivals: fc.array(anyText(120), { maxLength: 8 }),
    title: anyText(300),
  })
  .map(({ kind, title, ...rest }) => ({
    ...rest,
    kind,
    platform: platforms[kind],
    target: kind === "update_brief" ? { url: "https://acme.example/0", title } : null,
  }));

const pages = fc.array(
  fc.record({
    title: fc.option(anyText(200)),
    description: fc.option(anyText(200)),
    headings: fc.array(anyText(200), { maxLength: 5 }),
    text: anyText(3_000),
    language: fc.option(fc.constantFrom("en", "de")),
  }),
  { maxLength: 12 },
);

test("what the sandbox writes is never at fault, whatever the topic, the brand and its pages are", () => {
  fc.assert(
    fc.property(terms, pages, fc.option(anyText(300)), (terms, pages, about) => {
      const known = pages.map((page, at) => ({ ...page, url: `https://acme.example/${at}` }));
      const material = draftMaterial(terms, {
        ...{ pages: known, profile: null, report: null, about, domains: ["acme.example"] },
        stem: (word) => word,
      });
      assert.deepEqual(readDraft(terms, material, sandboxDraft(terms, material)).faults, []);
      assert.equal(sandboxDraft(terms, material), sandboxDraft(terms, material));
      assert.ok(draftRequest(terms, material).length < 40_000);
    }),
    { numRuns: draws(400, 80) },
  );
});

const plain = draftTerms({ rivals: ["Bolt", "Zed"] });
const nothing = { passages: [], facts: [], about: null };
const written = (given: Partial<DraftTerms>) =>
  readDraft({ ...plain, ...given }, nothing, sandboxDraft({ ...plain, ...given }, nothing)).content;

for (const [language, title, text] of [
  ["en", "invoicing for freelancers: how to decide", "Hold Acme and Bolt and Zed against the same list"],
  [
    "de-AT",
    "invoicing for freelancers: So entscheiden Sie",
    "Halten Sie Acme und Bolt und Zed an dieselbe Liste",
  ],
  ["fi", "invoicing for freelancers: how to decide", "Hold Acme"],
] as const)
  test(`it writes in the language of the draft where it knows it: ${language}`, () => {
    const content = written({ language });
    assert.equal(content?.title, title);
    assert.ok(content?.bodyMarkdown?.includes(text));
  });

test("without rivals it names none", () => {
  assert.match(
    written({ rivals: [] })!.bodyMarkdown!,
    /Hold Acme against the same list as every other option/,
  );
});
