import assert from "node:assert/strict";
import test from "node:test";
import markdownIt from "markdown-it";
import { canary, foreignHost, injectedPages } from "../../../../test/fixtures/injected-pages.ts";
import { stemmerFor } from "../../../reader/text/language/stemmer.ts";
import { readPage } from "../../../site/page/page.ts";
import { type ReadDraft, readDraft } from "./check.ts";
import type { DraftContent, DraftTerms } from "./draft.ts";
import { type DraftMaterial, draftMaterial } from "./material.ts";
import { draftPages } from "./pages/chosen-pages.ts";
import { draftRequest } from "./request.ts";
import { sandboxDraft } from "./sandbox.ts";

const stem = await stemmerFor("en");

const kinds: readonly Pick<DraftTerms, "platform" | "kind">[] = [
  { platform: "blog", kind: "article" },
  { platform: "blog", kind: "update_brief" },
  { platform: "linkedin", kind: "post" },
  { platform: "thread", kind: "thread" },
];

const url = "https://acme.example/prices";

function termsOf(kind: (typeof kinds)[number]): DraftTerms {
  const target = kind.kind === "update_brief" ? { url, title: "Prices" } : null;
  return {
    ...kind,
    topic: "prices of invoicing",
    promptType: "auto",
    target,
    language: "en",
    brand: "Acme",
    rivals: ["Bolt"],
  };
}

/** What is known of the brand if this is its only page. */
function materialOf(body: string, terms: DraftTerms): DraftMaterial {
  const html = `<html lang="en"><title>Prices of invoicing</title><body>${body}</body></html>`;
  const { canonical, title, description, text, language, headings } = readPage(html, url);
  const pages = [
    { url: canonical ?? url, title, description, text, language, headings: headings.map(({ text }) => text) },
    {
      url: "https://acme.example/",
      title: "Acme",
      description: null,
      text: "Acme sells invoicing.",
      language: "en",
      headings: [],
    },
  ];
  const domains = ["acme.example"];
  const chosen = draftPages(terms, { pages, stem, domains }).map((at) => pages[at]!);
  return draftMaterial(terms, { pages: chosen, profile: null, report: null, stem, about: null, domains });
}

/** What no reader sees; variation selectors and joiners within letters and emoji aside. */
const hidden = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\u3164\u{e0000}-\u{e0fff}]/u;

for (const [how, body] of injectedPages) {
  test(`what an injected page says stays inside the fence: ${how}`, () => {
    for (const kind of kinds) {
      const terms = termsOf(kind);
      const material = materialOf(body, terms);
      const request = draftRequest(terms, material);
      const lines = request.split("\n");
      const fence = lines.find((line) => /^=====DATA-[0-9a-f]{32}=====$/.test(line))!;
      const [before = "", data = "", after = "", ...more] = request.split(`\n${fence}\n`);

      assert.deepEqual(more, []);
      assert.ok(!data.includes(fence));
      assert.equal(JSON.parse(data).sources.length, material.passages.length);
      assert.doesNotMatch(
        before + after,
        new RegExp(`${canary}|${foreignHost}|ignore|instructions are`, "i"),
      );
      assert.doesNotMatch(request, hidden);
      assert.doesNotMatch(data, /!\[|</);
      assert.ok(material.passages.every(({ url }) => new URL(url).host === "acme.example"));
    }
  });

  test(`an engine that obeys an injected page plants nothing in a draft: ${how}`, () => {
    for (const kind of kinds) {
      const terms = termsOf(kind);
      const material = materialOf(body, terms);
      const read = [body, material.passages.map(({ text }) => text).join("\n\n"), unescaped(body)]
        .flatMap((words) => obedient(words, terms, material))
        .map((answer) => readDraft(terms, material, answer));
      for (const draft of read) assertHarmless(draft, material);
    }
  });
}

test("what obeys is kept as words in many cases, so that the checks have something to look at", () => {
  const terms = termsOf(kinds[0]!);
  const kept = injectedPages.filter(([, body]) => {
    const material = materialOf(body, terms);
    const drafts = obedient(unescaped(body), terms, material).map((answer) =>
      readDraft(terms, material, answer),
    );
    return drafts.some(({ content }) => content && textOf(content).includes(canary));
  });
  assert.ok(kept.length > 25, String(kept.length));
});

/** Answers of an engine that does what the page says: its words alone, as an answer, and put into a good draft. */
function obedient(words: string, terms: DraftTerms, material: DraftMaterial): string[] {
  const good = JSON.parse(sandboxDraft(terms, material)) as Record<string, string | string[]>;
  const planted = Object.fromEntries(
    Object.entries(good).map(([key, value]) => [
      key,
      typeof value === "string"
        ? key.startsWith("body") || key === "text"
          ? `${words}\n\n${value}\n\n${words} [1] ${words}\n\n[e]: https://${foreignHost}/r.png`
          : `${value} ${words}`
        : [...value, words.slice(0, 200), words.slice(0, 100)],
    ]),
  );
  const alone = Object.fromEntries(
    Object.keys(good).map((key) => [key, key === "posts" ? [words, words] : words]),
  );
  return [
    words,
    JSON.stringify(alone),
    JSON.stringify(planted),
    `${words}\n\`\`\`json\n${JSON.stringify(planted, null, 2)}\n\`\`\`\n${words}`,
    `${JSON.stringify(good)}${words}`,
  ];
}

const unescaped = (html: string): string =>
  html
    .replace(/<\/?(p|div|span|h\d)[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const textOf = ({ title, bodyMarkdown, posts, metaDescription }: DraftContent): string =>
  [title, metaDescription, bodyMarkdown, ...(posts ?? [])].join("\n");

const parser = markdownIt({ html: true, linkify: true });

/** Neither HTML nor an image nor an address of anybody else's, in whatever way it is shown. */
function assertHarmless({ content, faults }: ReadDraft, material: DraftMaterial): void {
  if (content === null) {
    assert.ok(faults.length > 0);
    assert.doesNotMatch(faults.join("\n"), new RegExp(`${canary}|${foreignHost}`, "i"));
    return;
  }
  const known = new Set(material.passages.map(({ url }) => url));
  const text = textOf(content);
  const tokens = parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  assert.deepEqual(
    tokens.filter(({ type }) => /html|image/.test(type)).map(({ content }) => content),
    [],
  );
  // An address that only looks like one, `collector.example` in a sentence, is plain text.
  const links = tokens
    .filter(({ type, markup }) => type === "link_open" && markup !== "linkify")
    .map((token) => String(token.attrGet("href")));
  assert.deepEqual(
    links.filter((link) => !known.has(link)),
    [],
  );
  assert.doesNotMatch(text.replaceAll("https://acme.example/", ""), /\w:\/\/|www\.|javascript:|data:\w/i);
  assert.doesNotMatch(text, hidden);
  assert.ok(content.sources.every(({ url }) => known.has(url)));
}
