import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws, longTest } from "../../test/depth.ts";
import { parseAnswer } from "./markdown/markdown.ts";
import { compileMentionReader, type FoundMentions, findMentions } from "./mention.ts";
import { compileReader, readAnswer } from "./read.ts";

const brand = (name: string) => ({ name, aliases: [], domains: ["on.com"], about: "on.com, shoes and bags" });
const names = [
  "On",
  "Max",
  "HubSpot",
  "Demand IQ",
  "京东",
  "Procter & Gamble",
  "Лента",
  "الراجحي",
  "HP",
  "***",
  "3M",
  "Booking.com",
  "O'Neill",
  "X",
  ".NET",
  "E!",
  "C++",
];
const tracked = { own: brand(names[0] as string), rivals: names.slice(1).map(brand) };
const reader = compileMentionReader(tracked);
const answerReader = compileReader(tracked);
const read = (text: string, prompt: string | null = null) => findMentions(reader, parseAnswer(text), prompt);

const words = fc.constantFrom(
  ...names,
  ..."on max based the best for A. is, not found no information about You asked about | - 1. # ** ` [On](https://on.com) https://on.com &amp; Demand-IQ Demand&#32;IQ Hub**Spot** HubSpot's HubSpot-like on.com x\u200by Ленте 在 4.9(2k+)On".split(
    " ",
  ),
);
const line = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: words },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
  ),
  {
    minLength: 1,
    maxLength: 14,
  },
);
/** A paragraph that neither opens a block which reaches beyond it nor continues one. */
const paragraph = line
  .map((pieces) =>
    pieces
      .join(" ")
      .replace(/[\r\n`~<]/g, "")
      .trimStart(),
  )
  .filter((text) => text.trim() !== "");

function shifted({ occurrences: counted, notCounted }: FoundMentions, by: number): FoundMentions {
  const moved = <Span extends { start: number; end: number }>(span: Span) => ({
    ...span,
    start: span.start + by,
    end: span.end + by,
  });
  return {
    occurrences: counted.map(({ brand: index, evidence }) => ({ brand: index, evidence: moved(evidence) })),
    notCounted: notCounted.map(moved),
  };
}

test("the text of every evidence is the answer between its offsets", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: "binary", maxLength: 5 }))), (pieces) => {
      const text = pieces.join(" ");
      const { occurrences: counted, notCounted } = read(text, "what about On shoes?");
      for (const each of [...counted.map(({ evidence }) => evidence), ...notCounted]) {
        assert.equal(each.text, text.slice(each.start, each.end));
        assert.ok(each.end > each.start && each.confidence >= 0 && each.confidence <= 1);
        assert.match(each.rule, /^[a-z_]+$/);
      }
    }),
    { numRuns: draws(500, 60) },
  );
});

test("the reading of an answer is the reading of its paragraphs", () => {
  fc.assert(
    fc.property(paragraph, paragraph, (first, second) => {
      // Two items are one list, whose heads speak for each other.
      fc.pre(![first, second].every((text) => /^\s*(?:\d+[.)]|[-*+])\s/.test(text)));
      const whole = read(`${first}\n\n${second}`);
      const [one, two] = [read(first), shifted(read(second), first.length + 2)];
      assert.deepEqual(whole, {
        occurrences: [...one.occurrences, ...two.occurrences],
        notCounted: [...one.notCounted, ...two.notCounted],
      });
    }),
    { numRuns: draws(1000, 120) },
  );
});

test("an item names beside another of its list what it names by itself, and as surely", () => {
  fc.assert(
    fc.property(paragraph, paragraph, (first, second) => {
      const [one, two] = [first, second].map((text) => `- ${text.replace(/^[\s>#*+|\d.)-]+/, "")}`) as [
        string,
        string,
      ];
      const whole = read(`${one}\n${two}`);
      for (const { brand: index, evidence } of [
        ...read(one).occurrences,
        ...shifted(read(two), one.length + 1).occurrences,
      ]) {
        const same = whole.occurrences.find(
          (each) => each.brand === index && each.evidence.start === evidence.start,
        );
        assert.ok(same && same.evidence.confidence >= evidence.confidence, JSON.stringify([evidence, same]));
      }
    }),
    { numRuns: draws(1000, 120) },
  );
});

test("an answer that repeats itself is read the same each time", () => {
  fc.assert(
    fc.property(paragraph, fc.integer({ min: 2, max: 5 }), (text, times) => {
      const once = read(text);
      const all = Array.from({ length: times }, (_, at) => shifted(once, at * (text.length + 2)));
      assert.deepEqual(read(Array.from({ length: times }, () => text).join("\n\n")), {
        occurrences: all.flatMap(({ occurrences }) => occurrences),
        notCounted: all.flatMap(({ notCounted }) => notCounted),
      });
    }),
    { numRuns: draws(300, 50) },
  );
});

// Characters that fold to nothing, to several units, or are several units themselves.
const odd = fc.string({
  unit: fc.constantFrom(..."aß\ufb03㍿각ÅA\u0301\u200b\u00ad\ufe0f𝐇👩‍👩‍👧İǆ北ｱﾞ ".match(/./gsu)!, "&"),
  maxLength: 20,
});

test("whatever folds differently before and after a name, the evidence stays on the name", () => {
  fc.assert(
    fc.property(
      odd,
      odd,
      fc.constantFrom("HubSpot", "H\u200bub\u00adSpot", "𝐇ubSpot", "ＨｕｂＳｐｏｔ"),
      (before, after, name) => {
        const { occurrences: counted } = read(`${before}; ${name}; ${after}`);
        const found = counted.map(({ evidence }) => [evidence.start, evidence.text]);
        assert.deepEqual(found, [[before.length + 2, name]]);
      },
    ),
  );
});

test("the same answer reads the same twice", () => {
  fc.assert(fc.property(line, (pieces) => assert.deepEqual(read(pieces.join(" ")), read(pieces.join(" ")))));
});

test("no name makes the reader throw, and a name by itself is found", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 150 }), { maxLength: 4 }), (aliases) => {
      const odd = compileMentionReader({
        own: { name: "Zzyzx", aliases, domains: aliases, about: aliases.join(" ") },
        rivals: [],
      });
      findMentions(odd, parseAnswer(`${aliases.join(" ")} Zzyzx`), aliases[0] ?? null);
    }),
  );
});

for (const text of [
  "\ud800".repeat(50),
  "\0HubSpot\0",
  "**[HubSpot](".repeat(30),
  "\u202eHubSpot\u202c \u2067On\u2069",
  "",
  " ",
  "\n\n\n",
]) {
  test(`an answer of ${JSON.stringify(text.slice(0, 14))} is read without an error`, () =>
    void read(text, text));
}

const unit = fc.oneof(
  words,
  fc.constantFrom(
    "[a](",
    "[a](b",
    "![",
    "<a ",
    "<!--",
    "**",
    "_",
    "`",
    "``` ",
    "&",
    "|",
    "\n",
    "- ",
    "> ",
    "On, ",
    "On/",
    "东",
    "\u0301",
    "http://",
    "a@b.c ",
    "no ",
    "You asked On ",
    "on.On.",
    "X ",
    "C++ ",
    "**On** ",
    "On&amp;",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
);

longTest("a text four times as long takes about four times as long, whatever it repeats", () => {
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 3 }), (units) => {
      const text = units.join("").repeat(Math.ceil(20_000 / units.join("").length));
      const ratios: number[] = [];
      const ratio = () => seconds(text.repeat(4)) / Math.max(seconds(text), 0.002);
      // One measurement in proportion is enough; another is made where something else took the time.
      while (ratios.length < 3 && !ratios.some((one) => one < 10)) ratios.push(ratio());
      assert.ok(
        Math.min(...ratios) < 10,
        `${Math.min(...ratios).toFixed(1)} times for ${JSON.stringify(units)}`,
      );
    }),
    { numRuns: 40 },
  );
});

function seconds(text: string): number {
  const before = process.threadCpuUsage();
  readAnswer(answerReader, { text, citations: [], prompt: "what about On shoes?" });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}
