import assert from "node:assert/strict";
import { test } from "node:test";
import { primaryLanguage, stemmerFor } from "./stemmer.ts";

for (const [language, one, other] of [
  ["en", "kettle", "kettles"],
  ["en-GB", "running", "runs"],
  ["de", "küche", "küchen"],
  ["fr", "bouilloire", "bouilloires"],
  ["es", "cocina", "cocinas"],
  ["ru", "чайник", "чайники"],
] as const)
  test(`"${one}" and "${other}" are one word in ${language}`, async () => {
    const stem = await stemmerFor(language);
    assert.equal(stem(one), stem(other));
  });

test("words of a language without a stemmer stay as they are", async () => {
  const stem = await stemmerFor("ja");
  assert.equal(stem("静か"), "静か");
});

test("a language is known by its primary subtag", () => {
  assert.equal(primaryLanguage("EN-gb"), "en");
  assert.equal(primaryLanguage("zh_Hant"), "zh");
});
