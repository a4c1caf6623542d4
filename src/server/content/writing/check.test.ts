import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { draws, longTest } from "../../../../test/depth.ts";
import { draftTerms as terms } from "../../../../test/fixtures/draft-terms.ts";
import { wordCount } from "../../../reader/text/word-count.ts";
import { readDraft } from "./check.ts";
import type { DraftTerms } from "./draft.ts";
import type { DraftMaterial, Passage } from "./material.ts";

const linkedin = terms({ platform: "linkedin", kind: "post" });
const thread = terms({ platform: "thread", kind: "thread" });
const brief = terms({
  kind: "update_brief",
  target: { url: "https://acme.example/invoices", title: "Invoices" },
});

const passage = (number: number, given: Partial<Passage> = {}): Passage => ({
  number,
  url: `https://acme.example/${number}`,
  title: `Page ${number}`,
  headings: [],
  text: "An invoice takes 47 seconds.",
  ...given,
});
const material = (given: Partial<DraftMaterial> = {}): DraftMaterial => ({
  passages: [passage(1), passage(2)],
  facts: [],
  about: null,
  ...given,
});
const bare = material({ passages: [] });

const sentence = "Freelancers write invoices when the work is done, and wait. ";
const words = (count: number) =>
  sentence
    .repeat(Math.ceil(count / 10))
    .split(" ")
    .slice(0, count)
    .join(" ");
const description = "How freelancers write invoices that are paid, step by step and without fuss.";

const article = (given: Record<string, unknown> = {}) =>
  JSON.stringify({
    title: "Invoicing for freelancers",
    meta_description: description,
    body_markdown: `It takes 47 seconds [2].\n\n${words(700)}`,
    ...given,
  });
const faultsOf = (given: DraftTerms, answer: string, known = material()) =>
  readDraft(given, known, answer).faults;
const contentOf = (given: DraftTerms, answer: string, known = material()) => {
  const { content, faults } = readDraft(given, known, answer);
  assert.deepEqual(faults, []);
  return content!;
};

test("an article comes with title, text, sources, description and the last part of its address", () => {
  const content = contentOf(terms(), article());
  assert.equal(content.title, "Invoicing for freelancers");
  assert.equal(content.metaDescription, description);
  assert.equal(content.slug, "invoicing-for-freelancers");
  assert.equal(content.posts, null);
  assert.deepEqual(content.sources, [{ url: "https://acme.example/2", title: "Page 2" }]);
  assert.ok(
    content.bodyMarkdown!.startsWith("It takes 47 seconds [[1]](https://acme.example/2).\n\nFreelancers"),
  );
  assert.ok(content.bodyMarkdown!.endsWith("\n\n## Sources\n\n1. [Page 2](https://acme.example/2)"));
});

for (const [language, heading] of [
  ["de-AT", "Quellen"],
  ["ja", "出典"],
  ["xx", "Sources"],
] as const)
  test(`the list of sources stands under a heading in the language of the text: ${language}`, () => {
    assert.ok(contentOf(terms({ language }), article()).bodyMarkdown!.includes(`\n\n## ${heading}\n\n`));
  });

for (const [around, answer] of [
  ["a code fence", `\`\`\`json\n${article()}\n\`\`\``],
  ["prose with braces", `Sure {of course}! {"a": 1} Here it is:\n${article()}\nAnything else? {}`],
  ["a thought", `<think>{"title": "no", "body_markdown": "short"}</think>${article()}`],
  ["line breaks in its strings", article().replaceAll("\\n", "\n")],
  ["line breaks escaped twice", article().replaceAll("\\n", "\\\\n")],
  ["nothing visible", `\ufeff\u200b${article()}`],
] as const)
  test(`the object is read with ${around} in it or around it`, () => {
    assert.ok(
      contentOf(terms(), answer).bodyMarkdown!.includes("47 seconds [[1]](https://acme.example/2).\n\nFree"),
    );
  });

const fault = {
  format: "It was not the JSON object that was asked for.",
  source: "It marked no source, so nothing in it can be traced.",
  number: "It held numbers that stand nowhere in the data.",
};
const post = (text: string) => JSON.stringify({ text });
const posts = (...posts: unknown[]) => JSON.stringify({ posts });
const good = `${words(30)} [1]`;

for (const [rule, given, answer, expected] of [
  ["nothing is no draft", terms(), "", [fault.format]],
  ["prose is no draft", terms(), "I cannot help with that.", [fault.format]],
  ["an object that breaks off is no draft", terms(), article().slice(0, -30), [fault.format]],
  ["another object is no draft", terms(), '{"error": {"message": "no"}}', [fault.format]],
  [
    "an article has 600 words",
    terms(),
    article({ body_markdown: `${words(590)} [1]` }),
    ["It was shorter than 600 words."],
  ],
  [
    "an article has at most 2,000 words",
    terms(),
    article({ body_markdown: `${words(2_010)} [1]` }),
    ["It was longer than 2000 words."],
  ],
  [
    "nothing huge is read",
    terms(),
    article({ body_markdown: `${"a".repeat(100_000)} [1]` }),
    ["It was longer than 2000 words.", fault.source],
  ],
  [
    "an article has a title",
    terms(),
    article({ title: " ![x](https://evil.example/) " }),
    ["It had no title."],
  ],
  [
    "an article marks a source where there are some",
    terms(),
    article({ body_markdown: words(700) }),
    [fault.source],
  ],
  [
    "a mark of nothing is none",
    terms(),
    article({ body_markdown: `${words(700)} [3] [0] [99]` }),
    [fault.source],
  ],
  [
    "a number stands in the data",
    terms(),
    article({ body_markdown: `${words(700)} for 48 firms [1]` }),
    [fault.number],
  ],
  ["a number of the title as well", terms(), article({ title: "99 ways to invoice" }), [fault.number]],
  [
    "and of the description",
    terms(),
    article({ meta_description: `${description} Saves 30 hours.` }),
    [fault.number],
  ],
  [
    "a small percentage stands in the data as well",
    terms(),
    article({ body_markdown: `${words(700)} 5 % [1]` }),
    [fault.number],
  ],
  [
    "a post has at most 3,000 characters",
    linkedin,
    post(`${"字".repeat(3_001)} [1]`),
    ["It was longer than 3000 characters."],
  ],
  ["a post says something", linkedin, post("Yes! [1]"), ["It was no more than a few words."]],
  ["a post marks a source", linkedin, post(words(30)), [fault.source]],
  ["a thread has two posts", thread, posts(good), ["It had fewer than 2 posts."]],
  ["a thread has at most 15 posts", thread, posts(...Array(16).fill(good)), ["It had more than 15 posts."]],
  [
    "a post of a thread has at most 280 characters",
    thread,
    posts(good, "a".repeat(281), "b".repeat(300)),
    ["2 of its posts were longer than 280 characters."],
  ],
  [
    "what is no text is no post",
    thread,
    posts(good, 7, null, { text: good }),
    ["It had fewer than 2 posts."],
  ],
  ["a thread is no article", thread, article(), ["It had fewer than 2 posts.", fault.source]],
  [
    "a brief has 80 words",
    brief,
    article({ body_markdown: "Change it. [1]" }),
    ["It was shorter than 80 words."],
  ],
  [
    "a brief has at most 1,500 words",
    brief,
    article({ body_markdown: `${words(1_600)} [1]` }),
    ["It was longer than 1500 words."],
  ],
] as const)
  test(rule, () => assert.deepEqual(faultsOf(given, answer), expected));

test("a brief names a heading of the page as it stands, whatever marks are around it", () => {
  const known = material({ passages: [passage(1, { headings: ["Send invoices!", "Get paid"] })] });
  const body = (where: string) => article({ body_markdown: `${words(100)} [1] ${where}` });
  assert.deepEqual(faultsOf(brief, body("At the end."), known), [
    "It named none of the page's headings as they stand.",
  ]);
  const content = contentOf(brief, body("At “**Send** invoices”."), known);
  assert.equal(content.slug, null);
  assert.equal(content.title, "Invoicing for freelancers");
});

for (const [language, heading] of [
  ["en", "## Sources:"],
  ["en", "### **References**"],
  ["de", "# Quellen"],
] as const)
  test(`a list of sources that came along is replaced: ${heading}`, () => {
    const body_markdown = `${words(700)} [2]\n\n${heading}\n\n- [1] Somewhere https://evil.example\n- [9] Else`;
    const content = contentOf(terms({ language }), article({ body_markdown }));
    assert.deepEqual(
      content.sources.map(({ title }) => title),
      ["Page 2"],
    );
    assert.doesNotMatch(content.bodyMarkdown!, /Somewhere|Else|References/);
  });

test("a heading about sources within the text stays", () => {
  const body_markdown = `# Sources\n\n${words(350)} [2]\n\n## More\n\n${words(350)}`;
  assert.match(contentOf(terms(), article({ body_markdown })).bodyMarkdown!, /^## Sources\n\nFree/);
});

test("without passages no mark is asked for, and none is left", () => {
  const content = contentOf(terms(), article({ body_markdown: `${words(700)} [1] [2]` }), bare);
  assert.deepEqual(content.sources, []);
  assert.doesNotMatch(content.bodyMarkdown!, /\[|Sources/);
});

for (const [rule, text, known] of [
  ["a number of a passage", "47 seconds", material()],
  [
    "a number of a fact, in another notation",
    "1.200 answers",
    material({ facts: ["Named in 1,200 answers."] }),
  ],
  ["decimals in another notation", "3,5 hours", material({ facts: ["It took 3.5 hours."] })],
  ["a number of what the brand says of itself", "since 1999", material({ about: "Invoices since 1999" })],
  ["digits of another script", "٤٧ seconds", material()],
  ["plain counts up to twelve", "in 12 steps and 3 parts", material()],
  ["numbers of items", "1. one\n2. two", material()],
] as const)
  test(`free to use: ${rule}`, () => {
    assert.deepEqual(
      faultsOf(terms(), article({ body_markdown: `${words(700)} [1]\n\n${text}` }), known),
      [],
    );
  });

test("a title that is too long is cut between words, a description too", () => {
  const content = contentOf(
    terms(),
    article({ title: "word ".repeat(60), meta_description: "word ".repeat(60) }),
  );
  assert.ok([...content.title!].length <= 120);
  assert.ok(content.title!.endsWith("word…"));
  assert.ok([...content.metaDescription!].length <= 160);
});

test("without a description, or with one too short, the text's beginning describes it", () => {
  for (const meta_description of [null, 7, "Too short."])
    assert.ok(
      contentOf(terms(), article({ meta_description })).metaDescription!.startsWith(
        "It takes 47 seconds. Freelancers",
      ),
    );
});

test("without a title the heading that the text begins with is it, and is not there twice", () => {
  for (const title of [null, "On invoices"]) {
    const content = contentOf(
      terms(),
      article({ title, body_markdown: `# On *invoices*\n\n${words(700)} [1]` }),
    );
    assert.equal(content.title, "On invoices");
    assert.ok(content.bodyMarkdown!.startsWith("Freelancers"));
  }
});

test("a heading that is not the title stays, on the second level", () => {
  const content = contentOf(terms(), article({ body_markdown: `# First\n\n${words(700)} [1]` }));
  assert.ok(content.bodyMarkdown!.startsWith("## First\n\nFreelancers"));
});

test("in scripts without spaces two letters count as a word", () => {
  const body = (count: number) => article({ body_markdown: `${"請".repeat(count)} [1]` });
  assert.deepEqual(faultsOf(terms({ language: "ja" }), body(1_198)), ["It was shorter than 600 words."]);
  assert.deepEqual(faultsOf(terms({ language: "ja" }), body(1_200)), []);
});

for (const [title, topic, slug] of [
  ["Größe & Maß: 3 Fragen", "x", /^groesse-and-mass-3-fragen$/],
  ["Как выбрать CRM", "x", /^kak-vybrat-crm$/],
  ["請求書の書き方", "invoicing software", /^invoicing-software$/],
  ["請求書の書き方", "請求書 freee", /^freee$/],
  ["請求書の書き方", "請求書", /^draft-[0-9a-f]{8}$/],
  ["a ".repeat(50), "x", /^(a-)*a$/],
  [`${"word".repeat(20)}`, "x", /^(word){15}$/],
] as const)
  test(`the last part of its address is short and plain: ${title.slice(0, 20)} on ${topic}`, () => {
    const content = contentOf(terms({ topic }), article({ title }));
    assert.match(content.slug!, slug);
    assert.ok(content.slug!.length <= 60);
  });

test("a post of a thread is counted in code points, without its marks", () => {
  const content = contentOf(thread, posts(`${"😀".repeat(280)} [1]`, "**Two** words & #crm [2, 1]"));
  assert.deepEqual(content.posts, ["😀".repeat(280), "Two words & #crm"]);
  assert.deepEqual(
    content.sources.map(({ url }) => url),
    ["https://acme.example/1", "https://acme.example/2"],
  );
  assert.deepEqual(
    [content.title, content.bodyMarkdown, content.slug, content.metaDescription],
    [null, null, null, null],
  );
});

test("a LinkedIn post is plain text", () => {
  const text = `# Invoices\n\n${words(30)} **now** [1]\n\n- [prices](https://acme.example/2)\n- [other](https://evil.example/)`;
  assert.equal(
    contentOf(linkedin, post(text)).bodyMarkdown,
    `Invoices\n\n${words(30)} now\n\n- prices (https://acme.example/2)\n- other`,
  );
});

test("the figures of an address that may stand there are no figures of the text", () => {
  const known = material({ passages: [passage(1, { url: "https://acme.example/2026/99-invoices" })] });
  assert.deepEqual(faultsOf(linkedin, post(`${good} https://acme.example/2026/99-invoices`), known), []);
});

test("letters that nobody sees are left out, those that join others stay", () => {
  const text = `${words(30)} a\u200bb\u{e0041}c\u202ed 👩‍💻 می‌خواهم [1]`;
  assert.ok(contentOf(linkedin, post(text)).bodyMarkdown!.endsWith("abcd 👩‍💻 می‌خواهم"));
});

test("faults are in our words only", () => {
  const answers = [
    "{}",
    article({ title: "SECRET 99", body_markdown: "SECRET 48 https://evil.example" }),
    posts("SECRET 77"),
  ];
  for (const given of [terms(), linkedin, thread, brief])
    for (const answer of answers) assert.doesNotMatch(faultsOf(given, answer).join(), /SECRET|evil|48|77|99/);
});

test("whatever an engine answers, reading it never throws", () => {
  const json = fc.oneof(
    fc.json(),
    fc.record({ title: fc.anything(), body_markdown: fc.anything(), posts: fc.anything() }).map((value) => {
      try {
        return JSON.stringify(value) ?? "";
      } catch {
        return "";
      }
    }),
  );
  const text = fc.oneof(
    json,
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.tuple(fc.string(), json, fc.string()).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme" }).map((body) => article({ body_markdown: body + words(650) })),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(terms(), linkedin, thread, brief), (answer, given) => {
      const { content, faults } = readDraft(given, material(), answer);
      assert.equal(content === null, faults.length > 0);
    }),
    { numRuns: draws(1_000, 200) },
  );
});

longTest("the time to read an answer grows with its length and nothing else", () => {
  for (const piece of [
    '{"',
    '{"a":',
    "{",
    "}",
    '"',
    "\\",
    '{"a":"\n',
    "[1",
    "# ",
    "x ",
    '{"body_markdown":"',
  ]) {
    const started = process.cpuUsage().user;
    readDraft(terms(), material(), piece.repeat(Math.floor((256 * 1_024) / piece.length)));
    readDraft(
      terms(),
      material(),
      article({ title: piece.repeat(60_000), body_markdown: piece.repeat(20_000) }),
    );
    assert.ok((process.cpuUsage().user - started) / 1_000 < 5_000, piece);
  }
});

test("what is counted is what a reader sees, without the list of sources", () => {
  const { bodyMarkdown } = contentOf(terms(), article({ body_markdown: `${words(600)} [1] [2]` }));
  assert.ok(wordCount(bodyMarkdown!) > 600);
});
