import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws, longTest } from "../../test/depth.ts";
import type { Brand } from "./brand.ts";
import { compileReader, namesTrackedBrand, readAnswer } from "./read.ts";
import type { Reading } from "./reading.ts";

const brand = (name: string, domains: string[] = []): Brand => ({ name, aliases: [], domains, about: null });
const reader = compileReader({
  own: brand("HubSpot", ["hubspot.com"]),
  rivals: [brand("Pipedrive", ["pipedrive.com"]), brand("Zoho"), brand("Best Buy")],
});
const prompt = "what is the best crm?";
const read = (text: string, asked = prompt) => readAnswer(reader, { text, citations: [], prompt: asked });
const standings = (text: string) =>
  read(text).mentions.map(({ name, listRank, recommended }) => [name, listRank, recommended]);
const also = (text: string) => read(text).alsoNamed.map(({ name, listRank }) => [name, listRank]);

test("brands are in the order in which the answer first names them", () => {
  const { mentions } = read("Zoho is cheap, but HubSpot is better than Zoho.");
  assert.deepEqual(
    mentions.map(({ name, position, isOwnBrand, evidence }) => [name, position, isOwnBrand, evidence.length]),
    [
      ["Zoho", 1, false, 2],
      ["HubSpot", 2, true, 1],
    ],
  );
});

for (const [label, text, expected] of [
  [
    "a numbered list",
    "1. **Zoho** – cheap\n2. **HubSpot CRM**: good",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "bullets",
    "- Zoho is cheap\n- HubSpot: good",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "numbered headings",
    "### 1. Zoho\nCheap.\n### 2. HubSpot\nGood.",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "plain headings",
    "# Picks\n## Zoho\nCheap.\n## HubSpot\nGood.",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "award headings",
    "# Picks\n## Best overall: Zoho\nCheap.\n## Best for teams – HubSpot\nGood.",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "bold lines",
    "**1. Zoho – $20**\n\nCheap.\n\n**2. HubSpot – $30**\n\nGood.",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "a table",
    "| Tool | Price |\n|---|---|\n| Zoho | 20 |\n| **HubSpot** | 30 |",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "a table with a column of numbers",
    "| # | Tool |\n|---|---|\n| 1 | Zoho |\n| 2 | HubSpot |",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "emoji and links",
    "- 🥇 [Zoho](https://z.example)\n- ⭐ **[HubSpot](https://h.example)** (free)",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "award labels",
    "- **Best overall:** Zoho\n- **Runner-up:** HubSpot",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "labels in German",
    "- **Testsieger:** Zoho\n- **Preis-Leistungs-Sieger:** HubSpot",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "a list that lost its lines",
    "Top picks: Zoho: It is cheap.HubSpot: It is good for teams.",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "running text",
    "Many like Zoho or HubSpot.",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "further in an item",
    "- Works with Zoho\n- Imports from HubSpot",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "after the label of a property",
    "1. Salesforce\n   - **Integrations:** Zoho\n   - **Rivals:** HubSpot",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "below another name",
    "1. **Salesforce One**\n   - Zoho import\n   - HubSpot import",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "the title of the answer",
    "# Zoho vs HubSpot\n\nBoth are good.",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "advice against mistakes",
    "# Mistakes to avoid\n\nTo avoid high fees, look at these:\n\n- Zoho\n- HubSpot",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  ["numbered emoji", "1️⃣ x\n\n- 2️⃣ **Zoho**: cheap", [["Zoho", 1, true]]],
  [
    "French awards",
    "- **Meilleur choix :** Zoho\n- **Pour les équipes** – HubSpot",
    [
      ["Zoho", 1, true],
      ["HubSpot", null, false],
    ],
  ],
  [
    "Chinese awards",
    "1. **最佳选择：** Zoho\n2. **性价比**：HubSpot",
    [
      ["Zoho", 1, true],
      ["HubSpot", 2, true],
    ],
  ],
  [
    "a section of things to avoid",
    "## Tools to avoid\n- Zoho\n- HubSpot",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "a list of things to avoid",
    "I would avoid these:\n\n- Zoho\n- HubSpot",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "an item that warns",
    "- Avoid Zoho\n- HubSpot – not recommended",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "an avoided section in German",
    "## Finger weg von\n- Zoho\n- HubSpot",
    [
      ["Zoho", null, false],
      ["HubSpot", null, false],
    ],
  ],
  [
    "a section after an avoided one",
    "## Avoid\n- Zoho\n## Good\n- HubSpot",
    [
      ["Zoho", null, false],
      ["HubSpot", 1, true],
    ],
  ],
] as const)
  test(`rank and recommendation in ${label}`, () => {
    assert.deepEqual(standings(text), expected);
  });

test("a name that an award label seems to begin with is still a name", () => {
  assert.deepEqual(standings("1. **Best Buy**: sells it\n2. Zoho"), [
    ["Best Buy", 1, true],
    ["Zoho", 2, true],
  ]);
});

for (const [label, text, expected] of [
  [
    "a numbered list",
    "1. **Attio** – new\n2. **HubSpot**\n3. [Close.io](https://c.example): calls",
    [
      ["Attio", 1],
      ["Close.io", 3],
    ],
  ],
  [
    "award labels",
    "- **Best overall:** Attio Pro\n- **Best for teams:** Folk X2",
    [
      ["Attio Pro", 1],
      ["Folk X2", 2],
    ],
  ],
  [
    "generic heads",
    "- **Price:** $20\n- **Battery life:** long\n- **Ease of use:** good\n\n## Why I chose these\n\n## Best overall\n\n## Final thoughts",
    [],
  ],
  [
    "ordinary words among names",
    "1. **HubSpot**\n2. **Salesforce**\n3. **Close**\n4. **Copper**",
    [
      ["Salesforce", 2],
      ["Close", 3],
      ["Copper", 4],
    ],
  ],
  [
    "properties below a name",
    "1. **Salesforce**\n   - AppExchange store\n   - Einstein insights",
    [["Salesforce", 1]],
  ],
  ["advice", "- Check the price of Salesforce first.\n- Ask for a demo\n- Is it worth it?", []],
  ["a table", "| Tool | Price |\n|---|---|\n| Salesforce | 9 |\n| HubSpot | 8 |", [["Salesforce", 1]]],
  [
    "a table of properties",
    "| Feature | HubSpot | Zoho |\n|---|---|---|\n| Price | 9 | 8 |\n| Support | yes | no |",
    [],
  ],
  ["one name twice", "1. Salesforce\n2. HubSpot\n\n- Salesforce: again", [["Salesforce", 1]]],
  ["code and links", "```\n1. Salesforce\n```\n\nhttps://salesforce.example/", []],
  ["Japanese", "1. **セールスフォース**\n2. **HubSpot**", [["セールスフォース", 1]]],
] as const)
  test(`untracked names that head ${label}`, () => {
    assert.deepEqual(also(text), expected);
  });

test("untracked names carry the offset where they begin", () => {
  const text = "1. **HubSpot**\n2. **Salesforce** – big";
  const [name] = read(text).alsoNamed;
  assert.equal(text.slice(name?.start, (name?.start ?? 0) + 10), "Salesforce");
});

test("a name in the target of a link or the span of a citation is no mention", () => {
  const text = "See [the docs](https://zoho.com/zoho).";
  const given = [{ url: "https://zoho.com/", title: "Zoho", cited: true, span: { start: 0, end: 3 } }];
  assert.deepEqual(readAnswer(reader, { text, citations: given, prompt: "?" }).mentions, []);
});

test("citations say whose page they show", () => {
  const text =
    "[a](https://blog.hubspot.com/x) [b](https://pipedrive.com/) [c](https://www.reddit.com/r/crm)";
  assert.deepEqual(
    read(text).citations.map(({ domain, sourceType }) => [domain, sourceType]),
    [
      ["hubspot.com", "owned"],
      ["pipedrive.com", "competitor"],
      ["reddit.com", "ugc"],
    ],
  );
});

for (const blank of ["", " \n\n ", "\u200b\ufeff"])
  test(`the blank answer ${JSON.stringify(blank)} names nobody and is no refusal, unless its vendor declines`, () => {
    const seen = ({ mentions, refusal, blank, sentences }: Reading) => [mentions, refusal, blank, sentences];
    const given = { text: blank, citations: [], prompt };
    assert.deepEqual(seen(readAnswer(reader, given)), [[], false, true, 0]);
    assert.deepEqual(seen(readAnswer(reader, { ...given, declined: true })), [[], true, undefined, 0]);
  });

test("a name that the end of a cut answer touches is not read, and one before it is", () => {
  const named = (text: string, truncated: boolean) => {
    const { mentions, alsoNamed } = readAnswer(reader, { text, citations: [], prompt, truncated });
    return [...mentions, ...alsoNamed].map(({ name }) => name);
  };
  const text = "Look at Pipedrive first, then at HubSpot";
  assert.deepEqual(named(text, false), ["Pipedrive", "HubSpot"]);
  assert.deepEqual(named(text, true), ["Pipedrive"]);
  assert.deepEqual(named(`${text}.`, true), ["Pipedrive", "HubSpot"]);
  assert.deepEqual(named("1. **Pipedrive**: fast\n2. **HubSpot**: large\n3. Zoho", true), [
    "Pipedrive",
    "HubSpot",
  ]);
});

test("a prompt that names a tracked brand is branded", () => {
  assert.equal(namesTrackedBrand(reader, "is HubSpot worth it?"), true);
  assert.equal(namesTrackedBrand(reader, "what is the best crm?"), false);
});

const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "HubSpot",
    "Zoho",
    "**",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "# ",
    "| ",
    "](",
    "[1]",
    "https://zoho.com/ ",
    ". ",
    ": ",
    "is great",
    "。",
    "&amp;",
    "\ud800",
    "\0",
    "```",
    "Avoid ",
    "Best overall: ",
  ),
);

test("no text makes reading throw, and it reads the same twice", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.string(), (pieces, prompt) => {
      const text = pieces.join("");
      const reading = read(text, prompt);
      assert.deepEqual(read(text, prompt), reading);
      for (const { evidence, sentimentScore, position } of reading.mentions) {
        for (const each of evidence) assert.equal(text.slice(each.start, each.end), each.text);
        assert.ok(sentimentScore === null || (sentimentScore >= 0 && sentimentScore <= 100));
        assert.ok(position <= reading.mentions.length);
      }
      const shares = reading.citations.map(({ wordShare }) => wordShare ?? 0);
      const whole = shares.reduce((sum, share) => sum + share, 0);
      assert.ok(whole === 0 || Math.abs(whole - 1) < 1e-9);
    }),
    { numRuns: draws(500, 80) },
  );
});

longTest("reading takes time in line with the length of the answer, whatever is repeated in it", () => {
  const parts = [
    "a",
    "HubSpot ",
    "HubSpot is good. ",
    "- HubSpot\n",
    "# HubSpot\n",
    "1. **X",
    "[",
    "](",
    "[1]",
    "**",
    ": ",
    "Foo: Bar",
    "| a ",
    "https://a.example/ ",
    "(",
    ". ",
    "\n",
    "#1 ",
    "- ",
    "не ",
    "可",
    "can't ",
    "\u0301",
  ];
  const unit = 20_000;
  for (const part of parts) {
    const small = part.repeat(Math.ceil(unit / part.length));
    timed(() => read(small));
    const once = Math.min(
      timed(() => read(small)),
      timed(() => read(small)),
    );
    const long = small.repeat(8);
    const bound = once * 8 * 4 + 200;
    const first = timed(() => read(long));
    const large = first < bound ? first : timed(() => read(long));
    assert.ok(
      large < bound,
      `${JSON.stringify(part)}: ${once.toFixed()} ms, eight times as long: ${large.toFixed()} ms`,
    );
  }
});

/** Milliseconds of this thread's processor time, so that a machine that is busy otherwise does not count. */
function timed(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
