import assert from "node:assert/strict";
import test from "node:test";
import type { Gap } from "../../figures/gaps.ts";
import type { PromptScore } from "../../figures/metrics/prompt-score.ts";
import { promptKey } from "../../reader/prompt.ts";
import { stemmerFor } from "../../reader/text/language/stemmer.ts";
import { type KnownPage, type PlannerInput, planContent } from "./planner.ts";

const english = await stemmerFor("en-GB");
const german = await stemmerFor("de");

const prompt = (text: string) => ({ promptKey: promptKey(text), prompt: text, intent: null });
const page = (url: string, title: string, rest: Partial<KnownPage> = {}): KnownPage => ({
  url: `https://acme.example${url}`,
  title,
  description: null,
  headings: [],
  text: "",
  language: "en",
  ...rest,
});
const gap = (text: string, given: Partial<Gap> = {}): Gap => ({
  promptKey: promptKey(text),
  prompt: text,
  gapType: "absent",
  competitors: ["Bolt"],
  providers: ["chatgpt"],
  answers: 3,
  mentions: 0,
  severity: "high",
  suggestion: "",
  ...given,
});
const score = (text: string, appearanceRate: number, branded = false) =>
  ({ ...prompt(text), branded, metrics: { appearanceRate } }) as PromptScore;

const filler = ["Home", "About us", "Imprint", "Careers", "Blog"].map((title, at) =>
  page(`/${at}`, title, { text: "Acme makes software that companies like to use every day." }),
);

const input = (given: Partial<PlannerInput> = {}): PlannerInput => ({
  brand: "Acme",
  domains: ["acme.example"],
  language: "en",
  stem: english,
  prompts: [],
  report: null,
  answers: new Map(),
  pages: [],
  ...given,
});
const plan = (prompts: readonly string[], given: Partial<PlannerInput> = {}, count = 20) =>
  planContent(input({ prompts: prompts.map(prompt), ...given }), count);

const invoices = page("/a1", "Invoicing for freelancers", {
  text: "Write an invoice in a minute.",
  headings: ["Send invoices"],
});

test("a prompt that no page is about is a new article", () => {
  const { topics, covered } = plan(["best payroll software for restaurants"], {
    pages: [...filler, invoices],
  });
  assert.deepEqual(
    topics.map(({ topic, action, coverage, targetUrl, targetTitle }) => [
      topic,
      action,
      coverage,
      targetUrl,
      targetTitle,
    ]),
    [["best payroll software for restaurants", "create_new_article", "uncovered", null, null]],
  );
  assert.deepEqual(covered, []);
});

test("a prompt that a page answers by its title is covered, whatever its address and the form of its words", () => {
  const { topics, covered } = plan(["What should a freelancer use for invoices?"], {
    pages: [...filler, invoices],
  });
  assert.deepEqual(topics, []);
  assert.deepEqual(
    covered.map(({ action, coverage, targetUrl, targetTitle }) => [action, coverage, targetUrl, targetTitle]),
    [["covered_existing_url", "covered", invoices.url, invoices.title]],
  );
});

test("a page that holds only some of it is to be improved, and the reason says what is missing", () => {
  const { topics } = plan(["invoicing for freelancers in Norway"], { pages: [...filler, invoices] });
  const [topic] = topics;
  assert.deepEqual(
    [topic?.action, topic?.coverage, topic?.targetUrl],
    ["optimize_existing_url", "partially_covered", invoices.url],
  );
  assert.match(topic!.reason, /does not mention “norway”/);
});

const freelancers = ["Invoices", "Time tracking", "Prices", "About us"].map((title, at) =>
  page(`/f${at}`, `${title} for freelancers`, { text: "Invoices, VAT and returns are what we do." }),
);
const vat = page("/vat", "VAT returns for freelancers", { text: "We file VAT returns." });

for (const text of [
  "I am struggling with VAT returns. What can help?",
  "I keep having trouble with VAT returns. What would help?",
  "How do zebras file VAT returns?",
])
  test(`words on most pages find theirs, whatever rarer word no page has: “${text}”`, () => {
    const { topics, covered } = plan([text], { pages: [...freelancers, vat] });
    const [topic] = [...topics, ...covered];
    assert.equal(topic?.targetUrl, vat.url);
    assert.doesNotMatch(topic!.reason, /No page|struggling|trouble/);
  });

test("on a large website as well, a word that no page has does not hide the pages that have the rest", () => {
  const many = Array.from({ length: 120 }, (_, at) =>
    page(`/m${at}`, `Story ${at}`, { text: "Invoices, VAT and returns are what we do." }),
  );
  const { topics } = plan(["VAT returns in Zanzibar"], { pages: [...many, vat] });
  assert.match(topics[0]!.reason, /the closest one mentions “vat” and “returns”/);
});

test("words that only ask are not what a page says nothing of", () => {
  const { topics, covered } = plan(["Which invoicing is best when it comes to freelancers in Norway?"], {
    pages: [...filler, invoices],
  });
  assert.deepEqual(covered, []);
  assert.match(topics[0]!.reason, /does not mention “norway”\./);
});

const kettles = [
  page("/", "Quiet electric kettles", { text: "Our kettles have two walls." }),
  page("/descale", "How to descale a kettle", { headings: ["With vinegar"], text: "Boil it and rinse it." }),
  page("/dogs", "Dog bowls", { text: "Bowls of steel." }),
];

for (const [text, url, action] of [
  ["I'm really struggling to keep descaling my kettle, who knows more?", "/descale", "covered_existing_url"],
  ["How do I descale a kettle in Norway?", "/descale", "optimize_existing_url"],
  ["How do I descale a kettle without vinegar for babies?", "/descale", "optimize_existing_url"],
  ["Which electric kettles are quiet?", "/", "covered_existing_url"],
  ["A bowl for my dog", "/dogs", "covered_existing_url"],
  ["Which toaster is quiet?", null, "create_new_article"],
  ["Do vets like it when I boil toothbrushes?", null, "create_new_article"],
] as const)
  test(`things count, what somebody does hardly, and what narrows them is a detail: “${text}”`, () => {
    const { topics, covered } = plan([text], { pages: kettles });
    const [topic] = [...topics, ...covered];
    assert.deepEqual(
      [topic?.targetUrl, topic?.action],
      [url && `https://acme.example${url}`, action],
      topic?.reason,
    );
  });

test("what the whole website is about goes without saying on its pages", () => {
  const bees = [
    page("/", "Beekeeping supplies for bees"),
    page("/winter", "Getting through winter", { text: "Feed syrup." }),
  ];
  assert.equal(
    plan(["How do I get my bees through the winter?"], { pages: bees }).covered[0]?.targetUrl,
    "https://acme.example/winter",
  );
});

test("what the start page says in its text need not be said again on the page that answers", () => {
  const swaps = page("/swaps", "Swapping shifts", { text: "Swap a shift with a colleague in two clicks." });
  const planned = (text: string) => {
    const made = plan(["swapping shifts on a rota"], {
      pages: [page("/", "Welcome", { text }), ...filler, swaps],
    });
    return [...made.topics, ...made.covered].map(({ action, targetUrl }) => [action, targetUrl]);
  };
  assert.deepEqual(planned("Draw up a rota for your nurses."), [["covered_existing_url", swaps.url]]);
  assert.deepEqual(planned("For your nurses."), [["optimize_existing_url", swaps.url]]);
});

test("a passage answers what no heading says, where title or headings hold some of the subject", () => {
  const things = ["A grand", "The stool", "One lamp", "Our bench", "His stage"];
  const planned = (text: string) => {
    const hire = page("/hire", "Hire of pianos, organs and harps", { text });
    const made = plan(["pianos: grand, stool, lamp, bench, stage"], { pages: [...filler, hire] });
    return [...made.topics, ...made.covered][0]?.action;
  };
  assert.equal(planned(`We come. ${things.join(", ")} and more.`), "covered_existing_url");
  assert.equal(planned(things.join(". We come. ")), "create_new_article");
});

test("parts of a German compound are found, and are not taken for the whole", () => {
  const trees = page("/b", "Gutachten über Bäume", { language: "de", text: "Wir prüfen Obst." });
  const { topics } = plan(["Was bringt ein Baumgutachten in Soest?"], {
    ...{ language: "de", stem: german },
    pages: [...filler.map((one) => ({ ...one, language: "de" })), trees],
  });
  assert.equal(topics[0]?.targetUrl, trees.url);
  assert.match(topics[0]!.reason, /does not mention “soest”\./);
});

test("what no page mentions is told word for word, of the whole text of a page", () => {
  const long = page("/long", "Welcome", { text: `${"We like it here. ".repeat(400)}Ask for zebras.` });
  assert.match(
    plan(["zebras for sale"], { pages: [long] }).topics[0]!.reason,
    /the closest one mentions “zebras”/,
  );
  assert.match(
    plan(["lions from Zanzibar"], { pages: [long] }).topics[0]!.reason,
    /No page mentions “lions” and “zanzibar”\./,
  );
});

test("words of the brand's name are words like others where the prompt does not name the brand", () => {
  const food = page("/food", "Dog food for puppies");
  const friends = { brand: "Dog Food Friends", pages: [...filler, food] };
  assert.equal(plan(["Which dog food is good?"], friends).covered[0]?.targetUrl, food.url);
  assert.equal(
    plan(["Does Dog Food Friends have puppies in Norway?"], friends).topics[0]?.targetUrl,
    food.url,
  );
});

test("a page of prices answers what something costs", () => {
  const prices = page("/p", "Pricing of invoices");
  assert.equal(
    plan(["How much do invoices cost?"], { pages: [...filler, prices] }).covered[0]?.targetUrl,
    prices.url,
  );
});

test("words that stand in the text alone do not make a page be about them", () => {
  const long = page("/long", "Welcome", { text: "payroll restaurants software invoices" });
  assert.equal(
    plan(["payroll for restaurants"], { pages: [...filler, long] }).topics[0]?.action,
    "create_new_article",
  );
});

test("an address made of the words of a prompt says nothing of what stands there", () => {
  const slug = page("/payroll-for-restaurants", "Coming soon");
  assert.equal(
    plan(["payroll for restaurants"], { pages: [...filler, slug] }).topics[0]?.action,
    "create_new_article",
  );
});

test("a page that answers a prompt on which the brand loses is to be improved, first of all", () => {
  const lost = "invoicing for freelancers";
  const { topics } = plan([lost, "payroll for restaurants"], {
    pages: [...filler, invoices],
    report: { scores: [], gaps: [gap(lost)], urls: [] },
  });
  assert.deepEqual(
    topics.map(({ topic, action, priority }) => [topic, action, priority]),
    [
      [lost, "optimize_existing_url", "high"],
      ["payroll for restaurants", "create_new_article", "medium"],
    ],
  );
  assert.match(topics[0]!.reason, /Its answers name Bolt and not Acme/);
});

test("a page that assistants cite for a prompt is its target, and the hosts they cite besides are told", () => {
  const text = "payroll for restaurants";
  const urls = [
    { url: "https://www.acme.example/deep", title: "Deep page", citations: 3, promptKeys: [promptKey(text)] },
    { url: "https://guide.example/x", title: null, citations: 2, promptKeys: [promptKey(text)] },
  ];
  const deep = { ...filler[0]!, url: "https://www.acme.example/deep/", title: "Deep page" };
  const report = { scores: [score(text, 0.9)], gaps: [], urls };
  const cited = plan([text], { pages: [...filler, deep], report });
  assert.deepEqual([cited.covered[0]?.targetUrl, cited.covered[0]?.targetTitle], [deep.url, "Deep page"]);
  const madeUp = plan([text], { pages: filler, report });
  assert.deepEqual(
    [madeUp.covered, madeUp.topics[0]?.targetUrl],
    [[], null],
    "an address that nobody has read covers nothing",
  );
  const losing = plan([text], {
    pages: filler,
    report: { scores: [], gaps: [gap(text)], urls: urls.slice(1) },
  });
  assert.match(losing.topics[0]!.reason, /The answers cite guide\.example\./);
});

test("prompts about the same make one topic, those about other things do not", () => {
  const { topics } = plan(
    ["best payroll for restaurants", "which restaurant payroll should I use?", "time tracking for nurses"],
    { pages: filler },
  );
  assert.deepEqual(topics.map(({ promptKeys }) => promptKeys.length).sort(), [1, 2]);
});

test("prompts for the same page make one update", () => {
  const { topics } = plan(["invoicing for freelancers in Norway", "freelance invoicing in Poland"], {
    pages: [...filler, invoices],
  });
  assert.deepEqual(
    topics.map(({ promptKeys, targetUrl }) => [promptKeys.length, targetUrl]),
    [[2, invoices.url]],
  );
});

for (const [language, stem, title, text] of [
  ["en", english, "Invoicing freelancers", "What is best for a freelancer's invoices?"],
  ["de", german, "Rechnungen für Freiberufler", "Welche Rechnung für einen Freiberufler?"],
  ["fr", await stemmerFor("fr"), "Factures pour indépendants", "Quelle facture pour un indépendant ?"],
  ["es", await stemmerFor("es"), "Facturas para autónomos", "¿Qué factura para un autónomo?"],
] as const)
  test(`words are compared by their stems in the language of the prompts: ${language}`, () => {
    const own = page("/own", title, { language });
    assert.equal(plan([text], { language, stem, pages: [...filler, own] }).covered[0]?.targetUrl, own.url);
  });

test("a page in another language answers nothing", () => {
  const other = page("/no", "Payroll restaurants", { language: "nb" });
  assert.equal(
    plan(["payroll for restaurants"], { pages: [...filler, other] }).topics[0]?.action,
    "create_new_article",
  );
});

test("scripts without spaces are matched as well", () => {
  const tokyo = page("/ja", "請求書作成ソフト", { language: "ja" });
  const { covered } = plan(["請求書作成ソフト"], {
    language: "ja",
    stem: (word) => word,
    pages: [page("/b", "会社概要", { language: "ja" }), tokyo],
  });
  assert.equal(covered[0]?.targetUrl, tokyo.url);
});

test("without a crawl everything is new, and the reason says so", () => {
  const { topics } = plan(["payroll for restaurants"], { pages: null });
  assert.equal(topics[0]?.action, "create_new_article");
  assert.match(topics[0]!.reason, /has not been crawled/);
});

test("what the brand wins counts less than what it loses, and branded prompts less than others", () => {
  const [won, lost, branded] = ["payroll for bars", "shift plans for nurses", "acme against tills"];
  const { topics } = plan([won!, branded!, lost!], {
    pages: filler,
    report: {
      scores: [score(won!, 1), score(lost!, 0), score(branded!, 0, true)],
      gaps: [gap(lost!, { severity: "medium" }), gap(branded!, { severity: "medium" })],
      urls: [],
    },
  });
  assert.deepEqual(
    topics.map(({ topic, priority }) => [topic, priority]),
    [
      [lost, "high"],
      [branded, "medium"],
      [won, "low"],
    ],
  );
});

for (const [text, type] of [
  ["best crm for small teams", "listicle"],
  ["Acme vs Bolt", "comparison"],
  ["alternatives to Bolt", "alternatives"],
  ["how do I send an invoice?", "how_to"],
  ["is invoicing free?", "faq"],
  ["Wie kann man Rechnungen schreiben?", "how_to"],
  ["crm for nurses", null],
] as const)
  test(`“${text}” asks for ${type ?? "any kind of text"}`, () =>
    assert.equal(plan([text]).topics[0]?.promptType, type));

test("where answers rest on a network, a post there is suggested", () => {
  const text = "payroll for restaurants";
  const platform = (host: string) =>
    plan([text], {
      report: {
        scores: [],
        gaps: [gap(text)],
        urls: [{ url: `https://${host}/1`, title: null, citations: 1, promptKeys: [promptKey(text)] }],
      },
    }).topics[0]?.platform;
  assert.deepEqual(["www.linkedin.com", "x.com", "g2.com", "notlinkedin.com"].map(platform), [
    "linkedin",
    "thread",
    "blog",
    "blog",
  ]);
});

test("at most as many topics as were asked for, at most 20 covered, and the same plan every time", () => {
  const prompts = Array.from({ length: 60 }, (_, at) => `topic${at} subject${at}`);
  const pages = prompts.slice(0, 30).map((title, at) => page(`/p${at}`, title));
  const first = plan(prompts, { pages }, 3);
  assert.deepEqual([first.topics.length, first.covered.length], [3, 20]);
  assert.deepEqual(plan(prompts.toReversed(), { pages: pages.toReversed() }, 3), first);
});

test("no prompt, no word and no page is anything to fall over", () => {
  for (const given of [[], ["?!"], ["the best of the best"], ["__proto__ constructor"], ["x".repeat(500)]])
    for (const pages of [null, [], [page("/", "")], filler])
      assert.ok(plan(given, { pages }).topics.length <= 1);
});
