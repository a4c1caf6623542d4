import assert from "node:assert/strict";
import test from "node:test";
import { promptKey } from "../../../reader/prompt.ts";
import { stemmerFor } from "../../../reader/text/language/stemmer.ts";
import { type KnownPage, type PlannerInput, planContent } from "../planner.ts";

const page = (url: string, title: string, headings: string[], text: string): KnownPage => ({
  ...{ url: `https://tea.example${url}`, title, headings, text },
  description: null,
  language: "en",
});

const pages = [
  page("/", "Loose leaf tea", ["Bestsellers"], "Tea from small gardens, packed by hand. Free delivery."),
  page(
    "/water",
    "How hot should the water be?",
    ["Black", "Green", "Without a thermometer"],
    "Boiling water draws harsh tannins from delicate leaves. Use 70 degrees, and steep for less time.",
  ),
  page(
    "/green",
    "Green tea",
    ["Sencha", "Dragon Well"],
    "Our green teas come from Japan and China. Filter by taste.",
  ),
  page("/returns", "Delivery and returns", ["Europe"], "Unopened tea can be returned within thirty days."),
  page("/club", "Tea by subscription", ["Three sizes"], "Each month we send teas chosen by our taster."),
  page("/wholesale", "Wholesale", ["Trade prices"], "We supply cafés and hotels with tea by the kilo."),
];

const bitter = "Why is my green tea always so bitter?";
const tannins =
  "Green tea turns bitter when the water is too hot or it steeps too long, which draws tannins from the leaves. " +
  "Do not use boiling water: let the kettle cool to 70 degrees, take a thermometer, use less leaf and steep for a shorter time.";
const kombucha = "How do I brew kombucha?";
const scoby =
  "Add a SCOBY and some starter liquid to sweetened tea in a glass jar, cover it with a cloth and let it ferment at room temperature " +
  "for ten days. Then bottle it, add ginger or raspberries, and wait until it carbonates. Watch out for mould and keep utensils sterile.";

const english = await stemmerFor("en");
const plan = (answers: Record<string, string[]>, given: Partial<PlannerInput> = {}) =>
  planContent(
    {
      ...{
        brand: "Kettlewick",
        domains: ["tea.example"],
        language: "en",
        stem: english,
        report: null,
        pages,
      },
      prompts: Object.keys(answers).map((prompt) => ({ promptKey: promptKey(prompt), prompt, intent: null })),
      answers: new Map(Object.entries(answers).map(([prompt, texts]) => [promptKey(prompt), texts])),
      ...given,
    },
    5,
  );

test("the page that says what assistants answer is found, though another has more of its words", () => {
  const [byWords] = plan({ [bitter]: [] }).topics;
  assert.notEqual(byWords?.targetUrl, "https://tea.example/water");
  const { topics, covered } = plan({ [bitter]: [tannins] });
  const [topic] = [...topics, ...covered];
  assert.equal(topic?.targetUrl, "https://tea.example/water");
  assert.equal(topic?.nearestUrl, "https://tea.example/water");
});

test("a prompt whose answers no page resembles is a new article, with the nearest page beside it", () => {
  const [topic] = plan({ [kombucha]: [scoby] }).topics;
  assert.deepEqual([topic?.action, topic?.targetUrl], ["create_new_article", null]);
  assert.ok(pages.some(({ url }) => url === topic?.nearestUrl));
});

test("a plan by words alone says that it is a guess; without a page there is none to look at", () => {
  const [guess] = plan({ [bitter]: [] }).topics;
  assert.equal(guess?.confidence, "low");
  assert.match(guess?.reason ?? "", /as no answer says enough: look at the nearest page first/);
  const [none] = plan({ [bitter]: [tannins] }, { pages: [] }).topics;
  assert.deepEqual([none?.nearestUrl, none?.confidence], [null, "low"]);
  assert.doesNotMatch(none?.reason ?? "", /nearest page/);
});

test("an answer that says next to nothing counts as none", () => {
  assert.deepEqual(plan({ [bitter]: ["I cannot help with that."] }), plan({ [bitter]: [] }));
});

test("words that a covered page shares with the answers are quoted as it writes them", () => {
  const { topics, covered } = plan({ [bitter]: [tannins] });
  const [topic] = [...topics, ...covered];
  const [, shared = ""] = /as the answers do, (.+?)\.(?: |$)/.exec(topic?.reason ?? "") ?? [];
  const quoted = [...shared.matchAll(/“(.+?)”/g)].map(([, word = ""]) => word);
  assert.equal(quoted.length, 3);
  const target = pages.find(({ url }) => url === topic?.targetUrl)!;
  const written = [target.title, ...target.headings, target.text].join(" ").toLowerCase();
  for (const word of quoted) assert.ok(written.includes(word), word);
});

test("a page that assistants cite is the target and sure, whatever the answers say", () => {
  const [topic] = plan(
    { [kombucha]: [scoby] },
    {
      report: {
        scores: [],
        gaps: [],
        urls: [
          { url: "https://tea.example/green", title: "Green tea", promptKeys: [promptKey(kombucha)] },
        ] as never,
      },
    },
  ).covered;
  assert.deepEqual([topic?.targetUrl, topic?.confidence], ["https://tea.example/green", "high"]);
});
