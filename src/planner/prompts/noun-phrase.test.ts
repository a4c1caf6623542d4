import assert from "node:assert/strict";
import test from "node:test";
import type { QuestionLanguage } from "./buyer-questions.ts";
import { withArticle } from "./category-grammar.ts";
import { namesAny } from "./holds-word.ts";
import { isNounPhrase } from "./noun-phrase.ts";

const phrases: Record<QuestionLanguage, { named: string[]; notNamed: string[] }> = {
  en: {
    named: [
      "steel frames",
      "hub gears",
      "VAT returns",
      "receipt scanning",
      "late payment reminders",
      "dental implants",
    ],
    notNamed: [
      "hand-built",
      "made to measure",
      "sleeps four",
      "implants last",
      "powerful yet calm",
      "build faster sites",
    ],
  },
  de: {
    named: ["Mobile Zeiterfassung", "Espressobohnen", "Mitgliedsbeiträge"],
    notNamed: [
      "Handgeröstet",
      "Direkt gehandelt",
      "Anträge genehmigen",
      "Schlüsselfertig",
      "Musik macht Freude",
    ],
  },
  fr: {
    named: ["sièges enfant", "fiches de paie", "entretien"],
    notNamed: ["fabriqués", "accompagner", "naturels"],
  },
  es: {
    named: ["clases particulares", "taller de vino"],
    notNamed: ["elaborados", "aprende español", "ecológicos"],
  },
  da: {
    named: ["massiv eg", "vinduespudsning"],
    notNamed: ["håndlavet", "pålidelig hver uge", "sommerhuse med"],
  },
  ja: { named: ["深蒸し茶"], notNamed: [] },
};

for (const [language, { named, notNamed }] of Object.entries(phrases) as [
  QuestionLanguage,
  (typeof phrases)["en"],
][])
  test(`what a question in ${language} can be about names something`, () => {
    for (const phrase of named) assert.ok(isNounPhrase(phrase, language), phrase);
    for (const phrase of notNamed) assert.ok(!isNounPhrase(phrase, language), phrase);
  });

test("a brand is found however it is divided, and not within another word", () => {
  assert.ok(namesAny("spokewell frames", ["Spoke Well"]));
  assert.ok(namesAny("Spoke-Well frames", ["Spokewell"]));
  assert.ok(!namesAny("unspokewellness", ["Spoke Well"]));
});

test("what is counted has an article, what is not has none", () => {
  for (const [category, language, said] of [
    ["family dentist", "en", "a family dentist"],
    ["online shop", "en", "an online shop"],
    ["bookkeeping software", "en", "bookkeeping software"],
    ["touring bikes", "en", "touring bikes"],
    ["Kaffeerösterei", "de", "eine Kaffeerösterei"],
    ["Dienstplansoftware", "de", "Dienstplansoftware"],
  ] as const)
    assert.equal(withArticle(category, language), said);
});
