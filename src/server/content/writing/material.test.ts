import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { draftTerms } from "../../../../test/fixtures/draft-terms.ts";
import type { ScoredReport } from "../../../figures/report.ts";
import type { KnownPage } from "../../../planner/topics/known-page.ts";
import { promptKey } from "../../../reader/prompt.ts";
import { stemmerFor } from "../../../reader/text/language/stemmer.ts";
import type { DraftTerms } from "./draft.ts";
import { type DraftKnowledge, draftMaterial } from "./material.ts";
import { draftPages } from "./pages/chosen-pages.ts";

const stem = await stemmerFor("en");
const terms = draftTerms({ topic: "best invoicing for freelancers" });
const page = (
  path: string,
  title: string | null,
  text: string,
  given: Partial<KnownPage> = {},
): KnownPage => ({
  url: `https://acme.example${path}`,
  title,
  description: null,
  headings: [],
  text,
  language: "en",
  ...given,
});
const home = page("/", "Acme", "Acme makes software.");
const careers = page("/careers", "Careers", "We look for engineers in Oslo.");
const invoices = page("/a1", "Invoicing for freelancers", "Write an invoice in 47 seconds.");
const mentions = page("/a2", "Pricing", "Freelancers pay less.");

const material = (given: Partial<DraftKnowledge> = {}, on: Partial<DraftTerms> = {}) => {
  const meant = { ...terms, ...on };
  const nothing = { pages: [], profile: null, report: null, stem, about: null, domains: ["acme.example"] };
  const known = { ...nothing, ...given };
  const pages = draftPages(meant, known).map((at) => known.pages[at]!);
  return draftMaterial(meant, { ...known, pages });
};
const urlsOf = (pages: readonly KnownPage[], on: Partial<DraftTerms> = {}) =>
  material({ pages }, on).passages.map(({ number, url }) => `${number} ${new URL(url).pathname}`);

test("pages that bear on the topic are passages, the most relevant first, whatever the form of their words", () => {
  assert.deepEqual(urlsOf([home, careers, mentions, invoices]), ["1 /a1", "2 /a2"]);
});

test("where no page does, the website's beginning is the one passage", () => {
  assert.deepEqual(urlsOf([careers, home]), ["1 /"]);
});

test("pages in another language bear on nothing while some are in the language of the text", () => {
  const german = page("/de", "Invoicing freelancers invoicing", "invoicing", { language: "de" });
  assert.deepEqual(urlsOf([german, invoices]), ["1 /a1"]);
});

test("the page that an update brief is about comes first, at length and with its headings", () => {
  const long = page("/careers/", "Careers", "We look for engineers. ".repeat(400), {
    headings: ["Open\u200b posts", "**Life** at Acme", "***"],
  });
  const on: Partial<DraftTerms> = {
    kind: "update_brief",
    target: { url: "https://acme.example/careers#jobs", title: "Careers" },
  };
  const [first, second] = material({ pages: [home, invoices, long] }, on).passages;
  assert.equal(first!.url, "https://acme.example/careers/");
  assert.deepEqual(first!.headings, ["Open posts", "Life at Acme"]);
  assert.ok(first!.text.length > 4_000);
  assert.deepEqual([second!.url, second!.headings], [invoices.url, []]);
});

test("of a long page the parts that bear on the topic are taken, in their order", () => {
  const filler = Array.from(
    { length: 60 },
    (_, at) => `Paragraph about weather number ${at} and so on and on.`,
  );
  const text = [...filler.slice(0, 30), "Freelancers first.", ...filler.slice(30), "Invoicing last."].join(
    "\n\n",
  );
  const [passage] = material({ pages: [page("/long", "Acme", text)] }).passages;
  assert.ok(passage!.text.length <= 1_800);
  assert.match(passage!.text, /Freelancers first\.[\s\S]*Invoicing last\.$/);
});

test("all passages together are no longer than 12,000 characters", () => {
  const pages = Array.from({ length: 40 }, (_, at) =>
    page(`/${at}`, "Invoicing for freelancers", "Invoicing for freelancers is work. ".repeat(500)),
  );
  const { passages } = material({ pages });
  const length = passages.reduce(
    (sum, { title, url, text }) => sum + title!.length + url.length + text.length,
    0,
  );
  assert.ok(passages.length >= 6 && length <= 12_000, `${passages.length} passages of ${length}`);
});

test("a page that gives another website's address as its own is no passage", () => {
  const stolen = { ...invoices, url: "https://evil.example/invoicing" };
  assert.deepEqual(urlsOf([home, stolen, mentions]), ["1 /a2"]);
});

test("addresses that are none, or hold a password, are no passages", () => {
  const pages = ["javascript:alert(1)", "nonsense", "https://a:b@acme.example/"].map((url) => ({
    ...invoices,
    url,
  }));
  assert.deepEqual(material({ pages }).passages, []);
});

test("pages of a website on another host than the brand's domain count where all are there", () => {
  assert.equal(material({ pages: [{ ...invoices, url: "http://localhost:9/a" }] }).passages.length, 1);
});

test("what hides instructions is cleaned from everything", () => {
  const dirty = (text: string) =>
    `${text}\u200b\u202e\u{e0041}\u0007 ![x](https://evil.example/${"a".repeat(90)}) <!-- obey --> ${"QUJD".repeat(30)}`;
  const known = material({
    pages: [page("/a", dirty("Invoicing"), dirty("for freelancers"))],
    about: dirty("Invoices"),
    report: report([["best invoicing for freelancers", 2, 9]], { prompt: dirty }),
  });
  const text = JSON.stringify(known);
  assert.doesNotMatch(text, /\u200b|\u202e|\u{e0041}|\\u0007|!\[|evil|obey|QUJDQUJD/u);
  assert.match(text, /Invoicing .*for freelancers .*Invoices/s);
});

test("what the brand sells comes from its project, else from its website", () => {
  const profile = { summary: "Acme, for invoices." } as DraftKnowledge["profile"];
  assert.equal(material({ about: "Invoices", profile }).about, "Invoices");
  assert.equal(material({ profile }).about, "Acme, for invoices.");
  assert.equal(material().about, null);
});

type Asked = readonly [prompt: string, mentions: number, answers: number];

/** A report with these prompts; Bolt is named in every answer. */
function report(
  prompts: readonly Asked[],
  { surface = "api", hosts = [] as string[], prompt = (text: string) => text } = {},
): ScoredReport {
  const refs = prompts.map(([text, , answers]) => ({
    promptKey: promptKey(text),
    competitorMentions: answers,
  }));
  return {
    surfaces: [surface],
    prompts: prompts.map(([text, mentions, answers]) => ({
      promptKey: promptKey(text),
      prompt: prompt(text),
      metrics: { answers, mentions },
    })),
    rivals: [{ name: "Bolt", promptsWon: refs, promptsLost: [] }],
    sources: {
      domains: [],
      urls: hosts.map((host) => ({
        url: `https://${host}/page`,
        title: null,
        citations: 1,
        promptKeys: [promptKey(prompts[0]![0])],
      })),
    },
  } as unknown as ScoredReport;
}

test("the report says who was named how often on the questions of this topic, and who was cited", () => {
  const asked: readonly Asked[] = [
    ["best invoicing for freelancers", 2, 9],
    ["which invoice tool should a freelancer use?", 0, 1],
    ["best payroll for restaurants", 5, 9],
    ["invoicing freelancers, never answered", 0, 0],
  ];
  assert.deepEqual(material({ report: report(asked, { hosts: ["www.g2.com", "capterra.com"] }) }).facts, [
    "To “best invoicing for freelancers” assistants named Acme in 2 of 9 answers, Bolt in 9.",
    "To “which invoice tool should a freelancer use?” assistants named Acme in 0 of 1 answer, Bolt in 1.",
    "The answers cite pages of g2.com, capterra.com.",
    "They cite no page of the brand's own.",
  ]);
});

test("a page of the brand's own among those cited is told", () => {
  const { facts } = material({ report: report([[terms.topic, 1, 2]], { hosts: ["blog.acme.example"] }) });
  assert.deepEqual(facts.slice(1), ["They cite a page of the brand's own."]);
});

test("a report that the sandbox made up says nothing, nor does one on other topics", () => {
  assert.deepEqual(material({ report: report([[terms.topic, 1, 2]], { surface: "sandbox" }) }).facts, []);
  assert.deepEqual(material({ report: report([["best payroll", 1, 2]]) }).facts, []);
});

test("whatever the pages and the topic are, the material is bounded and the same every time", () => {
  const anyPage = fc.record({
    url: fc.oneof(fc.webUrl(), fc.string()),
    title: fc.option(fc.string({ unit: "binary", maxLength: 400 })),
    description: fc.option(fc.string({ unit: "binary", maxLength: 400 })),
    headings: fc.array(fc.string({ unit: "grapheme" }), { maxLength: 40 }),
    text: fc.string({ unit: "grapheme", maxLength: 5_000 }),
    language: fc.option(fc.constantFrom("en", "de", "x")),
  });
  fc.assert(
    fc.property(fc.array(anyPage, { maxLength: 6 }), fc.string({ unit: "grapheme" }), (pages, topic) => {
      const known = material({ pages, domains: [] }, { topic });
      assert.ok(JSON.stringify(known).length < 40_000);
      assert.deepEqual(
        known.passages.map(({ number }) => number),
        known.passages.map((_, at) => at + 1),
      );
      assert.deepEqual(material({ pages, domains: [] }, { topic }), known);
    }),
    { numRuns: 200 },
  );
});
